/// Columns, for lines that people read.
extension LineWriter {
  /// The number of characters left of the next one: bytes that begin a character, without sequences for colors.
  var column: Int {
    var result = 0
    var isColor = false
    for position in 0..<count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") {
        result = 0
      } else if byte == 0x1B {
        isColor = true
      } else if isColor {
        isColor = byte != UInt8(ascii: "m")
      } else if byte & 0xC0 != 0x80 {
        result += 1
      }
    }
    return result
  }

  /// Appends spaces up to a column. At least one space keeps a wide cell apart from the next.
  mutating func advance(to column: Int) {
    let here = self.column
    guard here > 0 || column > 0 else { return }
    for _ in 0..<max(column - here, here == 0 ? 0 : 1) { append(UInt8(ascii: " ")) }
  }

  /// Appends a whole number that ends before a column.
  mutating func append(integer value: Int, endingAt column: Int) {
    let sign = value < 0 ? 1 : 0
    advance(to: column - sign - Self.digitCount(of: UInt64(value.magnitude)))
    append(integer: value)
  }

  /// Appends a decimal number with exactly two decimals that ends before a column. `value` is finite.
  mutating func append(hundredths value: Double, endingAt column: Int) {
    let scaled = Self.scaled(value, by: 100)
    let isNegative = value < 0 && scaled > 0
    advance(to: column - (isNegative ? 1 : 0) - Self.digitCount(of: scaled / 100) - 3)
    if isNegative { append(UInt8(ascii: "-")) }
    append(integer: scaled / 100)
    append(UInt8(ascii: "."))
    append(digits: scaled % 100, width: 2)
  }

  /// Appends seconds with exactly six decimals that end before a column.
  mutating func append(secondsOf microseconds: Int64, endingAt column: Int) {
    let whole = microseconds.magnitude / 1_000_000
    let isNegative = microseconds < 0
    advance(to: column - (isNegative ? 1 : 0) - Self.digitCount(of: whole) - 7)
    if isNegative { append(UInt8(ascii: "-")) }
    append(integer: whole)
    append(UInt8(ascii: "."))
    append(digits: microseconds.magnitude % 1_000_000, width: 6)
  }

  private static func digitCount(of value: UInt64) -> Int {
    var rest = value / 10
    var result = 1
    while rest > 0 {
      rest /= 10
      result += 1
    }
    return result
  }
}
