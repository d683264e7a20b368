/// The touch that wakes a dark screen is nobody's: it was meant for the screen, not for what is on it.
///
/// ```
///   dark          ▁▁▁▁████████████▁▁▁▁▁▁▁▁   the finger lands on a dark screen
///   swallowed         ▕           ▏tail ▏    until the last finger lifts, and a moment longer
///   landings      ▁▁▁▁██▁▁██▁▁▁▁▁▁▁▁██▁▁██
///                     no   no        no  yes
/// ```
///
/// Whether the screen is dark is asked at a landing while no finger is down; nobody has to tell when it is lit. Who darkens it by
/// other means says so himself, with `awaken`.
public struct WakeGuard: Hashable, Sendable {
  private enum State: Hashable {
    /// Landings count.
    case lit
    /// A finger is down that landed on a dark screen, perhaps others beside it.
    case swallowing
    /// They have lifted, and hardly more than a moment ago.
    case tail(until: Instant)
  }

  private let tail: TimeSpan
  private var state = State.lit

  /// A guard.
  ///
  /// - Parameter tail: how long landings do not count after the last finger has lifted.
  public init(tail: TimeSpan) {
    self.tail = tail
  }

  /// Takes note of how the screen is now that the first finger lands.
  public mutating func note(isDark: Bool, at time: Instant) {
    if isDark {
      state = .swallowing
    } else if case .tail(let until) = state, until < time {
      state = .lit
    }
  }

  /// Takes note that the screen was dark until now, and that the touch which is down, or has just lifted, has lit it.
  ///
  /// - Parameter hasContacts: whether a finger is down.
  public mutating func awaken(hasContacts: Bool, at time: Instant) {
    state = hasContacts ? .swallowing : .tail(until: time + tail)
  }

  /// Whether a finger is down that is nobody's.
  public var isSwallowing: Bool { if case .swallowing = state { true } else { false } }

  /// Takes note that no finger is down.
  public mutating func noteLift(at time: Instant) {
    if case .swallowing = state { state = .tail(until: time + tail) }
  }

  /// Whether a landing at a time does not count.
  func swallows(at time: Instant) -> Bool {
    switch state {
    case .lit: false
    case .swallowing: true
    case .tail(let until): time <= until
    }
  }
}
