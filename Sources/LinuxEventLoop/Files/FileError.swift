import GestureCore

/// Why a file could not be read or written.
public enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path holds something other than a regular file: a directory, a named pipe, a device.
  case notARegularFile(path: String)
  /// The file has more than that many bytes.
  case tooLarge(path: String, maximumBytes: Int)
  /// A system call failed.
  case system(SystemError)

  /// One line: the path, the problem, the allowed input, the advice.
  public var description: String {
    switch self {
    case .notARegularFile(let path):
      "\(path.escapedForMessage): not a regular file (a directory, a pipe or a device): give the path of a file"
    case .tooLarge(let path, let maximumBytes):
      "\(path.escapedForMessage): larger than the \(maximumBytes) bytes that are allowed: give a smaller file"
    case .system(let error):
      "\(error)"
    }
  }
}

extension FileError: AdvisedMessage {
  package var advice: String {
    switch self {
    case .notARegularFile: "Check the path: the program reads files only."
    case .tooLarge: "Check that it is the right file; split it if it is."
    case .system(let error): error.advice
    }
  }

  package static let samples: [FileError] = [
    .notARegularFile(path: "…"), .tooLarge(path: "…", maximumBytes: MessageLine.sampleNumber),
    .system(SystemError(operation: "…", errno: .ioError, path: "…")),
  ]
}
