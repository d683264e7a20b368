import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedBase

@Suite struct JournalTests {
  private let log = KeptLog()

  @Test("P12 each cause speaks five times in 30 s; the rest is counted and told with its next line")
  func limit() {
    var journal = Journal(log.logger)
    for number in 0..<105 {
      journal.warning(
        .subscriber, TestMessage.line.with("line \(number)"), now: .start + .milliseconds(Double(number)))
    }
    journal.notice(.lifecycle, "another cause", now: .start + .milliseconds(200))
    #expect(log.lines == (0..<5).map { "warning: line \($0)" } + ["notice: another cause"])
    journal.warning(.subscriber, TestMessage.line.with("at its end"), now: .start + .milliseconds(30_000))
    #expect(log.lines.count == 6)
    journal.warning(.subscriber, TestMessage.line.with("after it"), now: .start + .milliseconds(30_001))
    journal.warning(.subscriber, TestMessage.line.with("and on"), now: .start + .milliseconds(30_002))
    #expect(
      log.lines.suffix(2) == [
        "warning: after it (101 more like this were not logged)", "warning: and on",
      ])
  }

  @Test("A hundred thousand causes, since names are anybody's, log no more than their limits together")
  func manyCauses() {
    var journal = Journal(log.logger)
    for number in 0..<100_000 {
      journal.warning(.device("device \(number)"), TestMessage.line.with("it is there"), now: .start)
    }
    #expect(log.lines.count <= 256 + 5)
    journal.warning(
      .device("device 0"), TestMessage.line.with("one that was there from the start"), now: .start)
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

/// A message for the journal.
private enum TestMessage: String, DeclaredMessage {
  case line = "…"

  var advice: String { "Nothing." }
}
