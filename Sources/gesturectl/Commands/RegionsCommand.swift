import ArgumentParser
import GestureClient
import GestureProtocol

/// `gesturectl regions`: lists the regions.
struct RegionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regions", abstract: "List the regions of the screens, of the configuration and of clients.")

  @OptionGroup var output: FormatOption
  @OptionGroup var connection: ConnectionOptions

  func run() async throws {
    let connection = try await connection.connect()
    let reply = try await connection.request(GestureProtocol.RegionsCommand.name, collecting: "region")
    for line in reply.listed {
      if output.isText {
        if let text = EventText.line(for: line.event) { try Console.say(text) }
      } else {
        try Console.say(line.bytes)
      }
    }
  }
}
