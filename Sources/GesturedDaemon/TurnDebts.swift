/// The work that the loop owes before it sleeps. The code that creates a debt puts it here. `Daemon` pays debts in the order below:
/// requests while it serves clients, the timer's deadlines just before it sleeps, and the others in `pay`.
///
/// Fingers that only move owe nothing: such a turn is over once their lines are written.
struct TurnDebts: OptionSet {
  let rawValue: UInt16

  /// Requests go on, or a long one was read.
  static let requests = TurnDebts(rawValue: 1 << 0)
  /// The daemon leaves, or has no reason to stay.
  static let farewell = TurnDebts(rawValue: 1 << 1)
  /// Clients have said something, have lines that wait, or go.
  static let clients = TurnDebts(rawValue: 1 << 2)
  /// Lines went to the dump, whose reader may be gone.
  static let dump = TurnDebts(rawValue: 1 << 3)
  /// A socket rests and listens again at its time.
  static let entrance = TurnDebts(rawValue: 1 << 4)
  /// The configuration is to be read, or waits for the last finger.
  static let reload = TurnDebts(rawValue: 1 << 5)
  /// Recognizers, regions or touchscreens are others, or clients listen to something else.
  static let hearing = TurnDebts(rawValue: 1 << 6)
  /// The service manager is told that the loop turns.
  static let watchdog = TurnDebts(rawValue: 1 << 7)
  /// Devices that are no touchscreens are opened or closed.
  static let families = TurnDebts(rawValue: 1 << 8)
  /// Memory that was needed once is given back, once no finger is down.
  static let memory = TurnDebts(rawValue: 1 << 9)
  /// Something may be due earlier than the loop is woken. Every other debt may have led to that, so this one is paid with each.
  static let deadlines = TurnDebts(rawValue: 1 << 10)

  /// The debts of a turn that comes at its planned time.
  static let ofTime: TurnDebts = [.entrance, .reload, .watchdog, .deadlines]
  /// All of them.
  static let all = TurnDebts(rawValue: (1 << 11) - 1)
}
