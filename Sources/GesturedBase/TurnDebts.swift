/// The work that the loop owes before it sleeps. The code that creates a debt adds it here. `Daemon` pays
/// requests while it serves clients, deadlines just before it sleeps, and the others in `pay`, which has their order.
///
/// Fingers that only move create no debt. Such a turn ends once their lines are written.
///
/// It is no `OptionSet`, since a list literal of one would allocate an array in each other room. The debts
/// are `@inlinable`, since other rooms would call a function for each.
@usableFromInline
package struct TurnDebts: Equatable, Sendable {
  @usableFromInline var bits: UInt16

  @inlinable init(_ bits: UInt16) { self.bits = bits }

  /// Requests are unfinished, or a long one was read.
  @inlinable package static var requests: TurnDebts { TurnDebts(1 << 0) }
  /// The daemon is stopping, or has no reason to go on.
  @inlinable package static var farewell: TurnDebts { TurnDebts(1 << 1) }
  /// Clients have sent requests, have waiting lines, or depart.
  @inlinable package static var clients: TurnDebts { TurnDebts(1 << 2) }
  /// The dump has new lines, and its reader may be gone.
  @inlinable package static var dump: TurnDebts { TurnDebts(1 << 3) }
  /// A resting socket has to listen again at its time.
  @inlinable package static var entrance: TurnDebts { TurnDebts(1 << 4) }
  /// The configuration has to be read, or waits for the last finger.
  @inlinable package static var reload: TurnDebts { TurnDebts(1 << 5) }
  /// Recognizers, regions or touchscreens have changed, or clients have changed their subscriptions.
  @inlinable package static var hearing: TurnDebts { TurnDebts(1 << 6) }
  /// The service manager waits for a sign of life.
  @inlinable package static var watchdog: TurnDebts { TurnDebts(1 << 7) }
  /// Devices other than touchscreens have to be opened or closed.
  @inlinable package static var families: TurnDebts { TurnDebts(1 << 8) }
  /// A deadline may come before the planned time. Any other debt may have set one, so that this debt is paid with each.
  @inlinable package static var deadlines: TurnDebts { TurnDebts(1 << 9) }
  /// Recognizers have sent actions.
  @inlinable package static var actions: TurnDebts { TurnDebts(1 << 10) }

  /// The debts of a turn that begins at its planned time.
  static let ofTime = entrance | reload | watchdog | deadlines
  /// All debts.
  static let all = TurnDebts((1 << 11) - 1)

  /// Whether there are none.
  @inlinable package var isEmpty: Bool { bits == 0 }

  /// Whether any debt is in both.
  @inlinable package func overlaps(_ other: TurnDebts) -> Bool { bits & other.bits != 0 }

  /// The debts of both.
  @inlinable package static func | (one: TurnDebts, other: TurnDebts) -> TurnDebts {
    TurnDebts(one.bits | other.bits)
  }

  /// Removes debts.
  ///
  /// - Returns: whether any of them existed.
  package mutating func remove(_ other: TurnDebts) -> Bool {
    defer { bits &= ~other.bits }
    return overlaps(other)
  }
}
