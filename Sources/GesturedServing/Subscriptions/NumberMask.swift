/// A set of small numbers, a bit each. A query allocates nothing and costs the same for any size of the set.
struct NumberMask: Hashable {
  private var words: [UInt64] = []

  /// The empty set.
  init() {}

  /// A set of numbers, none below zero.
  init(_ numbers: some Sequence<Int>) {
    for number in numbers { insert(number) }
  }

  /// Whether the set is empty.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Whether the set contains a number.
  func contains(_ number: Int) -> Bool {
    let word = number >> 6
    guard words.indices.contains(word) else { return false }
    return words[word] & (1 << UInt64(number & 63)) != 0
  }

  /// Adds a number, which is not below zero.
  mutating func insert(_ number: Int) {
    let word = number >> 6
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(number & 63)
  }

  /// Adds a number, which is not below zero, or removes it.
  mutating func set(_ number: Int, _ isIn: Bool) {
    if isIn {
      insert(number)
    } else if words.indices.contains(number >> 6) {
      words[number >> 6] &= ~(1 << UInt64(number & 63))
      // Trailing zeros go, so that sets with the same numbers are equal.
      while words.last == 0 { words.removeLast() }
    }
  }

  /// Removes the numbers of another set.
  mutating func subtract(_ other: NumberMask) {
    for word in 0..<min(words.count, other.words.count) { words[word] &= ~other.words[word] }
    while words.last == 0 { words.removeLast() }
  }

  /// Adds the numbers of another set.
  mutating func formUnion(_ other: NumberMask) {
    while words.count < other.words.count { words.append(0) }
    for word in other.words.indices { words[word] |= other.words[word] }
  }
}
