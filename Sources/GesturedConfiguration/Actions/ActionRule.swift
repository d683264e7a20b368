public import GestureProtocol

/// `[action.NAME]`: the lines that start a command, and the command.
public struct ActionRule: Hashable, Sendable {
  /// The types of lines for a rule that filters can name. Idle lines come in addition (`idleSpans`).
  public static let lineTypes = LineType.allCases.filter(\.declaration.startsCommands)

  /// The owner of the recognizers for a rule. A client may give its own public recognizer any name.
  public enum Owner: String, CaseIterable, Hashable, Sendable {
    case configuration, clients, all
  }

  /// The command that a rule starts.
  public enum Command: Hashable, Sendable {
    /// A line for `/bin/sh -c`.
    case shell(String)
    /// A program, by its path or its name in `PATH`, and its arguments; the list holds at least the program.
    case program([String])
  }

  /// The name of the rule's table.
  public var name: String
  /// The types of lines; empty only for a rule of idle lines alone.
  public var types: [LineType] = [.gesture]
  /// The kinds of gestures; empty for all. The other lists mean all when they are empty, too.
  public var kinds: [String] = []
  /// The recognizers' names.
  public var recognizers: [String] = []
  /// The numbers of fingers.
  public var touchCounts: [Int] = []
  /// The states: `began`, `changed`, `ended`, `cancelled`. An empty list means once, when a gesture is recognized, or
  /// when a shake, a press or a span without fingers begins.
  public var states: [String] = []
  /// The regions' names.
  public var regions: [String] = []
  /// Whether regions inside those count too.
  public var includesDescendants = true
  /// The touchscreens' names.
  public var devices: [String] = []
  /// The names of actions.
  public var actions: [String] = []
  /// The spans without fingers, in seconds, for idle lines; empty for a rule without idle lines.
  public var idleSpans: [Double] = []
  /// The directions of swipes.
  public var directions: [String] = []
  /// The edges where edge pans begin, deferred ones too.
  public var edges: [String] = []
  /// The numbers of taps.
  public var taps: [Int] = []
  /// The owner of the gestures' recognizers.
  public var owner = Owner.configuration
  /// The time after a start, in milliseconds, in which the rule does not start again.
  public var debounceMilliseconds = 0.0
  /// The most commands of this rule that may run at a time.
  public var parallel = 1
  /// The command.
  public var command: Command

  /// A rule with the defaults: all gestures of the configuration's recognizers fit it, and nothing else does.
  public init(name: String, command: Command) {
    self.name = name
    self.command = command
  }
}
