/// `[action.NAME]`: which lines start a command, and what command.
public struct ActionRule: Hashable, Sendable {
  /// What a rule may be about. The raw value is the word on the wire.
  public enum LineType: String, CaseIterable, Hashable, Sendable {
    case gesture, motion, remote, press, route

    /// Whether its lines speak of regions.
    var hasRegion: Bool { self == .gesture || self == .motion || self == .press }
    /// Whether its lines begin and end.
    var hasState: Bool { hasRegion }
  }

  /// Whose recognizers a rule is about: a client may call a public recognizer of its own as it likes.
  public enum Owner: String, CaseIterable, Hashable, Sendable {
    case configuration, clients, all
  }

  /// What is started.
  public enum Command: Hashable, Sendable {
    /// A line for `/bin/sh -c`.
    case shell(String)
    /// A program, by its path or its name in `PATH`, and its arguments; at least the program.
    case program([String])
  }

  /// The name of its table.
  public var name: String
  /// The types of lines; at least one.
  public var types: [LineType] = [.gesture]
  /// The kinds of gestures; empty for all. So are the other lists.
  public var kinds: [String] = []
  /// The recognizers' names.
  public var recognizers: [String] = []
  /// The numbers of fingers.
  public var touchCounts: [Int] = []
  /// The states: `began`, `changed`, `ended`, `cancelled`. Empty: once, when a gesture is recognized, or a shake or a press
  /// begins.
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
  /// Whose recognizers' gestures are meant.
  public var owner = Owner.configuration
  /// For how many milliseconds after a start it does not start again.
  public var debounceMilliseconds = 0.0
  /// How many of its commands may run at a time.
  public var parallel = 1
  /// What it starts.
  public var command: Command

  /// A rule that every gesture fits, and nothing else.
  public init(name: String, command: Command) {
    self.name = name
    self.command = command
  }
}
