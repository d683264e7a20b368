import GestureCore

/// The lift of a panel that ends no ids and only says with BTN_TOUCH that nothing touches (D16).
///
/// ```
///   BTN_TOUCH 0, perhaps with moves       ──▶ waiting ── 100 ms without news of them ──▶ lifted, at the time of BTN_TOUCH 0
///                                              │ BTN_TOUCH 1                              │ BTN_TOUCH 1, or another id
///                                              ▼                                          ▼
///                                            the contacts go on                         those that change land
/// ```
///
/// The moves of the report with BTN_TOUCH 0 wait with the lift. They do not count where it is one.
///
/// BTN_TOUCH counts until the panel moves a contact after BTN_TOUCH 0. The end of an id alone says nothing of BTN_TOUCH: some
/// drivers end an id now and then, or those of all fingers but the last.
///
/// A panel may toggle BTN_TOUCH while a finger rests. It shows this where BTN_TOUCH comes back sooner than a finger can, and
/// no contact has landed. After two such returns a lift needs a longer silence, until one was true. BTN_TOUCH may bounce
/// once. Lifts are also in doubt where the panel ends an id that had come back to its place after a lift. They never are
/// where a slot took another id after a lift: that panel leaves ids to the next contact.
///
/// Before its time, a lift counts where BTN_TOUCH comes back with another id in the slot: both say that the finger lifted. A
/// new contact in another slot says it after the shortest pause of a finger. In doubt it says it after the usual silence, as
/// does a contact far from its place.
public struct KeyLift: Sendable {
  /// How long contacts may be silent after BTN_TOUCH 0. The kernel's driver for HID panels waits as long for a report
  /// before it lifts a finger by itself.
  public static var patience: TimeSpan { .milliseconds(100) }
  /// The same on a panel that has toggled BTN_TOUCH: its resting finger is rarely silent for so long.
  private static var longPatience: TimeSpan { .milliseconds(1000) }
  /// No finger lifts and lands within this time: Android takes two taps with a shorter pause for one.
  private static var shortestPause: TimeSpan { .milliseconds(40) }
  /// The number of returns within that time from which on lifts are in doubt.
  private static var returnsUntilDoubt: Int { 2 }

  /// The news of the contacts with BTN_TOUCH 1.
  enum Landing {
    /// There is no new contact, and none is far from its place.
    case none
    /// A contact is far from its place.
    case leap
    /// A contact has a new id, in a slot that was empty.
    case newID
    /// A contact has a new id, in the slot of one whose id has not ended.
    case otherID
  }

  /// The time of BTN_TOUCH 0; nil where no lift waits.
  public private(set) var time: Instant?
  /// The time of the BTN_TOUCH 0 that the present report ends with BTN_TOUCH 1.
  private var earlier: Instant?
  /// How often BTN_TOUCH has come back sooner than a finger can, since the last true lift.
  private var quickReturns = 0
  /// Whether the last landing after a lift was under the same id, near its place: the lift may have been none.
  private var isBackAtPlace = false
  /// Whether a slot took another id after a lift, although the panel had not ended the id.
  private var leavesIDs = false
  /// Whether BTN_TOUCH has lifted contacts that may still have their ids.
  private(set) var hasLifted = false
  /// Whether the panel's BTN_TOUCH may be a lift.
  private(set) var isTrusted = true

  /// Whether the panel seems to toggle BTN_TOUCH under a finger.
  var isDoubtful: Bool { quickReturns >= Self.returnsUntilDoubt && !leavesIDs }

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

  /// Records that the panel ends a contact by its id.
  mutating func recordLiftByID() {
    if isBackAtPlace { quickReturns = Self.returnsUntilDoubt }
  }

  /// Records that a slot receives another id after a lift.
  mutating func recordReplacement() { leavesIDs = true }

  /// Nothing is left to lift.
  mutating func cancel() {
    time = nil
    earlier = nil
  }

  /// Records that BTN_TOUCH is down again, before the lift counts.
  mutating func recordReturn() {
    if let time { earlier = time }
    time = nil
  }

  /// Judges whether the report that presses BTN_TOUCH shows a lift before.
  ///
  /// - Returns: the time of the lift before, where the report shows that it was one; nil where the contacts go on.
  mutating func judgeReport(at stamp: Instant, _ landing: Landing) -> Instant? {
    guard let lift = earlier else { return nil }
    earlier = nil
    let pause = stamp - lift
    let isLift =
      switch landing {
      case .none: false
      case .leap: isDoubtful && pause >= Self.patience
      case .newID: pause >= (isDoubtful ? Self.patience : Self.shortestPause)
      case .otherID: true
      }
    if isLift {
      recordLanding(isAtPlace: false)
      if landing == .otherID { recordReplacement() }
      return lift
    }
    if landing != .newID, pause < Self.shortestPause, !isDoubtful { quickReturns += 1 }
    return nil
  }

  /// Records that a finger has landed after a lift by BTN_TOUCH.
  ///
  /// - Parameter isAtPlace: whether its id is that of the lifted finger, and its place is near.
  mutating func recordLanding(isAtPlace: Bool) {
    quickReturns = 0
    isBackAtPlace = isAtPlace
  }

  /// BTN_TOUCH is down, or the contacts are gone.
  mutating func end() {
    time = nil
    hasLifted = false
  }

  /// Decides on the lift that waits.
  ///
  /// - Returns: the time of the lift; nil where none waits, or it is too early. In doubt the lift counts when it is decided.
  mutating func decide(by now: Instant?) -> Instant? {
    guard let time, let deadline, now.map({ $0 >= deadline }) ?? true else { return nil }
    self.time = nil
    hasLifted = true
    return isDoubtful ? deadline : time
  }
}
