import ArgumentParser
import GestureClient

/// `gesturectl record`: writes raw touches as a recording.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Write touches as a recording that gestured --replay plays, until interrupted.",
    discussion: """
      Touches come from raw.sock, which is off by default. For the service, `systemctl enable gestured-raw.socket` switches it on, and \
      members of gestured-raw may read it. For a daemon of your own, set `raw = true` in [socket] of its configuration, or give --raw-socket:

        gesturectl record > touches.events
        gestured --replay touches.events --dump

      The recording holds the touches as the daemon delivers them: a touch ends when a gesture takes it. To record all that a device reports, use gestured --record.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Option(help: ArgumentHelp("The touchscreen's number, where there are several.", valueName: "number"))
  var device: Int?

  @OptionGroup var time: TimeoutOption

  func run() async throws {
    let connection = try await connection.connect(forRawTouches: true)
    let screen = try await touchscreen(of: connection)
    var filter = GestureFilter(types: [.touches])
    filter.devices = [screen.device]
    try await connection.subscribe(GestureSubscription(to: [filter], touches: [.phases]))
    // A signal ends the connection only, so that the last frame is still written.
    SignalRouter.shared.handle { [connection] _ in
      connection.close()
      return true
    }
    _ = try await time.limit {
      try await Self.write(TouchRecording(of: screen), of: connection)
    }
  }

  private static func write(_ recording: TouchRecording, of connection: GestureConnection) async throws {
    var recording = recording
    try Console.put(recording.head)
    var failure: (any Error)?
    do {
      for try await event in connection.events {
        if case .touches(let update) = event { try Console.put(recording.take(update)) }
      }
    } catch {
      failure = error
    }
    // The last frame is complete, whatever ended the stream.
    try Console.put(recording.finish())
    if let failure { throw failure }
  }

  private func touchscreen(of connection: GestureConnection) async throws -> Touchscreen {
    for screen in try await connection.devices() where device == nil || screen.device == device {
      return screen
    }
    throw CommandFailure(.noSuchTouchscreen)
  }
}
