import GestureTestSupport

extension SeededGenerator {
  /// A double of any bit pattern: subnormal, huge, infinite, not a number.
  mutating func anyDouble() -> Double {
    Double(bitPattern: next())
  }
}
