import ArgumentParser
import GestureCore
import LinuxEventLoop

/// The program's output.
enum Console {
  /// Whether standard output is a terminal.
  static var isWatched: Bool { StandardStream.output.isTerminal }

  /// Prints a line on standard output at once, for readers that read line by line. Where the reader has closed its end,
  /// the program ends without a failure.
  ///
  /// - Throws: a failure where the line cannot be written for another reason.
  static func say(_ line: [UInt8]) throws(CommandFailure) {
    let bytes = line + [UInt8(ascii: "\n")]
    try write(bytes)
  }

  /// Prints a line on standard output.
  static func say(_ line: String) throws(CommandFailure) {
    try say(Array(line.utf8))
  }

  /// Prints bytes on standard output.
  static func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    switch StandardStream.output.write(bytes, in: bytes.indices) {
    case .written, .interrupted, .stalled: return
    case .readerGone: Gesturectl.exit()
    case .failed(let errno):
      throw CommandFailure(.outputNotWritten, "\(errno)")
    }
  }

  /// Prints a warning on standard error.
  static func complain(_ line: MessageLine) { report(line.description) }

  /// Prints news on standard error, with the program's name before each line.
  static func report(_ text: String) {
    for line in text.split(separator: "\n") {
      let bytes = Array("gesturectl: \(line)\n".utf8)
      // A failure is ignored, as there is no other place to report it.
      _ = StandardStream.error.write(bytes, in: bytes.indices)
    }
  }
}
