/// Numbers, written by integer arithmetic without a heap allocation. The same value gives the same bytes on every
/// machine.
/// `LineWriter` documents the rules. A number takes at most 24 bytes, a pair 40, four decimals 80.
extension MutableSpan where Element: BitwiseCopyable {
  /// Writes a whole number.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(integer value: UInt64, at place: inout Int) {
    if value < 10 {
      write(UInt8(truncatingIfNeeded: 0x30 | value), at: &place)
    } else if value < EightDigits.limit {
      write(digits: value, width: 1, at: &place)
    } else {
      place = writeLarge(integer: value, at: place)
    }
  }

  /// Writes a whole number.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(integer value: Int, at place: inout Int) {
    if value < 0 { write(UInt8(ascii: "-"), at: &place) }
    write(integer: UInt64(value.magnitude), at: &place)
  }

  /// Writes a whole number below `EightDigits.limit`, padded with zeros to a width of 1 to 8.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(digits value: UInt64, width: Int, at place: inout Int) {
    let digits = EightDigits.values(of: value)
    // The bits of zeros before the first digit that is written.
    let zeros = (digits | 1 &<< UInt64(64 &- 8 &* width)).trailingZeroBitCount & ~7
    write(
      packed: (digits | EightDigits.characters) &>> UInt64(zeros), length: 8 &- zeros / 8, at: &place)
  }

  /// Writes seconds with at most six decimals.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(secondsOf microseconds: Int64, at place: inout Int) {
    place = writeSeconds(microseconds, at: place)
  }

  /// Writes a decimal number.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(decimal value: Double, at place: inout Int) {
    place = writeDecimal(value, at: place)
  }

  /// Writes two decimal numbers and a closing bracket: `40.5,30.25]`.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(pair x: Double, _ y: Double, at place: inout Int) {
    place = writePair(x, y, at: place)
  }

  /// Writes four decimal numbers, a comma after each.
  @_lifetime(self: copy self)
  mutating func write(decimals a: Double, _ b: Double, _ c: Double, _ d: Double, at place: inout Int) {
    write(decimal: a, closedBy: 0x2C, at: &place)
    write(decimal: b, closedBy: 0x2C, at: &place)
    write(decimal: c, closedBy: 0x2C, at: &place)
    write(decimal: d, closedBy: 0x2C, at: &place)
  }

  // The functions below are never inline. They return the next place, which therefore stays in a register on
  // both sides.

  @_lifetime(self: copy self)
  private mutating func writeSeconds(_ microseconds: Int64, at start: Int) -> Int {
    var place = start
    let magnitude = microseconds.magnitude
    if microseconds < 0 { write(UInt8(ascii: "-"), at: &place) }
    write(integer: magnitude / 1_000_000, at: &place)
    let fraction = magnitude % 1_000_000
    guard fraction > 0 else { return place }
    let digits = EightDigits.values(of: fraction &* 100)
    let bits = Self.bitsWithoutTrailingZeros(of: digits)
    // The next piece overwrites the bytes after the last digit.
    store((digits | EightDigits.characters) &<< 8 | 0x2E, at: place)
    return place &+ bits / 8 &+ 1
  }

  @_lifetime(self: copy self)
  private mutating func writeDecimal(_ value: Double, at start: Int) -> Int {
    var place = start
    write(decimal: value, closedBy: 0, at: &place)
    return place &- 1
  }

  @_lifetime(self: copy self)
  private mutating func writePair(_ x: Double, _ y: Double, at start: Int) -> Int {
    var place = start
    write(decimal: x, closedBy: 0x2C, at: &place)
    write(decimal: y, closedBy: 0x5D, at: &place)
    return place
  }

  /// Writes a decimal number and a byte after it.
  ///
  /// Nearly all numbers are below 10,000. One step finds their digits before and after the point.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func write(decimal value: Double, closedBy end: UInt8, at place: inout Int) {
    let scaled = LineWriter.scaled(value, by: 10_000)
    guard scaled < EightDigits.limit else {
      place = writeLarge(decimal: scaled, isNegative: value < 0, closedBy: end, at: place)
      return
    }
    if value < 0, scaled > 0 { write(UInt8(ascii: "-"), at: &place) }
    let digits = EightDigits.values(of: scaled)
    let characters = digits | EightDigits.characters
    // The fourth digit is written even where it is a zero.
    let zeros = (digits | 1 &<< 24).trailingZeroBitCount & ~7
    // Four digits and the point. The next piece overwrites the point where no decimals follow.
    store((characters & 0xFFFF_FFFF | 0x2E &<< 32) &>> UInt64(zeros), at: place)
    place &+= 4 &- zeros / 8
    if digits &>> 32 > 0 {
      let bits = Self.bitsWithoutTrailingZeros(of: digits)
      store(characters &>> 32, at: place &+ 1)
      place &+= bits / 8 &- 3
    }
    write(end, at: &place)
  }

  /// The number of bits up to the last digit that is not zero. At least one digit is not zero.
  @inline(__always)
  private static func bitsWithoutTrailingZeros(of digits: UInt64) -> Int {
    (71 &- digits.leadingZeroBitCount) & ~7
  }

  @inline(never)
  @_lifetime(self: copy self)
  private mutating func writeLarge(integer value: UInt64, at start: Int) -> Int {
    var place = start
    let upper = value / EightDigits.limit
    if upper < EightDigits.limit {
      write(digits: upper, width: 1, at: &place)
    } else {
      write(digits: upper / EightDigits.limit, width: 1, at: &place)
      write(digits: upper % EightDigits.limit, width: 8, at: &place)
    }
    write(digits: value % EightDigits.limit, width: 8, at: &place)
    return place
  }

  @inline(never)
  @_lifetime(self: copy self)
  private mutating func writeLarge(
    decimal scaled: UInt64, isNegative: Bool, closedBy end: UInt8, at start: Int
  ) -> Int {
    var place = start
    if isNegative { write(UInt8(ascii: "-"), at: &place) }
    write(integer: scaled / 10_000, at: &place)
    let fraction = EightDigits.values(of: scaled % 10_000 &* 10_000)
    if fraction > 0 {
      write(UInt8(ascii: "."), at: &place)
      let bits = Self.bitsWithoutTrailingZeros(of: fraction)
      write(packed: fraction | EightDigits.characters, length: bits / 8, at: &place)
    }
    write(end, at: &place)
    return place
  }
}
