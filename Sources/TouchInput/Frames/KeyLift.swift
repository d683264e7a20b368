import GestureCore

/// The lift of a panel that ends no ids and only says with BTN_TOUCH that nothing touches (D16).
///
/// ```
///   BTN_TOUCH 0, perhaps with moves       ──▶ waiting ── 100 ms without news of them ──▶ lifted, at the time of BTN_TOUCH 0
///                                              │ BTN_TOUCH 1, or a lift by id             │ BTN_TOUCH 1, or another id
///                                              ▼                                          ▼
///                                            the contacts go on                         those that change land
/// ```
///
/// The moves of the report with BTN_TOUCH 0 wait with the lift. They do not count where it is one.
///
/// BTN_TOUCH counts until the panel ends an id, or moves a contact after BTN_TOUCH 0: ids are more exact.
///
/// A panel may toggle BTN_TOUCH while a finger rests. It shows this where BTN_TOUCH comes back sooner than a finger can, and
/// no contact has landed. From then on a lift needs a longer silence, until one was true.
public struct KeyLift: Sendable {
  /// How long contacts may be silent after BTN_TOUCH 0. The kernel's driver for HID panels waits as long for a report
  /// before it lifts a finger by itself.
  public static var patience: TimeSpan { .milliseconds(100) }
  /// The same on a panel that has toggled BTN_TOUCH: its resting finger is rarely silent for so long.
  private static var longPatience: TimeSpan { .milliseconds(1000) }
  /// No finger lifts and lands within this time: Android takes two taps with a shorter pause for one.
  private static var shortestPause: TimeSpan { .milliseconds(40) }

  /// The time of BTN_TOUCH 0; nil where no lift waits.
  public private(set) var time: Instant?
  /// The time of the BTN_TOUCH 0 that the present report ends with BTN_TOUCH 1.
  private var earlier: Instant?
  /// Whether the panel has toggled BTN_TOUCH under a finger.
  private(set) var isDoubtful = false
  /// Whether BTN_TOUCH has lifted contacts that may still have their ids.
  private(set) var hasLifted = false
  /// Whether the panel's BTN_TOUCH may be a lift.
  private(set) var isTrusted = true

  /// The time from which the contacts count as lifted; nil where no lift waits.
  public var deadline: Instant? { time.map { $0 + (isDoubtful ? Self.longPatience : Self.patience) } }

  /// The time from which on nothing may happen before the lift that waits; nil where none waits, or it is in doubt.
  public var barrier: Instant? { isDoubtful ? nil : time }

  /// BTN_TOUCH is up since a report, or longer.
  mutating func begin(at stamp: Instant) {
    if isTrusted, time == nil { time = stamp }
  }

  /// A report moves contacts while BTN_TOUCH is up.
  mutating func distrust() {
    isTrusted = false
    end()
  }

  /// The panel ends contacts by their ids.
  mutating func noteLiftByID() { distrust() }

  /// Nothing is left to lift.
  mutating func cancel() {
    time = nil
    earlier = nil
  }

  /// BTN_TOUCH is down again, before the lift counts.
  mutating func noteReturn() {
    if let time { earlier = time }
    time = nil
  }

  /// Notes the report that presses BTN_TOUCH.
  ///
  /// - Parameter landsContact: whether the report has a new contact.
  mutating func noteReport(at stamp: Instant, landsContact: Bool) {
    if let earlier, !landsContact, stamp - earlier < Self.shortestPause { isDoubtful = true }
    earlier = nil
  }

  /// A finger has landed after a lift by BTN_TOUCH.
  mutating func noteLanding() { isDoubtful = false }

  /// BTN_TOUCH is down, or the contacts are gone.
  mutating func end() {
    time = nil
    hasLifted = false
  }

  /// Decides on the lift that waits.
  ///
  /// - Returns: the time of the lift; nil where none waits, or it is too early. In doubt the lift counts when it is decided.
  mutating func take(by now: Instant?) -> Instant? {
    guard let time, let deadline, now.map({ $0 >= deadline }) ?? true else { return nil }
    self.time = nil
    hasLifted = true
    return isDoubtful ? deadline : time
  }
}
