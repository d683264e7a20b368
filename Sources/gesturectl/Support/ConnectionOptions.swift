import ArgumentParser
import GestureClient

/// Where gestured is.
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

  /// Connects.
  ///
  /// - Parameter forRawTouches: whether it is to be the socket of raw touches, unless a person has said otherwise.
  func connect(forRawTouches: Bool = false) async throws(GestureClientError) -> GestureConnection {
    let usual = path
    return try await GestureConnection.connect(
      to: forRawTouches && socket == nil ? SocketPlace.raw(beside: usual) : usual)
  }

  /// Connects for requests alone: no event comes.
  func connectForRequests() async throws(GestureClientError) -> GestureConnection {
    let connection = try await connect()
    try await connection.unsubscribe()
    return connection
  }
}
