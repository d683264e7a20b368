import ArgumentParser
import GestureClient
import GestureProtocol

/// `gesturectl ignore -- COMMAND`: ignores touches while a command runs.
struct IgnoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ignore",
    abstract: "Have gestured take no touches while a command runs.",
    discussion: """
      For a screen that is being cleaned, or dark by other means than its backlight:

        gesturectl ignore -- sleep 30

      With --wake the command keeps the screen dark, for example with a black window, and its end lights the screen. gestured swallows \
      the touch that ended the command, and touches that land within `wake_tail_ms` after it:

        gesturectl ignore --wake -- black-window

      Touches that are down are cancelled, and what lands meanwhile stays ignored until it lifts. It needs the right `ignore_interaction` in [rights] \
      of the daemon's configuration. Signals are passed on to the command, and its exit code is that of gesturectl. Applications see the \
      touches all the same.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Flag(
    help:
      "Take the touch that is down when the command ends, or has just lifted, for the one that has lit the screen."
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
