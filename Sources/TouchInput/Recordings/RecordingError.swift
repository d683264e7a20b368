import GestureCore

/// A file that is not a recording: the place of the error, the text there, and the allowed text.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1 on.
  public let line: Int
  /// The text that was found: printable ASCII, shortened.
  public let found: String
  /// The text that is allowed there.
  public let allowed: String

  public init(line: Int, found: String, allowed: String) {
    self.line = line
    self.found = found
    self.allowed = allowed
  }

  /// One line for people; the caller puts the file's name before it.
  public var description: String {
    "line \(line): found \(found), allowed is \(allowed)"
  }

  /// The longest piece of a file that is shown, in bytes.
  private static let maximumShown = 40

  /// A printable form of bytes from a hostile file: quoted, with all but printable ASCII escaped.
  public static func quote(_ bytes: ArraySlice<UInt8>) -> String {
    guard !bytes.isEmpty else { return "the end of the line" }
    var text = "'"
    for byte in bytes.prefix(maximumShown) {
      if (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\\") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text + (bytes.count > maximumShown ? "…'" : "'")
  }
}

extension RecordingError: AdvisedMessage {
  package var advice: String { "Give a file that `gestured --record`, evemu or libinput wrote, unchanged." }

  package static let samples = [RecordingError(line: MessageLine.sampleNumber, found: "…", allowed: "…")]
}
