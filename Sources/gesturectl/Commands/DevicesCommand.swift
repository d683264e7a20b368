import ArgumentParser
import GestureClient
import GestureProtocol

/// `gesturectl devices`: the touchscreens that the daemon reads.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the touchscreens that gestured reads.",
    discussion: "gestured --list-devices says why a device is not read.")

  @OptionGroup var output: FormatOption
  @OptionGroup var connection: ConnectionOptions

  func run() async throws {
    let connection = try await connection.connect()
    guard output.isText else {
      return try Console.say(try await connection.request(GestureProtocol.DevicesCommand.name).line.bytes)
    }
    let devices = try await connection.devices()
    for device in devices {
      if let text = EventText.line(for: .device(device)) { try Console.say(text) }
    }
    if devices.isEmpty { try Console.say("no touchscreen: gestured --list-devices says why") }
  }
}
