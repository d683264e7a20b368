import GestureCore

/// When the silence of a panel with fingers on it is looked into: another program may have grabbed it (D27).
///
/// Who has grabbed a device is not told to those who read it, but its state still is to be had: contacts that are not as
/// they were told say that nothing will come. A silence that was none of these may be twice as long the next time.
struct SilenceWatch {
  /// The longest silence that is not looked into.
  private static let longest = TimeSpan.milliseconds(60_000)

  /// After a shorter silence nothing can have been missed: no finger lifts and another lands in less.
  private static var shortest: TimeSpan { TimeSpan(microseconds: 50_000) }

  private let least: TimeSpan
  /// How long a silence may be.
  private var patience: TimeSpan
  /// When the device last said anything.
  private(set) var lastHeard = Instant(microseconds: 0)
  /// When to look; nil while no contact is down. It is not put off with each frame, since setting a timer costs more than
  /// the frame.
  private(set) var deadline: Instant?

  /// - Parameter patience: how long a silence may be before it is looked into.
  init(_ patience: TimeSpan) {
    least = patience
    self.patience = patience
  }

  /// Notes that it said something.
  mutating func noteHeard(hasContacts: Bool, at now: Instant) {
    lastHeard = now
    patience = least
    if deadline == nil, hasContacts { deadline = now + patience }
  }

  /// Whether something may have been missed before what is read now.
  func mayHaveMissed(at now: Instant) -> Bool { now - lastHeard > Self.shortest }

  /// Whether the silence has lasted for long enough to look into it.
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

  /// Notes that the contacts are as they were told: fingers rest.
  mutating func noteRest(at now: Instant) {
    patience = min(TimeSpan(microseconds: 2 * patience.microseconds), Self.longest)
    deadline = now + patience
  }
}
