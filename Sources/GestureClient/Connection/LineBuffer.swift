/// Cuts a stream of bytes into lines.
struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// The index of the next line's first byte.
  private var start = 0
  /// The index up to which no newline was found.
  private var examined = 0

  /// The number of bytes that wait, of whole lines and of a beginning.
  var count: Int { bytes.count - start }

  /// Appends bytes of the stream.
  mutating func append(_ new: ArraySlice<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      examined -= start
      start = 0
    }
    bytes += new
  }

  /// The next whole line without its newline; nil where no whole line waits.
  mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[examined...].firstIndex(of: UInt8(ascii: "\n")) else {
      examined = bytes.count
      return nil
    }
    defer {
      start = end + 1
      examined = start
    }
    return bytes[start..<end]
  }
}
