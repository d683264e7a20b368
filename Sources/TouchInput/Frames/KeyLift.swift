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
public struct KeyLift: Sendable {
  /// How long contacts may be silent after BTN_TOUCH 0. The kernel's driver for HID panels waits as long for a report
  /// before it lifts a finger by itself.
  public static var patience: TimeSpan { .milliseconds(100) }

  /// The time of BTN_TOUCH 0; nil where no lift waits.
  public private(set) var time: Instant?
  /// Whether BTN_TOUCH has lifted contacts that may still have their ids.
  private(set) var hasLifted = false
  /// Whether the panel's BTN_TOUCH may be a lift.
  private(set) var isTrusted = true

  /// The time from which the contacts count as lifted; nil where no lift waits.
  public var deadline: Instant? { time.map { $0 + Self.patience } }

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
  mutating func cancel() { time = nil }

  /// BTN_TOUCH is down, or the contacts are gone.
  mutating func end() {
    time = nil
    hasLifted = false
  }

  /// Decides on the lift that waits.
  ///
  /// - Returns: the time of the lift; nil where none waits, or it is too early.
  mutating func take(by now: Instant?) -> Instant? {
    guard let time, let deadline, now.map({ $0 >= deadline }) ?? true else { return nil }
    self.time = nil
    hasLifted = true
    return time
  }
}
