import CWeb
import Glibc
import NIOCore

/// The local user at the other end of a connection.
enum PeerUser {
  /// The group whose members may use the bridge, as they may use the daemon's socket.
  static let group = "gestured-clients"

  /// The uid of the process at the other end; nil where the kernel does not know it, as for a container or a proxy.
  static func user(of channel: any Channel) -> UInt32? {
    guard let peer = channel.remoteAddress, let own = channel.localAddress else { return nil }
    let user = unsafe peer.withSockAddr { peer, _ in
      unsafe own.withSockAddr { own, _ in unsafe cweb_peer_user(peer, own) }
    }
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
}
