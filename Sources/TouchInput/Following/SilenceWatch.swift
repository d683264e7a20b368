import GestureCore

/// The times at which the silence of a touched panel is checked: another program may have grabbed the device (D27).
///
/// The kernel does not tell readers of a device that another program has grabbed it. The device's state stays readable,
/// though: where its contacts differ from the reported ones, no events will come. After a harmless silence, the next
/// one may last twice as long.
struct SilenceWatch {
  /// The longest silence without a check.
  private static let longest = TimeSpan.milliseconds(60_000)

  /// A shorter silence hides no events: no finger lifts and another lands in less.
  private static var shortest: TimeSpan { TimeSpan(microseconds: 50_000) }

  private let least: TimeSpan
  /// The longest silence before the next check.
  private var patience: TimeSpan
  /// The time of the device's last events.
  private(set) var lastHeard = Instant(microseconds: 0)
  /// The time of the next check; nil once a reading has shown that no contact is down, so that no timer wakes the
  /// daemon while the panel rests. Frames do not postpone it, since setting a timer costs more than a frame.
  private(set) var deadline: Instant?

  /// - Parameter patience: the longest silence before a check.
  init(_ patience: TimeSpan) {
    least = patience
    self.patience = patience
  }

  /// Records events of the device.
  mutating func recordEvents(hasContacts: Bool, at now: Instant) {
    lastHeard = now
    patience = least
    followContacts(hasContacts, at: now)
  }

  /// Follows whether contacts are down, also where a frame ends without events.
  mutating func followContacts(_ hasContacts: Bool, at now: Instant) {
    deadline = hasContacts ? deadline ?? now + patience : nil
  }

  /// Whether the events that are read now may follow missed ones.
  func mayHaveMissed(at now: Instant) -> Bool { now - lastHeard > Self.shortest }

  /// Whether the silence has lasted long enough for a check.
  mutating func isDue(hasContacts: Bool, at now: Instant) -> Bool {
    guard let due = deadline, due <= now else { return false }
    deadline = nil
    guard hasContacts else { return false }
    guard now - lastHeard >= patience else {
      deadline = lastHeard + patience
      return false
    }
    return true
  }

  /// Confirms that the contacts are as reported: fingers rest.
  mutating func confirmContacts(at now: Instant) {
    patience = min(TimeSpan(microseconds: 2 * patience.microseconds), Self.longest)
    deadline = now + patience
  }
}
