import GestureCore
import GesturedConfiguration
import LinuxEventLoop

/// Where touchscreens come from: the machine's own, or recordings. The daemon's loop drives it.
///
/// All times are on the kernel's monotonic clock unless a stamp is meant.
protocol InputSource: AnyObject {
  /// Begins to watch, and tells of what is there already.
  func start(_ publisher: Publisher, _ turn: Turn) throws(DaemonError)

  /// Takes in what the poller says of a descriptor that is this source's. The turn owes what is to be done after it. Where
  /// gestures have only gone on, that is nothing.
  func handle(_ event: PollEvent, _ publisher: Publisher, _ turn: Turn)

  /// When `advance` is to be called; nil for not before something is readable.
  var nextDeadline: Instant? { get }

  /// Does what is due, after all that came before it was read (TIM-1).
  func advance(_ publisher: Publisher, _ turn: Turn)

  /// Takes in that the machine has slept: what was under way is over, and nothing is made of the time asleep (T3).
  func resume(_ publisher: Publisher, _ turn: Turn)

  /// Goes on by another configuration. What is decided otherwise of a device is acted on.
  func reconfigure(_ configuration: Configuration, _ publisher: Publisher, _ turn: Turn)

  /// Opens and closes what is read only while somebody wants it. The debt `families` asks for it.
  func settle(_ publisher: Publisher, _ turn: Turn)

  /// Looks, at the end of each turn that owed something, at when it wants to go on.
  func plan(_ publisher: Publisher, _ turn: Turn)

  /// Has something done with each touchscreen that is there, in the order of their numbers, between its events.
  ///
  /// - Parameter body: is given the time on the clock of the touchscreen's stamps. What it is to publish it publishes.
  func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void)

  /// Hands the answer to a question to the device that it is about, which is no touchscreen; false where none waits for it
  /// (PRS-10).
  func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool

  /// Takes away what is under way on all devices that are no touchscreens.
  func dropFamilies(_ publisher: Publisher, _ turn: Turn)

  /// Whether nothing will ever come from it again.
  var isFinished: Bool { get }

  /// The moment on the clock of its stamps, for a greeting.
  func stamp(at now: Instant) -> Instant

  /// Ends all gestures and reads nothing any more, because the daemon stops.
  func stop(_ publisher: Publisher, _ turn: Turn)
}
