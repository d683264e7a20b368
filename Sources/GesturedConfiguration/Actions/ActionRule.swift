/// `[action.NAME]`: which gestures start a command, and what command.
public struct ActionRule: Hashable, Sendable {
  /// What is started.
  public enum Command: Hashable, Sendable {
    /// A line for `/bin/sh -c`.
    case shell(String)
    /// A program, by its path or its name in `PATH`, and its arguments; at least the program.
    case program([String])
  }

  /// The name of its table.
  public var name: String
  /// The kinds of gestures; empty for all. So are the other lists.
  public var kinds: [String] = []
  /// The recognizers' names.
  public var recognizers: [String] = []
  /// The numbers of fingers.
  public var touchCounts: [Int] = []
  /// The states: `began`, `changed`, `ended`, `cancelled`. Empty: once a gesture, when it is recognized.
  public var states: [String] = []
  /// The regions' names.
  public var regions: [String] = []
  /// Whether regions inside of those count too.
  public var includesDescendants = true
  /// The touchscreens' names.
  public var devices: [String] = []
  /// Where swipes go.
  public var directions: [String] = []
  /// Where edge pans come from.
  public var edges: [String] = []
  /// How many taps.
  public var taps: [Int] = []
  /// For how many milliseconds after a start it does not start again.
  public var debounceMilliseconds = 0.0
  /// How many of its commands may run at a time.
  public var parallel = 1
  /// What it starts.
  public var command: Command

  /// A rule that every gesture fits.
  public init(name: String, command: Command) {
    self.name = name
    self.command = command
  }
}
