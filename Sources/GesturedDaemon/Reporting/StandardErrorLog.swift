import GestureCore
import LinuxEventLoop
import Logging

/// Logs to standard error: with a priority that journald understands where it reads it, else with a word.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level = .notice
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let isForJournal: Bool
  private let stream: StandardStream

  /// - Parameter environment: JOURNAL_STREAM says which stream journald reads.
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
    // Names are escaped where a message is put together. Whatever was missed there does no harm here: a message is one line (H10).
    let text = "\(event.message)".escapedForMessage(longest: Self.longestMessage)
    let line = Array("\(prefix)\(text)\n".utf8)
    // A log that cannot be written is not worth a word, as there is nowhere to say it, and one that nobody reads is not worth a wait
    // (P11): fingers and clients go before.
    var patience: TimeSpan? = .zero
    _ = stream.write(line, in: line.indices, interruptedBy: nil, patience: &patience)
  }

  /// Longer than any message is.
  private static let longestMessage = 8192

  /// The levels of syslog.
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
