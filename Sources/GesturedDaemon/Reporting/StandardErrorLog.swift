import GestureCore
import LinuxEventLoop
import Logging

/// Logs to standard error: with a priority for journald where it reads the stream, otherwise with the level's name.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level = .notice
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let isForJournal: Bool
  private let stream: StandardStream

  /// - Parameter environment: JOURNAL_STREAM names the stream that journald reads.
  init(environment: ProcessEnvironment, level: Logger.Level, stream: StandardStream = .error) {
    isForJournal = stream.isNamed(by: environment["JOURNAL_STREAM"])
    self.stream = stream
    logLevel = level
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let prefix = isForJournal ? "<\(Self.priority(of: event.level))>" : "gestured: \(event.level): "
    // Messages escape names. Escaping again covers forgotten places, and keeps a message on one line (H10).
    let text = "\(event.message)".escapedForMessage(longest: Self.longestMessage)
    let line = Array("\(prefix)\(text)\n".utf8)
    // A failed write is ignored, because no other place exists to report it. A blocked reader is not waited for (P11):
    // touches and clients come first.
    var patience: TimeSpan? = .zero
    _ = stream.write(line, in: line.indices, interruptedBy: nil, patience: &patience)
  }

  /// Longer than any message.
  private static let longestMessage = 8192

  /// The priority of a level, as in `syslog`.
  private static func priority(of level: Logger.Level) -> Int {
    switch level {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
