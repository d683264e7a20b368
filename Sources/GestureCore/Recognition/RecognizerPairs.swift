/// A set of ordered pairs of recognizers, one bit each. A lookup costs the same for any number of pairs.
///
/// Clients choose how many recognizers share a touch, and each two of them need an answer from the set (H3).
struct RecognizerPairs: Sendable {
  private var words: [UInt64] = []
  /// The number of words in a row. A row holds the pairs of one first recognizer.
  private var width = 0
  /// Whether the set is empty.
  private(set) var isEmpty = true

  /// Whether the set has a pair.
  func contains(_ first: Int, _ second: Int) -> Bool {
    guard !isEmpty, first < width * 64, second < width * 64 else { return false }
    return words[first * width + second >> 6] & (1 << UInt64(second & 63)) != 0
  }

  /// Adds a pair of numbers, which are not negative.
  mutating func insert(_ first: Int, _ second: Int) {
    makeRoom(for: max(first, second))
    isEmpty = false
    words[first * width + second >> 6] |= 1 << UInt64(second & 63)
  }

  /// Whether any pair begins with a recognizer.
  func hasPair(from first: Int) -> Bool {
    guard !isEmpty, first < width * 64 else { return false }
    for word in words[first * width..<(first + 1) * width] where word != 0 { return true }
    return false
  }

  /// Removes the pairs that contain a recognizer.
  mutating func removeAll(with number: Int) {
    guard !isEmpty, number < width * 64 else { return }
    for word in number * width..<(number + 1) * width { words[word] = 0 }
    let bit: UInt64 = ~(1 << UInt64(number & 63))
    var word = number >> 6
    while word < words.count {
      words[word] &= bit
      word += width
    }
  }

  /// Removes all pairs and keeps the storage.
  mutating func removeAll() {
    guard !isEmpty else { return }
    isEmpty = true
    for word in words.indices { words[word] = 0 }
  }

  private mutating func makeRoom(for number: Int) {
    guard number >= width * 64 else { return }
    let wider = max(number >> 6 + 1, width * 2)
    var next = Array(repeating: UInt64(0), count: wider * wider * 64)
    for row in 0..<width * 64 {
      for word in 0..<width { next[row * wider + word] = words[row * width + word] }
    }
    words = next
    width = wider
  }
}
