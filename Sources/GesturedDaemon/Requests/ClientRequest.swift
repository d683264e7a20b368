import LinuxEventLoop

/// A client's line, with the client's identity.
struct ClientRequest {
  /// The client's number, from 1.
  let client: Int
  /// The client's place in the broadcaster.
  let place: Int
  /// The client's user, group and process.
  let credentials: ClientCredentials
  /// The socket that the client connected to.
  let tier: SocketTier
  /// A line, or why no more lines follow.
  let step: RequestInbox.Step
}
