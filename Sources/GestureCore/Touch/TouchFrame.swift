/// One event's worth of changes of one device's contacts, in slot order, each slot at most once.
///
/// Usually a SYN_REPORT is one frame. It is two when a slot was used twice in it: first the lifts and losses of
/// the old contacts, as an event of their own, then the rest (TCH-3, TCH-11).
public struct TouchFrame: Hashable, Sendable {
  /// Why the frame is there.
  public enum Cause: Hashable, Sendable {
    /// The device reported it.
    case report
    /// State was read anew after a dropped stretch. Where `lostContact` is true a contact vanished or was
    /// replaced in it, or landed beside others, so that no gesture which was still possible may complete.
    case resynchronized(lostContact: Bool)
    /// The device is gone; every contact is cancelled.
    case deviceRemoved
    /// The device is there and could not be followed for a while: the machine slept, or was held up, or another program
    /// has grabbed the device. Every contact is cancelled.
    case interrupted
    /// The system takes every contact away, though the device goes on telling of them (QUE-6).
    case cancelled
  }

  /// The stamp of the frame, never earlier than the one before it on the same device (TIM-5).
  public var time: Instant
  /// Why the frame is there.
  public var cause: Cause
  /// What changed, in slot order. Empty only after a dropped stretch.
  public var changes: [ContactChange]

  /// A frame.
  public init(time: Instant, cause: Cause = .report, changes: [ContactChange]) {
    self.time = time
    self.cause = cause
    self.changes = changes
  }
}

extension TouchFrame.Cause {
  /// Whether it is not known what came before it, and so what was so at deadlines before it (D5).
  var endsGap: Bool {
    switch self {
    case .resynchronized: true
    case .report, .deviceRemoved, .interrupted, .cancelled: false
    }
  }

  /// Why recognizers that are still possible have to give up: what they saw may not be what happened (TCH-30);
  /// nil where they need not.
  var loss: Reason? {
    switch self {
    case .report, .resynchronized(lostContact: false): nil
    case .resynchronized(lostContact: true): Reason("contactsLost")
    case .deviceRemoved: Reason("deviceRemoved")
    case .interrupted: Reason("interrupted")
    case .cancelled: Reason("touchesTakenAway")
    }
  }
}
