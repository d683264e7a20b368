/// A piece of a line that is known beforehand, kept in numbers of eight bytes, the lowest first: it is
/// written eight bytes at a time.
struct Fragment: Hashable, Sendable {
  /// The bytes; the last number is filled up with zeros.
  let words: [UInt64]
  /// How many bytes there are.
  let length: Int

  /// A piece of text: words of our own, or names that were escaped.
  init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// A piece of text as UTF-8.
  init(_ bytes: [UInt8]) {
    length = bytes.count
    var words = [UInt64](repeating: 0, count: (bytes.count + 7) / 8)
    for index in bytes.indices { words[index >> 3] |= UInt64(bytes[index]) << UInt64(8 * (index & 7)) }
    self.words = words
  }
}
