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

  @Option(
    help: ArgumentHelp("The touchscreen's number, where there are several.", valueName: "number"),
    completion: NamesCommand.completion(of: .numbers))
  var device: Int?

  @OptionGroup var time: TimeoutOption

  func run() async throws {
    _ = try await Self.follow(connection, device: device, time) { try Console.write($0) }
  }

  /// Follows the raw touches of a touchscreen, until a signal, the end of the time, or the end of the daemon.
  ///
  /// - Parameters:
  ///   - options: the place of the socket.
  ///   - device: the touchscreen's number; nil for the first one.
  ///   - time: the longest duration.
  ///   - take: receives the bytes of a recording, piece by piece. The last frame is complete, whatever ends the stream.
  /// - Returns: the touchscreen.
  static func follow(
    _ options: ConnectionOptions, device: Int?, _ time: TimeoutOption,
    _ take: @escaping @Sendable ([UInt8]) async throws -> Void
  ) async throws -> Touchscreen {
    let connection = try await options.connect(forRawTouches: true)
    let screen = try await touchscreen(device, of: connection)
    var filter = GestureFilter(types: [.touches])
    filter.devices = [screen.device]
    try await connection.subscribe(GestureSubscription(to: [filter], touches: [.phases]))
    // A signal ends the connection only, so that the last frame is still taken.
    SignalRouter.shared.setHandler { [connection] _ in
      connection.close()
      return true
    }
    _ = try await time.limit {
      var recording = TouchRecording(of: screen)
      try await take(recording.head)
      var failure: (any Error)?
      do {
        for try await event in connection.events {
          if case .touches(let update) = event { try await take(recording.append(update)) }
        }
      } catch {
        failure = error
      }
      try await take(recording.finish())
      if let failure { throw failure }
    }
    return screen
  }

  private static func touchscreen(
    _ device: Int?, of connection: GestureConnection
  ) async throws -> Touchscreen {
    for screen in try await connection.devices() where device == nil || screen.device == device {
      return screen
    }
    throw CommandFailure(.noSuchTouchscreen)
  }
}
