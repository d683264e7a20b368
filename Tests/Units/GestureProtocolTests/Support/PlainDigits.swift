/// The written form of numbers, digit after digit by division. It is slow and plain, as a reference for the quick way.
enum PlainDigits {
  static func text(of value: UInt64) -> String { digits(value, atLeast: 1) }

  static func text(of value: Int) -> String {
    (value < 0 ? "-" : "") + digits(UInt64(value.magnitude), atLeast: 1)
  }

  static func text(ofSeconds microseconds: Int64) -> String {
    let magnitude = microseconds.magnitude
    return (microseconds < 0 ? "-" : "") + digits(magnitude / 1_000_000, atLeast: 1)
      + fraction(magnitude % 1_000_000, width: 6)
  }

  static func text(ofDecimal value: Double) -> String {
    let bounded = value.magnitude < 1e9 ? value.magnitude : 1e9
    let scaled = UInt64(bounded * 10_000 + 0.5)
    return (value < 0 && scaled > 0 ? "-" : "") + digits(scaled / 10_000, atLeast: 1)
      + fraction(scaled % 10_000, width: 4)
  }

  private static func fraction(_ value: UInt64, width: Int) -> String {
    guard value > 0 else { return "" }
    var text = digits(value, atLeast: width)
    while text.last == "0" { text.removeLast() }
    return "." + text
  }

  private static func digits(_ value: UInt64, atLeast width: Int) -> String {
    var rest = value
    var text = ""
    repeat {
      text = String(rest % 10) + text
      rest /= 10
    } while rest > 0 || text.count < width
    return text
  }
}
