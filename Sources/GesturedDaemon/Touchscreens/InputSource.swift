import GestureCore
import GesturedConfiguration
import LinuxEventLoop

/// Where touchscreens come from: the machine's own, or recordings. The daemon's loop drives it.
///
/// All times are on the kernel's monotonic clock unless a stamp is meant.
protocol InputSource: AnyObject {
  /// Begins to watch, and tells of what is there already.
  func start(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) throws(DaemonError)

  /// Takes in what the poller says of a descriptor that is this source's.
  ///
  /// - Parameter planned: when the loop is woken next; nil for not before something is readable.
  /// - Returns: whether gestures have gone on and nothing else has come of it, so that nothing has to be looked after at the
  ///   end of the turn, and the loop need not be woken earlier.
  func handle(
    _ event: PollEvent, planned: Instant?, _ publisher: Publisher, poller: borrowing Poller,
    journal: inout Journal, now: Instant
  ) -> Bool

  /// When `advance` is to be called; nil for not before something is readable.
  var nextDeadline: Instant? { get }

  /// Does what is due, after all that came before it was read (TIM-1).
  func advance(to now: Instant, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal)

  /// Takes in that the machine has slept: what was under way is over, and nothing is made of the time asleep (T3).
  func resume(_ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant)

  /// Goes on by another configuration. What is decided otherwise of a device is acted on.
  func reconfigure(
    _ configuration: Configuration, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal,
    now: Instant
  )

  /// Opens and closes, at the end of each tick, what is read only while somebody wants it.
  func settle(_ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant)

  /// Looks, at the end of each tick, at when it wants to go on.
  func plan(_ publisher: Publisher, now: Instant)

  /// Has something done with each touchscreen that is there, in the order of their numbers, between its events.
  ///
  /// - Parameter body: is given the time on the clock of the touchscreen's stamps. What it is to publish it publishes.
  func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void)

  /// Whether nothing will ever come from it again.
  var isFinished: Bool { get }

  /// The moment on the clock of its stamps, for a greeting.
  func stamp(at now: Instant) -> Instant

  /// Ends all gestures and reads nothing any more, because the daemon stops.
  func stop(_ publisher: Publisher, poller: borrowing Poller, now: Instant)
}
