import ArgumentParser
import GestureClient

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

  /// Connects. A question on this connection starts no served replay (ADD-1).
  ///
  /// - Parameters:
  ///   - forRawTouches: whether to use the socket of raw touches, unless the options name a socket.
  ///   - patience: the longest wait for the greeting and for each reply; nil for the usual one.
  func connect(
    forRawTouches: Bool = false, patience: Duration? = nil
  ) async throws(GestureClientError) -> GestureConnection {
    let usual = path
    return try await GestureConnection.connect(
      to: forRawTouches && socket == nil ? SocketPlace.raw(beside: usual) : usual, patience: patience)
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
