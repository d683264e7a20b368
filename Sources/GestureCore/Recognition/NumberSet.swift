/// A set of small numbers: a bit each, so that asking costs the same however many there are.
struct NumberSet: Sendable {
  private var words: [UInt64]

  /// The set of some numbers, all of them below a bound.
  init(_ numbers: [Int], below bound: Int) {
    words = Array(repeating: 0, count: (bound + 63) / 64)
    for number in numbers { words[number / 64] |= 1 << UInt64(number % 64) }
  }

  /// Whether a number below the bound is in the set.
  func contains(_ number: Int) -> Bool {
    words[number / 64] & (1 << UInt64(number % 64)) != 0
  }
}
