import DaemonTestSupport
import GestureCore
import LinuxEventLoop

@testable import GesturedDaemon
@testable import GesturedDevices
@testable import GesturedServing

extension DaemonFiles {
  /// A daemon that plays recordings. It serves them from the first connection on, unless the test sets another start.
  func daemon(
    _ recordings: [RecordingFile], realSpeed: Bool = false, together: Bool = false,
    start: ReplayOptions.Start = .connection, lead: Double = 0, servesSocket: Bool = false,
    dump: DumpFormat? = .json
  ) throws -> Daemon {
    let options = ReplayOptions(isAtRealSpeed: realSpeed, isTogether: together, start: start, lead: lead)
    return try Daemon(
      DaemonOptions(
        configuration: configuration, input: .recordings(recordings, options),
        socket: servesSocket ? try socket : nil, dump: dump, isVerbose: false),
      environment: ProcessEnvironment([:]), output: output)
  }
}

extension Daemon {
  /// Makes the daemon stop at a time.
  func stop(at now: Instant) throws {
    turn.begin(at: now)
    try stop()
  }

  /// Lets the daemon run at one moment until it has no work left.
  ///
  /// - Returns: Whether the daemon goes on.
  func settle(at now: Instant) throws -> Bool {
    // Far more turns than any story takes. A story without end fails, and does not hang.
    for _ in 0..<10_000 {
      if try !tick(at: now) { return false }
      // The other thread's readings belong to this moment, however long the thread takes.
      if longRequests.isBusy {
        longRequests.waitForReadings()
        continue
      }
      guard let nextDeadline, nextDeadline <= now else { return true }
    }
    throw NeverSettles()
  }

  /// Lets time pass from deadline to deadline until the daemon ends.
  ///
  /// - Returns: The time at which the daemon ended.
  func runToTheEnd(from start: Instant = .start) throws -> Instant {
    var now = start
    for _ in 0..<10_000 {
      if try !settle(at: now) { return now }
      guard let next = nextDeadline else { throw NeverSettles() }
      now = next
    }
    throw NeverSettles()
  }
}

/// A daemon that runs for ever, or waits for an event that does not come.
struct NeverSettles: Error {}
