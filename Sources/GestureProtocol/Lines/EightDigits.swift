/// Finds the eight digits of a whole number below 100,000,000 at once. Each step splits all parts of the number into
/// two smaller ones, which lie side by side in one word. A step takes one multiplication for all parts. Digits that are
/// found one by one make the line of a gesture, and that of ten touches, a quarter dearer.
///
/// ```
///   12345678
///   1234     5678           two numbers of 32 bits
///   12  34   56  78         four of 16
///   1 2 3 4  5 6 7 8        eight of 8: the first digit is the lowest byte, as it is stored
/// ```
enum EightDigits {
  /// The number of whole numbers that have at most eight digits.
  static let limit: UInt64 = 100_000_000
  /// Turns digits of the values 0 to 9 into characters.
  static let characters: UInt64 = 0x3030_3030_3030_3030

  /// The values of the eight digits, the first in the lowest byte.
  ///
  /// Products with reciprocals give the quotients. They are exact for the values that occur: below `limit` for 10,000,
  /// below 10,000 for 100, and below 100 for 10.
  @inline(__always)
  static func values(of number: UInt64) -> UInt64 {
    let upper = (number &* 109_951_163) &>> 40
    // Each step stores the remainder above the quotient: the dividend minus the quotient times the divisor.
    let halves = (number &<< 32) &- upper &* ((10_000 &<< 32) &- 1)
    let hundreds = ((halves &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let quarters = (halves &<< 16) &- hundreds &* ((100 &<< 16) &- 1)
    let tens = ((quarters &* 103) &>> 10) & 0x000F_000F_000F_000F
    return (quarters &<< 8) &- tens &* ((10 &<< 8) &- 1)
  }
}
