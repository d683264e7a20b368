/// Swallows the touch that wakes a dark screen: the finger meant the screen, not its content.
///
/// ```
///   dark          ▁▁▁▁████████████▁▁▁▁▁▁▁▁   the finger lands on a dark screen
///   swallowed         ▕           ▏tail ▏    until the last finger lifts, and a moment longer
///   landings      ▁▁▁▁██▁▁██▁▁▁▁▁▁▁▁██▁▁██
///                     no   no        no  yes
/// ```
///
/// The daemon asks whether the screen is dark at a landing while no other finger is down. No program has to report that
/// the screen is lit. A client that darkens the screen by other means reports the touch that wakes it, and the daemon
/// calls `awaken`.
public struct WakeGuard: Hashable, Sendable {
  private enum State: Hashable {
    /// Landings count.
    case lit
    /// A finger that landed on a dark screen is down, perhaps with others beside it.
    case swallowing
    /// All fingers have lifted, not longer ago than the tail.
    case tail(until: Instant)
  }

  private let tail: TimeSpan
  private var state = State.lit

  /// A guard.
  ///
  /// - Parameter tail: the time after the last lift in which landings do not count.
  public init(tail: TimeSpan) {
    self.tail = tail
  }

  /// Sets whether the screen is dark as the first finger lands.
  public mutating func update(isDark: Bool, at time: Instant) {
    if isDark {
      state = .swallowing
    } else if case .tail(let until) = state, until < time {
      state = .lit
    }
  }

  /// Records that the screen was dark until now. The touch that is down or has just lifted has lit it.
  ///
  /// - Parameter hasContacts: whether a finger is down.
  mutating func awaken(hasContacts: Bool, at time: Instant) {
    state = hasContacts ? .swallowing : .tail(until: time + tail)
  }

  /// Whether a swallowed finger is down.
  public var isSwallowing: Bool { if case .swallowing = state { true } else { false } }

  /// Records that no finger is down.
  public mutating func recordLift(at time: Instant) {
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
