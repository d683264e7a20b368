import Logging
import Synchronization

/// A log that keeps its lines.
package final class KeptLog: Sendable {
  private let kept = Mutex<[String]>([])

  package init() {}

  package var lines: [String] { kept.withLock { $0 } }

  package var logger: Logger { logger(level: .notice) }

  package func logger(level: Logger.Level) -> Logger {
    var logger = Logger(label: "test") { _ in Handler(log: self) }
    logger.logLevel = level
    return logger
  }

  fileprivate func keep(_ line: String) {
    kept.withLock { $0.append(line) }
  }
}

private struct Handler: LogHandler {
  let log: KeptLog
  var logLevel = Logger.Level.notice
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    log.keep("\(event.level): \(event.message)")
  }
}
