import CLinux
import Glibc
import SystemPackage

/// One end of a connection that keeps packets apart, over a Unix socket. Each call returns at once, without waiting.
///
/// A packet may come with one descriptor of the peer.
public struct PacketConnection: ~Copyable, Sendable {
  private let socket: OwnedDescriptor

  /// Connects to the socket at a path.
  ///
  /// - Throws: as `connectUnixSocket`.
  public init(connectingTo path: SocketPath) throws(SystemError) {
    socket = try connectUnixSocket(SOCK_SEQPACKET, to: path)
  }

  /// The descriptor to register with the `Poller`.
  public var descriptor: FileDescriptor { socket.value }

  /// Receives the next packet into `buffer`, which is not empty. A longer packet is cut.
  ///
  /// The corresponding C function is `recvmsg`.
  ///
  /// - Parameter passed: receives the descriptor that came with the packet; nil without one, and where several came. These
  ///   are closed.
  public func receive(into buffer: inout [UInt8], _ passed: inout OwnedDescriptor?) -> ReadOutcome {
    precondition(!buffer.isEmpty, "a packet needs room")
    var number: CInt = -1
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      retryingOnInterrupt {
        unsafe clinux_receive_packet(socket.rawValue, bytes.baseAddress, bytes.count, &number)
      }
    }
    let errno = lastErrno
    passed = number < 0 ? nil : OwnedDescriptor(owning: FileDescriptor(rawValue: number))
    switch count {
    case 1...: return .bytes(count)
    case 0: return .endOfStream
    default: return errno == .wouldBlock ? .wouldBlock : .closed(errno)
    }
  }

  /// Sends a packet as a whole.
  ///
  /// The corresponding C function is `send`.
  public func send(_ packet: [UInt8]) -> WriteOutcome {
    precondition(!packet.isEmpty, "a packet has at least one byte")
    let count = unsafe packet.withUnsafeBytes { bytes in
      retryingOnInterrupt {
        unsafe Glibc.send(socket.rawValue, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
    }
    if count >= 0 { return .wrote(count) }
    return lastErrno == .wouldBlock ? .wouldBlock : .closed(lastErrno)
  }
}
