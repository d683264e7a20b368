import LinuxEventLoop

/// The number, user and socket of a client.
package struct ClientIdentity {
  /// The client's number, from 1: used in logs, and as the owner of its declarations.
  package let number: Int
  /// The user, group and process that the kernel reports.
  package let credentials: ClientCredentials
  /// The socket that the client connected to.
  package let tier: SocketTier

  package init(number: Int, credentials: ClientCredentials, tier: SocketTier) {
    self.number = number
    self.credentials = credentials
    self.tier = tier
  }
}
