import ArgumentParser
import GestureClient

/// `gesturectl switch --off NAME -- COMMAND`: switches recognizers of the configuration off while a command runs.
struct SwitchOffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch",
    abstract: "Switch recognizers of the configuration off while a command runs.",
    discussion: """
      An application that needs swipes for itself runs without gestured's:

        gesturectl switch --off menu --off kind:swipe -- game

      A recognizer that is off gets no touch that lands meanwhile. With the filter, the application receives these touches at once. Without a command, \
      the recognizers stay off until gesturectl is stopped. Others may hold them off too.

      The user needs the right `switch` in [rights] of the daemon's configuration.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp(
      "A recognizer to switch off, or kind: and a kind. May be repeated.", valueName: "name"),
    completion: NamesCommand.completion(of: .switches))
  var off: [String] = []

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("The command to run, after --.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    if off.isEmpty { throw ValidationError("There is nothing to switch: give --off and a name.") }
  }

  func run() async throws {
    let connection = try await connection.connectForLease()
    try await connection.switchRecognizers(off: off)
    guard command.isEmpty else {
      let status = try await InhibitCommand.run(command)
      try await InhibitCommand.end(with: status, closing: connection)
      return
    }
    Console.report("the recognizers are off until this program is stopped")
    for try await _ in connection.lines {}
    throw GestureClientError.bye("end of replay")
  }
}
