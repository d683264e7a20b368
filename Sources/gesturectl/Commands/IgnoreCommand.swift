import ArgumentParser
import GestureClient
import GestureProtocol

/// `gesturectl ignore -- COMMAND`: ignores touches while a command runs.
struct IgnoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ignore",
    abstract: "Make gestured ignore touches while a command runs.",
    discussion: """
      Use it while the screen is cleaned, or while a program keeps it dark without the backlight:

        gesturectl ignore -- sleep 30

      With --wake the command keeps the screen dark, for example with a black window, and its end lights the screen. gestured swallows \
      the touch that ended the command, and touches that land within `wake_tail_ms` after it:

        gesturectl ignore --wake -- black-window

      Touches that are down are cancelled. Touches that land meanwhile are ignored until they lift. The user needs the right `ignore_interaction` in [rights] \
      of the daemon's configuration. gesturectl passes signals on to the command and ends with its exit code. Applications still see the touches.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Flag(
    help:
      "Treat the touch that is down when the command ends, or has just lifted, as the touch that lit the screen."
  )
  var wake = false

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("The command to run, after --.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    if command.isEmpty { throw ValidationError("There is nothing to run: give a command after --.") }
  }

  func run() async throws {
    let connection = try await connection.connectForLease()
    let reply = try await connection.request(IgnoreInteractionCommand.name, ["state": "begin"])
    guard try reply.decode(as: Answer.self).scope == "all" else {
      throw CommandFailure(.noRightToIgnore)
    }
    let status = try await InhibitCommand.run(command)
    // A daemon that has ended meanwhile ignores nothing any more.
    if wake { try? await connection.ignoreInteraction(false, wakes: true) }
    try await InhibitCommand.end(with: status, closing: connection)
  }

  private struct Answer: Decodable {
    var scope: String
  }
}
