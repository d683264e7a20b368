import GestureCore
import GestureProtocol
import GesturedBase
import LinuxEventLoop

/// Output for the person or program that started this process.
public enum Terminal {
  /// Whether standard output is a terminal.
  public static var isWatched: Bool { StandardStream.output.isTerminal }

  /// Whether to write colors: on a terminal, unless NO_COLOR is set.
  public static var wantsColor: Bool { isWatched && ProcessEnvironment.inherited()["NO_COLOR"] == nil }

  /// Writes one line to standard output.
  ///
  /// - Throws: `system` where writing fails. A closed reader is not an error.
  public static func say(_ text: String) throws(DaemonError) {
    let bytes = Array("\(text)\n".utf8)
    try write(bytes, in: bytes.indices)
  }

  /// Writes a value as a line of JSON to standard output. Throws as `say` does.
  static func say(_ value: JSONValue) throws(DaemonError) {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    try write(bytes, in: bytes.indices)
  }

  /// Writes bytes to standard output. Throws as `say` does.
  static func write(_ bytes: [UInt8], in range: Range<Int>) throws(DaemonError) {
    guard case .failed(let errno) = StandardStream.output.write(bytes, in: range) else { return }
    throw .system(SystemError(operation: "write", errno: errno, path: "standard output"))
  }

  /// Writes instructions or a drawing for a person to standard error, as standard output is for results.
  static func tell(_ text: String) {
    let bytes = Array(text.utf8)
    // A failed write is ignored, because no other place exists to report it.
    _ = StandardStream.error.write(bytes, in: bytes.indices)
  }

  /// Writes a warning to standard error, after the program's name.
  package static func complain(_ line: MessageLine) { complain(line.description) }

  /// Writes the error that ends the program.
  public static func complain(_ error: DaemonError) { complain(error.description) }

  /// Writes errors to standard error, each line after the program's name.
  static func complain(_ text: String) {
    for line in text.split(separator: "\n") {
      let bytes = Array("gestured: \(line)\n".utf8)
      // A failed write is ignored, because no other place exists to report it.
      _ = StandardStream.error.write(bytes, in: bytes.indices)
    }
  }
}
