/// Cuts a stream of bytes into lines.
struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// How far has been looked for a newline.
  private var examined = 0

  /// The bytes that wait, of lines and of a beginning of one.
  var count: Int { bytes.count - start }

  /// Takes in what was read.
  mutating func append(_ new: ArraySlice<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      examined -= start
      start = 0
    }
    bytes += new
  }

  /// The next whole line without its newline; nil where there is none yet.
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
