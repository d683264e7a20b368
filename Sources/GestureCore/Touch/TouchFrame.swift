/// One event's worth of changes of one device's contacts, in slot order, each slot at most once.
///
/// Most SYN_REPORTs become one frame. A SYN_REPORT that uses a slot twice becomes two frames. The first frame is an
/// event of its own with the lifts and losses of the old contacts. The second frame has the rest (TCH-3, TCH-11).
public struct TouchFrame: Hashable, Sendable {
  /// The reasons for a frame.
  public enum Cause: Hashable, Sendable {
    /// The device reported it.
    case report
    /// The device's state was read again after a dropped stretch. `lostContact` is true where a contact vanished, was
    /// replaced, or landed beside others in that stretch. Then gestures that were still possible may not complete.
    case resynchronized(lostContact: Bool)
    /// The device was removed. Every contact is cancelled.
    case deviceRemoved
    /// The device is present but could not be followed for a while: the machine slept or was held up, or another
    /// program grabbed the device. Every contact is cancelled.
    case interrupted
    /// The system takes every contact away while the device keeps reporting them (QUE-6).
    case cancelled
  }

  /// The stamp of the frame. It is never earlier than the previous stamp of the same device (TIM-5).
  public var time: Instant
  /// The reason for the frame.
  public var cause: Cause
  /// The changes, in slot order. The list is empty only after a dropped stretch.
  public var changes: [ContactChange]

  /// A frame.
  public init(time: Instant, cause: Cause = .report, changes: [ContactChange]) {
    self.time = time
    self.cause = cause
    self.changes = changes
  }

  /// Whether no contact lands, lifts or is lost.
  public var hasOnlyMoves: Bool {
    // Reads by position: a change is a large value, and a loop variable would copy it.
    for position in changes.indices where changes[position].kind != .moved { return false }
    return true
  }
}

extension TouchFrame.Cause {
  /// Whether the time before the frame is unknown, and with it the state at earlier deadlines (D5).
  var endsGap: Bool {
    switch self {
    case .resynchronized: true
    case .report, .deviceRemoved, .interrupted, .cancelled: false
    }
  }

  /// The reason why recognizers that are still possible must give up: the contacts they saw may differ from the real
  /// ones (TCH-30). Nil where the recognizers may go on.
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
