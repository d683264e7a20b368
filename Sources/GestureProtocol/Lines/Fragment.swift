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
    words = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
