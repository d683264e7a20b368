import LinuxEventLoop

/// A client's line, with the client's identity.
package struct ClientRequest {
  /// The client's number, from 1.
  package let client: Int
  /// The client's place in the connections.
  let place: Int
  /// The client's user, group and process.
  package let credentials: ClientCredentials
  /// The socket that the client connected to.
  package let tier: SocketTier
  /// A line, or why no more lines follow.
  package let step: RequestInbox.Step
}
