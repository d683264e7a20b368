/// Numbers: the same value gives the same bytes on every machine.
extension LineWriter {
  /// How far a decimal may be from zero; one beyond is written as this, so that a line has a bounded length.
  static let decimalBound = 1_000_000_000.0

  /// Appends a whole number.
  mutating func append(integer value: Int) {
    var place = count
    var free = bytes.mutableSpan
    free.put(integer: value, at: &place)
    extend(to: place)
  }

  /// Appends a whole number.
  mutating func append(integer value: UInt64) {
    var place = count
    var free = bytes.mutableSpan
    free.put(integer: value, at: &place)
    extend(to: place)
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
    var place = count
    var free = bytes.mutableSpan
    free.put(decimal: value, at: &place)
    extend(to: place)
  }

  /// Appends two decimal numbers and what closes them: `40.5,30.25]`.
  mutating func append(pair x: Double, _ y: Double) {
    var place = count
    var free = bytes.mutableSpan
    free.put(pair: x, y, at: &place)
    extend(to: place)
  }

  /// Appends four decimal numbers, a comma after each.
  mutating func append(decimals a: Double, _ b: Double, _ c: Double, _ d: Double) {
    var place = count
    var free = bytes.mutableSpan
    free.put(decimals: a, b, c, d, at: &place)
    extend(to: place)
  }

  /// Appends seconds with at most six decimals, trailing zeros dropped: 12, 12.345678.
  mutating func append(secondsOf microseconds: Int64) {
    var place = count
    var free = bytes.mutableSpan
    free.put(secondsOf: microseconds, at: &place)
    extend(to: place)
  }

  /// Appends a whole number below 100,000,000 with zeros before it up to a width of 1 to 8.
  mutating func append(digits value: UInt64, width: Int) {
    var place = count
    var free = bytes.mutableSpan
    free.put(digits: value, width: width, at: &place)
    extend(to: place)
  }

  /// The magnitude of a number times a factor of at most 10,000, rounded; the bound's for what is beyond the
  /// bound.
  @inline(__always)
  static func scaled(_ value: Double, by factor: Double) -> UInt64 {
    let magnitude = value.magnitude
    let bounded = magnitude < decimalBound ? magnitude : decimalBound
    return UInt64(truncatingIfNeeded: Int64(bounded * factor + 0.5))
  }
}
