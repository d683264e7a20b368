import ArgumentParser
import LinuxEventLoop

/// What the program says.
enum Console {
  /// Whether a person looks at standard output.
  static var isWatched: Bool { StandardStream.output.isTerminal }

  /// A line on standard output, at once: who reads line by line gets it now. Where the reader has seen enough the program
  /// ends, and that is no failure.
  ///
  /// - Throws: where it cannot be written for another reason.
  static func say(_ line: [UInt8]) throws(CommandFailure) {
    let bytes = line + [UInt8(ascii: "\n")]
    try put(bytes)
  }

  /// A line on standard output.
  static func say(_ line: String) throws(CommandFailure) {
    try say(Array(line.utf8))
  }

  /// Bytes on standard output.
  static func put(_ bytes: [UInt8]) throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    switch StandardStream.output.write(bytes, in: bytes.indices) {
    case .written, .interrupted, .stalled: return
    case .readerGone: Gesturectl.exit()
    case .failed(let errno):
      throw CommandFailure(exitCode: 74, message: "standard output cannot be written: \(errno)")
    }
  }

  /// What is wrong, on standard error: each line with the program's name before it.
  static func complain(_ text: String) {
    for line in text.split(separator: "\n") {
      let bytes = Array("gesturectl: \(line)\n".utf8)
      // Who does not read is not told: there is nowhere else to say it.
      _ = StandardStream.error.write(bytes, in: bytes.indices)
    }
  }
}
