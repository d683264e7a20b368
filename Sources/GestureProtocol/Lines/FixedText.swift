/// A short constant piece of a line, at most 32 bytes. The value holds the bytes itself, so a use counts no references
/// and takes one store.
struct FixedText: Sendable {
  /// The most bytes of a piece.
  static let capacity = 32

  /// The bytes, the lowest of each number first, padded with zeros.
  let words: SIMD4<UInt64>
  /// The number of bytes.
  let length: Int

  /// A constant text of the program, never a name from outside. A text of more than 32 bytes is a programming error.
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
