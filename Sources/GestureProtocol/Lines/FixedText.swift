/// A short piece of a line that is known beforehand: at most 32 bytes, kept in the value itself, so that using it counts
/// no references and it is written at once.
struct FixedText: Sendable {
  /// The most bytes of a piece.
  static let capacity = 32

  /// The bytes, the lowest of each number first, filled up with zeros.
  let words: SIMD4<UInt64>
  /// How many bytes there are.
  let length: Int

  /// A piece of text: words of our own, never names from outside. A longer one is a programming error.
  init(_ text: String) {
    precondition(text.utf8.count <= Self.capacity, "\(text) is longer than \(Self.capacity) bytes")
    var words = SIMD4<UInt64>()
    for (position, byte) in text.utf8.enumerated() {
      words[position / 8] |= UInt64(byte) << UInt64(position % 8 * 8)
    }
    self.words = words
    length = text.utf8.count
  }
}
