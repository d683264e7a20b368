import GestureCore
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop

/// A source of touchscreens: the machine's own, or recordings. The daemon's loop drives the source, which publishes its
/// events.
///
/// All times are on the kernel's monotonic clock, except stamps.
package protocol InputSource: AnyObject {
  /// Begins to watch, and publishes the touchscreens that are present.
  func start() throws(DaemonError)

  /// Reads one of the source's descriptors after its event, and leaves the following work to the turn as debts.
  /// Gestures that only go on leave no debt.
  func read(_ event: PollEvent)

  /// Reads all nodes that are readable in this turn, in the order of their events' stamps (QUE-1).
  func readTogether(_ turn: Turn)

  /// When to call `advance`; nil while only a readable descriptor matters.
  var nextDeadline: Instant? { get }

  /// Does what is due, after reading everything that came before (TIM-1).
  func advance()

  /// Ends what was under way because the machine has slept. The time asleep has no effect (T3).
  func resume()

  /// Applies another configuration, and acts on each device that it treats differently.
  ///
  /// - Parameter wanted: when the reload was asked for; nil for now. It may have waited for the last finger.
  func reconfigure(_ configuration: Configuration, wanted: Instant?)

  /// Opens and closes devices that are read only while a client needs them. The debt `families` calls for this.
  func settle()

  /// Updates `nextDeadline`. Called at the end of each turn that owed something.
  func plan()

  /// Calls a function for each present touchscreen, in the order of their numbers, between its events.
  ///
  /// - Parameter body: receives the time on the clock of the touchscreen's stamps, and publishes its own events.
  func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void)

  /// Passes an answer to the device that asked, which is not a touchscreen (PRS-10).
  ///
  /// - Returns: false where no device waits for the answer.
  func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool

  /// Cancels what is under way on all devices that are not touchscreens.
  func dropFamilies()

  /// The filters of the touchscreens, in the order of their numbers; empty where none is to be filtered.
  var filterReports: [FilterReport] { get }

  /// Pauses the filter of a touchscreen for a client; nil stands for all touchscreens.
  func pauseFilter(of device: Int?, by client: Int)

  /// Ends pauses of a client, and a release by resting fingers.
  func resumeFilter(of device: Int?, by client: Int)

  /// Ends all pauses of clients that have gone.
  func forgetPauses(of clients: Set<Int>)

  /// Whether a finger is down on a touchscreen that is grabbed.
  var isTouchedWhileGrabbed: Bool { get }

  /// Whether the source has ended and no event will come from it.
  var isFinished: Bool { get }

  /// The time on the clock of the source's stamps, for a greeting.
  func stamp(at now: Instant) -> Instant

  /// Ends all gestures and stops reading, because the daemon stops.
  func stop()
}

extension InputSource {
  package var filterReports: [FilterReport] { [] }
  package func pauseFilter(of device: Int?, by client: Int) {}
  package func resumeFilter(of device: Int?, by client: Int) {}
  package func forgetPauses(of clients: Set<Int>) {}
  package var isTouchedWhileGrabbed: Bool { false }

  /// Reads node by node, for sources whose events have an order of their own.
  package func readTogether(_ turn: Turn) {
    for index in 0..<turn.poller.readyCount {
      let event = turn.poller[index]
      if event.token.kind == TokenKind.device || event.token.kind == TokenKind.family { read(event) }
    }
  }
}
