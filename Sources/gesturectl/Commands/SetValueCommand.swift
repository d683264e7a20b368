import ArgumentParser
import GestureClient
import GestureProtocol

/// `gesturectl set`: sets values and options of recognizers of the configuration, and switches them on and off.
struct SetValueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set a value of a gesture under way, or change a recognizer while a command runs.",
    discussion: """
      A value counts from now on:

        gesturectl set zoom --scale 1

      Other changes end with the command. While a game runs, back is off and swipes are longer:

        gesturectl set back --disable -- game
        gesturectl set swipe --option minimum_distance_mm=20 -- game

      The user needs the right `adjust` in [rights] of the daemon's configuration. gesturectl passes signals on to the command and ends with its exit code.
      """)

  @Argument(
    help: ArgumentHelp("The recognizer of the configuration.", valueName: "recognizer"),
    completion: NamesCommand.completion(of: .recognizers))
  var recognizer: String

  @Option(help: ArgumentHelp("The translation of a pan, in mm.", valueName: "x,y"))
  var translation: Position?

  @Option(help: ArgumentHelp("The scale of a pinch.", valueName: "number"))
  var scale: Double?

  @Option(help: ArgumentHelp("The angle of a rotation, in radians.", valueName: "number"))
  var rotation: Double?

  @Flag(help: "Take a transform back to its beginning.")
  var identity = false

  @Flag(help: "Switch the recognizer on while the command runs.")
  var enable = false

  @Flag(help: "Switch the recognizer off while the command runs.")
  var disable = false

  @Option(
    help: ArgumentHelp(
      "An option of the recognizer's kind while the command runs: a number, true, false, a word, or words with commas. "
        + "It may be repeated.",
      valueName: "key=value"))
  var option: [OptionValueArgument] = []

  @Option(
    help: ArgumentHelp("For a value: the number of the touchscreen. Default: all.", valueName: "number"),
    completion: NamesCommand.completion(of: .numbers))
  var device: Int?

  @OptionGroup var connection: ConnectionOptions

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("The command to run, after --.", valueName: "command"))
  var command: [String] = []

  /// The number of values that the options set.
  private var valueCount: Int {
    [translation != nil, scale != nil, rotation != nil, identity].count { $0 }
  }

  private var changes: Bool { enable || disable || !option.isEmpty }

  func validate() throws {
    if enable, disable {
      throw ValidationError("--enable and --disable exclude one another: give one of the two.")
    }
    guard changes else {
      if valueCount != 1 {
        throw ValidationError(
          "Found \(valueCount) values: give one of --translation, --scale, --rotation and --identity, or --enable, --disable or "
            + "--option.")
      }
      if !command.isEmpty { throw ValidationError("A value needs no command: leave out what follows --.") }
      return
    }
    if valueCount > 0 { throw ValidationError("A value and other changes need a call each: give either.") }
    if device != nil {
      throw ValidationError(
        "--device is for a value: leave it out, since other changes count on all touchscreens.")
    }
    if command.isEmpty { throw ValidationError("The changes end with a command: give one after --.") }
  }

  func run() async throws {
    let connection = try await connection.connectForLease()
    guard changes else {
      try await connection.set(
        recognizer, translation: translation.map { ScreenPoint(x: $0.x, y: $0.y) }, scale: scale,
        rotation: rotation, identity: identity, device: device)
      return
    }
    if enable || disable { try await connection.setEnabled(enable, of: recognizer) }
    if !option.isEmpty {
      let options = Dictionary(option.map { ($0.key, $0.value) }) { _, last in last }
      try await connection.setOptions(options, of: recognizer)
    }
    let status = try await InhibitCommand.run(command)
    try await InhibitCommand.end(with: status, closing: connection)
  }
}

/// An option on the command line: `minimum_distance_mm=20`.
struct OptionValueArgument: ExpressibleByArgument {
  let key: String
  let value: JSONValue

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    key = parts[0]
    value = Self.value(parts[1])
  }

  private static func value(_ text: String) -> JSONValue {
    if text == "true" { return true }
    if text == "false" { return false }
    if let whole = Int(text) { return .integer(whole) }
    if let number = Double(text), number.isFinite { return .number(number) }
    guard text.contains(",") else { return .text(text) }
    return .list(text.split(separator: ",").map { .text(String($0)) })
  }
}
