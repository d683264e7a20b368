import ArgumentParser
import GestureClient
import GestureCore
import LinuxEventLoop

/// The options for the place of gestured's socket.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The socket. Default: $GESTURED_SOCKET, else /run/gestured/events.sock if it is there, else "
        + "$XDG_RUNTIME_DIR/gestured/events.sock. Raw touches come from raw.sock beside it.",
      valueName: "path"),
    completion: .file())
  var socket: String?

  /// The path of the socket.
  var path: String { socket ?? SocketPlace.usual }

  /// The share of the patience after which a person hears that no greeting has come: 2 s of the usual 10 s.
  private static let silentShare = 5

  /// Connects. A question on this connection starts no served replay (ADD-1).
  ///
  /// - Parameters:
  ///   - forRawTouches: whether to use the socket of raw touches, unless the options name a socket.
  ///   - patience: the longest wait for the greeting and for each reply; nil for the usual one.
  ///   - complains: whether to say that no greeting comes, long before the usual patience is over.
  func connect(
    forRawTouches: Bool = false, patience chosen: Duration? = nil, complains: Bool = true
  ) async throws(GestureClientError) -> GestureConnection {
    let usual = path
    let place = forRawTouches && socket == nil ? SocketPlace.raw(beside: usual) : usual
    let patience = if let chosen { chosen } else { try Patience.choose(from: .inherited()) }
    let complaint = Task {
      try await Task.sleep(for: patience / Self.silentShare)
      if complains, chosen == nil {
        Console.complain(CommandMessage.noGreetingYet.with(place.escapedForMessage))
      }
    }
    defer { complaint.cancel() }
    return try await GestureConnection.connect(to: place, patience: patience)
  }

  /// Connects to hold a lease for long, without events. This starts a served replay.
  func connectForLease(
    patience: Duration? = nil
  ) async throws(GestureClientError) -> GestureConnection {
    let connection = try await connect(patience: patience)
    try await connection.unsubscribe()
    return connection
  }
}
