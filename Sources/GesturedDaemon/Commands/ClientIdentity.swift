import LinuxEventLoop

/// Who asks for something.
struct ClientIdentity {
  /// Its number, from 1: the owner of what it declares.
  let number: Int
  /// Who the kernel says it is.
  let credentials: ClientCredentials
  /// Which socket it came to.
  let tier: SocketTier
}
