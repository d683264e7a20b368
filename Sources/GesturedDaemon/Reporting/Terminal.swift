import GestureProtocol
import LinuxEventLoop

/// What the program says to the person, or the program, that started it.
public enum Terminal {
  /// Whether a person looks at standard output.
  public static var isWatched: Bool { StandardStream.output.isTerminal }

  /// Whether colours are welcome: on a terminal, unless NO_COLOR is set.
  public static var wantsColor: Bool { isWatched && ProcessEnvironment.inherited()["NO_COLOR"] == nil }

  /// One line on standard output.
  ///
  /// - Throws: `system` where it can not be written; not where its reader has seen enough.
  public static func say(_ text: String) throws(DaemonError) {
    let bytes = Array("\(text)\n".utf8)
    try put(bytes, in: bytes.indices)
  }

  /// A value as a line of JSON on standard output. Throws as `say` does.
  static func say(_ value: JSONValue) throws(DaemonError) {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    try put(bytes, in: bytes.indices)
  }

  /// Bytes on standard output. Throws as `say` does.
  static func put(_ bytes: [UInt8], in range: Range<Int>) throws(DaemonError) {
    guard case .failed(let errno) = StandardStream.output.write(bytes, in: range) else { return }
    throw .system(SystemError(operation: "write", errno: errno, path: "standard output"))
  }

  /// What a person is to do meanwhile, or a drawing, on standard error: standard output is for results.
  static func tell(_ text: String) {
    let bytes = Array(text.utf8)
    // Who does not read is not told: there is nowhere else to say it.
    _ = StandardStream.error.write(bytes, in: bytes.indices)
  }

  /// What is wrong, on standard error: each line with the program's name before it.
  public static func complain(_ text: String) {
    for line in text.split(separator: "\n") {
      let bytes = Array("gestured: \(line)\n".utf8)
      // Who does not read is not told: there is nowhere else to say it.
      _ = StandardStream.error.write(bytes, in: bytes.indices)
    }
  }
}
