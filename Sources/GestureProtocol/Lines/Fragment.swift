/// A piece of a line that is known in advance. Numbers of eight bytes hold it, the lowest byte first, so that eight
/// bytes are written at a time.
struct Fragment: Hashable, Sendable {
  /// The bytes, padded with zeros.
  let words: [UInt64]
  /// The number of bytes.
  let length: Int

  /// A constant text of the program, or an escaped name.
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
