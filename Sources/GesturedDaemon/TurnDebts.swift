/// The work that the loop owes before it sleeps. The code that creates a debt puts it here. `Daemon` pays debts in the
/// order below: requests while it serves clients, the timer's deadlines just before it sleeps, and the others in `pay`.
///
/// Fingers that only move create no debt. Such a turn ends once their lines are written.
struct TurnDebts: OptionSet {
  let rawValue: UInt16

  /// Requests are unfinished, or a long one was read.
  static let requests = TurnDebts(rawValue: 1 << 0)
  /// The daemon is stopping, or has no reason to go on.
  static let farewell = TurnDebts(rawValue: 1 << 1)
  /// Clients have sent requests, have waiting lines, or depart.
  static let clients = TurnDebts(rawValue: 1 << 2)
  /// The dump has new lines, and its reader may be gone.
  static let dump = TurnDebts(rawValue: 1 << 3)
  /// A resting socket has to listen again at its time.
  static let entrance = TurnDebts(rawValue: 1 << 4)
  /// The configuration has to be read, or waits for the last finger.
  static let reload = TurnDebts(rawValue: 1 << 5)
  /// Recognizers, regions or touchscreens have changed, or clients have changed their subscriptions.
  static let hearing = TurnDebts(rawValue: 1 << 6)
  /// The service manager waits for a sign of life.
  static let watchdog = TurnDebts(rawValue: 1 << 7)
  /// Devices other than touchscreens have to be opened or closed.
  static let families = TurnDebts(rawValue: 1 << 8)
  /// Memory that was needed once has to be returned, once no finger is down.
  static let memory = TurnDebts(rawValue: 1 << 9)
  /// A deadline may come before the planned time. Any other debt may have set one, so that this debt is paid with each.
  static let deadlines = TurnDebts(rawValue: 1 << 10)

  /// The debts of a turn that begins at its planned time.
  static let ofTime: TurnDebts = [.entrance, .reload, .watchdog, .deadlines]
  /// All debts.
  static let all = TurnDebts(rawValue: (1 << 11) - 1)
}
