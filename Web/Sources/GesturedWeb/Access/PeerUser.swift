import CWeb
import Glibc
import NIOCore

/// The local user at the other end of a connection.
enum PeerUser {
  /// The group whose members may use the bridge, as they may use the daemon's socket.
  static let group = "gestured-clients"

  /// The uid of the process at the other end; nil where the kernel does not know it, as for a container or a proxy.
  static func user(of channel: any Channel) -> UInt32? {
    guard let peer = channel.remoteAddress.flatMap(end), let own = channel.localAddress.flatMap(end) else {
      return nil
    }
    let user = cweb_peer_user(peer, own)
    return user < 0 ? nil : UInt32(truncatingIfNeeded: user)
  }

  /// Whether a user may use the bridge: root, the service's own user, and members of the group.
  ///
  /// - Parameter inView: a live view is for one user. With sudo this is the user who called sudo.
  static func isAllowed(_ user: UInt32, inView: Bool) -> Bool {
    if user == 0 || user == geteuid() { return true }
    guard inView else { return unsafe cweb_is_member(user, group) }
    guard geteuid() == 0, let caller = unsafe getenv("SUDO_UID") else { return false }
    return unsafe UInt32(String(cString: caller)) == user
  }

  private static func end(_ address: SocketAddress) -> cweb_end? {
    var end = cweb_end()
    let bytes: [UInt8]
    switch address {
    case .v4(let four):
      end.family = AF_INET
      bytes = unsafe withUnsafeBytes(of: four.address.sin_addr) { unsafe Array($0) }
    case .v6(let six):
      end.family = AF_INET6
      bytes = unsafe withUnsafeBytes(of: six.address.sin6_addr) { unsafe Array($0) }
    case .unixDomainSocket: return nil
    }
    end.port = UInt16(truncatingIfNeeded: address.port ?? 0)
    unsafe withUnsafeMutableBytes(of: &end.address) { place in unsafe place.copyBytes(from: bytes) }
    return end
  }
}
