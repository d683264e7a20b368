/// Makes what a file contains fit to be shown: on one line, without control characters, not too long.
enum MessageText {
  /// A longer text is cut, in Unicode scalars.
  static let maximumLength = 48

  /// Text in quotes.
  static func quoted(_ text: String) -> String {
    "\"\(visible(text, escapingQuotes: true))\""
  }

  /// Text with everything that could change a line or a terminal written as an escape.
  static func visible(_ text: String, escapingQuotes: Bool = false, maximumLength: Int = maximumLength)
    -> String
  {
    var result = ""
    for scalar in text.unicodeScalars.prefix(maximumLength) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        if escapingQuotes, scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.dropFirst(maximumLength).isEmpty ? result : result + "…"
  }

  /// A number without a needless `.0`.
  static func number(_ value: Double) -> String {
    // Beyond 2^53 not every whole number is one, and Int could overflow.
    let largestExact = 9_007_199_254_740_992.0
    guard value == value.rounded(), abs(value) <= largestExact else { return "\(value)" }
    return "\(Int(value))"
  }

  /// A key path as TOML writes it: `recognizer.tap.taps`, quoted where it must be.
  static func keyPath(_ keys: [String]) -> String {
    keys.map { NameRule.isBare($0) ? $0 : quoted($0) }.joined(separator: ".")
  }
}
