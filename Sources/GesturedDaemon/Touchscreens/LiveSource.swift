import GestureCore
import GesturedConfiguration
import LinuxEventLoop

final class LiveSource: InputSource {
  init(configuration: Configuration, recognizers: RecognizerSet) {}
  func start(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) throws(DaemonError) {}
  func handle(
    _ event: PollEvent, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) {}
  var nextDeadline: Instant? { nil }
  func advance(to now: Instant, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal) {}
  func plan(_ publisher: Publisher, now: Instant) {}
  var isFinished: Bool { false }
  func stamp(at now: Instant) -> Instant { now }
  func stop(_ publisher: Publisher, now: Instant) {}
}
