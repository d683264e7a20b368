import GesturedServing
import LinuxEventLoop

/// The client that makes a request.
package struct ClientIdentity {
  /// The client's number, from 1. It owns what the client declares.
  package let number: Int
  /// The user, group and process that the kernel reports.
  package let credentials: ClientCredentials
  /// The socket that the client connected to.
  let tier: SocketTier

  package init(number: Int, credentials: ClientCredentials, tier: SocketTier) {
    self.number = number
    self.credentials = credentials
    self.tier = tier
  }
}
