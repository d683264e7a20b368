import GestureCore
import Logging
import Synchronization
import Testing

@testable import GesturedDaemon

@Suite struct JournalTests {
  private let log = Log()

  @Test("P12 each cause speaks five times in 30 s; the rest is counted and told with its next line")
  func limit() {
    var journal = Journal(log.logger)
    for number in 0..<105 {
      journal.warning(.subscriber, "line \(number)", now: .start + .milliseconds(Double(number)))
    }
    journal.notice(.lifecycle, "another cause", now: .start + .milliseconds(200))
    #expect(log.lines == (0..<5).map { "warning: line \($0)" } + ["notice: another cause"])
    journal.warning(.subscriber, "at its end", now: .start + .milliseconds(30_000))
    #expect(log.lines.count == 6)
    journal.warning(.subscriber, "after it", now: .start + .milliseconds(30_001))
    journal.warning(.subscriber, "and on", now: .start + .milliseconds(30_002))
    #expect(
      log.lines.suffix(2) == [
        "warning: after it (101 more like this were not logged)", "warning: and on",
      ])
  }

  @Test("A hundred thousand causes, since names are anybody's, log no more than their limits together")
  func manyCauses() {
    var journal = Journal(log.logger)
    for number in 0..<100_000 { journal.warning(.device("device \(number)"), "it is there", now: .start) }
    #expect(log.lines.count <= 256 + 5)
    journal.warning(.device("device 0"), "one that was there from the start", now: .start)
    #expect(log.lines.last == "warning: one that was there from the start")
  }

  @Test("Decisions are logged for those who ask alone")
  func debug() {
    Journal(log.logger).debug("not for all")
    #expect(log.lines == [])
    Journal(log.logger(level: .debug)).debug("for one who asks")
    #expect(log.lines == ["debug: for one who asks"])
  }
}

/// A log that keeps what it is told.
private final class Log: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  var logger: Logger { logger(level: .notice) }

  func logger(level: Logger.Level) -> Logger {
    var logger = Logger(label: "test") { _ in Handler(log: self) }
    logger.logLevel = level
    return logger
  }

  fileprivate func keep(_ line: String) {
    kept.withLock { $0.append(line) }
  }
}

private struct Handler: LogHandler {
  let log: Log
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
