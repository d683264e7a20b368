import LinuxEventLoop

/// What a client said, with who it is.
struct ClientRequest {
  /// Its number, from 1.
  let client: Int
  /// Where the broadcaster keeps it.
  let place: Int
  /// Who it is.
  let credentials: ClientCredentials
  /// Where it came to.
  let tier: SocketTier
  /// A line, or why there will be no more of them.
  let step: RequestInbox.Step
}
