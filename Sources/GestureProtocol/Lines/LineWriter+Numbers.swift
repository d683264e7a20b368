/// Numbers: the same value gives the same bytes on every machine.
extension LineWriter {
  /// The largest magnitude of a decimal. Larger numbers are written as this bound, which limits the length of a line.
  static let decimalBound = 1_000_000_000.0

  /// Appends a whole number.
  mutating func append(integer value: Int) {
    var place = count
    var free = bytes.mutableSpan
    free.write(integer: value, at: &place)
    extend(to: place)
  }

  /// Appends a whole number.
  mutating func append(integer value: UInt64) {
    var place = count
    var free = bytes.mutableSpan
    free.write(integer: value, at: &place)
    extend(to: place)
  }

  /// Appends a decimal number with at most four decimals: 12, 40.5, -0.0625.
  ///
  /// The magnitude times 10,000 is rounded to a whole number, with halves away from zero. Trailing zeros are dropped,
  /// and so is a point without decimals. A number that rounds to zero is `0`, without a sign.
  ///
  /// - Parameter value: a finite number; callers omit a field whose value is not. A number beyond `decimalBound` is
  ///   written as the bound.
  mutating func append(decimal value: Double) {
    var place = count
    var free = bytes.mutableSpan
    free.write(decimal: value, at: &place)
    extend(to: place)
  }

  /// Appends two decimal numbers and a closing bracket: `40.5,30.25]`.
  mutating func append(pair x: Double, _ y: Double) {
    var place = count
    var free = bytes.mutableSpan
    free.write(pair: x, y, at: &place)
    extend(to: place)
  }

  /// Appends four decimal numbers, a comma after each.
  mutating func append(decimals a: Double, _ b: Double, _ c: Double, _ d: Double) {
    var place = count
    var free = bytes.mutableSpan
    free.write(decimals: a, b, c, d, at: &place)
    extend(to: place)
  }

  /// Appends seconds with at most six decimals and no trailing zeros: 12, 12.345678.
  mutating func append(secondsOf microseconds: Int64) {
    var place = count
    var free = bytes.mutableSpan
    free.write(secondsOf: microseconds, at: &place)
    extend(to: place)
  }

  /// Appends a whole number below 100,000,000, padded with zeros to a width of 1 to 8.
  mutating func append(digits value: UInt64, width: Int) {
    var place = count
    var free = bytes.mutableSpan
    free.write(digits: value, width: width, at: &place)
    extend(to: place)
  }

  /// The magnitude of a number times a factor of at most 10,000, rounded. `decimalBound` replaces larger magnitudes.
  @inline(__always)
  static func scaled(_ value: Double, by factor: Double) -> UInt64 {
    let magnitude = value.magnitude
    let bounded = magnitude < decimalBound ? magnitude : decimalBound
    return UInt64(truncatingIfNeeded: Int64(bounded * factor + 0.5))
  }
}
