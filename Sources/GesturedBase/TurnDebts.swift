/// The work that the loop owes before it sleeps. The code that creates a debt puts it here. `Daemon` pays debts in the
/// order below: requests while it serves clients, the timer's deadlines just before it sleeps, and the others in `pay`.
///
/// Fingers that only move create no debt. Such a turn ends once their lines are written.
package struct TurnDebts: OptionSet {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Requests are unfinished, or a long one was read.
  package static let requests = TurnDebts(rawValue: 1 << 0)
  /// The daemon is stopping, or has no reason to go on.
  package static let farewell = TurnDebts(rawValue: 1 << 1)
  /// Clients have sent requests, have waiting lines, or depart.
  package static let clients = TurnDebts(rawValue: 1 << 2)
  /// The dump has new lines, and its reader may be gone.
  package static let dump = TurnDebts(rawValue: 1 << 3)
  /// A resting socket has to listen again at its time.
  package static let entrance = TurnDebts(rawValue: 1 << 4)
  /// The configuration has to be read, or waits for the last finger.
  package static let reload = TurnDebts(rawValue: 1 << 5)
  /// Recognizers, regions or touchscreens have changed, or clients have changed their subscriptions.
  package static let hearing = TurnDebts(rawValue: 1 << 6)
  /// The service manager waits for a sign of life.
  package static let watchdog = TurnDebts(rawValue: 1 << 7)
  /// Devices other than touchscreens have to be opened or closed.
  package static let families = TurnDebts(rawValue: 1 << 8)
  /// Memory that was needed once has to be returned, once no finger is down.
  package static let memory = TurnDebts(rawValue: 1 << 9)
  /// A deadline may come before the planned time. Any other debt may have set one, so that this debt is paid with each.
  package static let deadlines = TurnDebts(rawValue: 1 << 10)

  /// The debts to clients that wait. Each turn looks for them, and a list in another room would make an array each time.
  package static let ofClients = TurnDebts(rawValue: 1 << 0 | 1 << 2)
  /// The debts of a turn that begins at its planned time.
  static let ofTime: TurnDebts = [.entrance, .reload, .watchdog, .deadlines]
  /// All debts.
  static let all = TurnDebts(rawValue: (1 << 11) - 1)
}
