/// Numbers, written by integer arithmetic without a heap allocation: the same value gives the same bytes on
/// every machine. Digits are found from the last to the first, and packed eight to a number on the way.
extension LineWriter {
  /// How far a decimal may be from zero; one beyond is written as this, so that a line has a bounded length.
  static let decimalBound = 1_000_000_000.0

  /// Appends a whole number.
  mutating func append(integer value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(integer: UInt64(value.magnitude))
  }

  /// Appends a whole number.
  mutating func append(integer value: UInt64) {
    guard value >= Self.chunk else {
      append(digits: value, width: 1)
      return
    }
    append(integer: value / Self.chunk)
    append(digits: value % Self.chunk, width: Self.chunkWidth)
  }

  /// Appends a decimal number with at most four decimals: 12, 40.5, -0.0625.
  ///
  /// The rule: the magnitude times 10,000, plus a half, cut to a whole number, so halves go away from zero;
  /// trailing zeros are dropped, and the point where nothing follows it. What rounds to zero is `0`, without
  /// a sign.
  ///
  /// - Parameter value: finite; callers leave out a field that is not. A number beyond `decimalBound` is
  ///   written as the bound.
  mutating func append(decimal value: Double) {
    append(decimal: value, end: 0, endLength: 0)
  }

  /// Appends two decimal numbers and what closes them: `40.5,30.25]`.
  mutating func append(pair x: Double, _ y: Double) {
    append(decimal: x, end: 0x2C, endLength: 1)
    append(decimal: y, end: 0x5D, endLength: 1)
  }

  /// Appends four decimal numbers, a comma after each.
  mutating func append(decimals a: Double, _ b: Double, _ c: Double, _ d: Double) {
    append(decimal: a, end: 0x2C, endLength: 1)
    append(decimal: b, end: 0x2C, endLength: 1)
    append(decimal: c, end: 0x2C, endLength: 1)
    append(decimal: d, end: 0x2C, endLength: 1)
  }

  /// Appends seconds with at most six decimals, trailing zeros dropped: 12, 12.345678.
  mutating func append(secondsOf microseconds: Int64) {
    let magnitude = microseconds.magnitude
    if microseconds < 0 { append(UInt8(ascii: "-")) }
    append(integer: magnitude / 1_000_000)
    append(fraction: magnitude % 1_000_000, width: 6, end: 0, endLength: 0)
  }

  /// Appends a whole number below 100,000,000 with zeros before it up to a width of at most eight.
  mutating func append(digits value: UInt64, width: Int) {
    var rest = value
    var packed: UInt64 = 0
    var length = 0
    repeat {
      packed = packed << 8 | (0x30 + rest % 10)
      rest /= 10
      length += 1
    } while rest > 0 || length < width
    append(packed: packed, length: length)
  }

  /// The magnitude of a number times a factor of at most 10,000, rounded; the bound's for what is beyond the
  /// bound.
  static func scaled(_ value: Double, by factor: Double) -> UInt64 {
    let magnitude = value.magnitude
    let bounded = magnitude < decimalBound ? magnitude : decimalBound
    return UInt64(truncatingIfNeeded: Int64(bounded * factor + 0.5))
  }

  /// Appends a decimal number and a byte after it, or none.
  private mutating func append(decimal value: Double, end: UInt64, endLength: Int) {
    let scaled = Self.scaled(value, by: 10_000)
    if value < 0, scaled > 0 { append(UInt8(ascii: "-")) }
    append(integer: scaled / 10_000)
    append(fraction: scaled % 10_000, width: 4, end: end, endLength: endLength)
  }

  /// Appends a point and up to six digits without trailing zeros, nothing for zero, and a byte after it, or
  /// none.
  private mutating func append(fraction value: UInt64, width: Int, end: UInt64, endLength: Int) {
    var packed = end
    var length = endLength
    if value > 0 {
      var rest = value
      var digitsLeft = width
      while rest % 10 == 0 {
        rest /= 10
        digitsLeft -= 1
      }
      length += digitsLeft + 1
      while digitsLeft > 0 {
        packed = packed << 8 | (0x30 + rest % 10)
        rest /= 10
        digitsLeft -= 1
      }
      packed = packed << 8 | 0x2E
    }
    guard length > 0 else { return }
    append(packed: packed, length: length)
  }

  /// Digits are packed into a number of eight bytes.
  private static let chunkWidth = 8
  private static let chunk: UInt64 = 100_000_000
}
