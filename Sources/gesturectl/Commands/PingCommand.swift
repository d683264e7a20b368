import ArgumentParser
import GestureClient
import GestureProtocol

/// `gesturectl ping`: checks whether the daemon answers.
struct PingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ping", abstract: "Ask whether gestured answers; the exit code says so.")

  @OptionGroup var output: FormatOption
  @OptionGroup var connection: ConnectionOptions

  func run() async throws {
    let connection = try await connection.connect()
    guard output.isText else {
      return try Console.say(try await connection.request(GestureProtocol.PingCommand.name).line.bytes)
    }
    let (seconds, attoseconds) = try await connection.ping().components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    try Console.say(
      "gestured \(connection.hello.version) at \(connection.path) answers in \(microseconds) µs")
  }
}
