import CLinux
import Glibc
import SystemPackage

/// One end of a stream connection over a Unix socket. Each call returns at once, without waiting.
///
/// Descriptors from a peer are not accepted: reads leave no room for them, so the kernel drops them.
public struct UnixConnection: ~Copyable, Sendable {
  private let socket: OwnedDescriptor

  /// Takes ownership of a connected, non-blocking socket.
  init(owning socket: consuming OwnedDescriptor) {
    self.socket = socket
  }

  /// Connects to the socket at a path.
  ///
  /// - Throws: as `connectUnixSocket`.
  public init(connectingTo path: SocketPath) throws(SystemError) {
    socket = try connectUnixSocket(SOCK_STREAM, to: path)
  }

  /// The descriptor to register with the `Poller`.
  public var descriptor: FileDescriptor { socket.value }

  /// Reads received bytes into `buffer`, from `offset` on, as many as fit.
  ///
  /// `offset` is below `buffer.count`. The corresponding C function is `recv`.
  public func read(into buffer: inout [UInt8], from offset: Int = 0) -> ReadOutcome {
    precondition(buffer.indices.contains(offset), "a read needs room for at least one byte")
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
      return retryingOnInterrupt { unsafe recv(socket.rawValue, room.baseAddress, room.count, 0) }
    }
    switch count {
    case 1...: return .bytes(count)
    case 0: return .endOfStream
    default: return lastErrno == .wouldBlock ? .wouldBlock : .closed(lastErrno)
    }
  }

  /// Writes as many bytes of `range` as there is room for; `range` is not empty and lies within `bytes`.
  ///
  /// A peer that is gone is an outcome and raises no SIGPIPE. The corresponding C function is `send`.
  public func write(_ bytes: [UInt8], in range: Range<Int>) -> WriteOutcome {
    precondition(!range.isEmpty, "a write needs at least one byte")
    let count = unsafe bytes.withUnsafeBytes { bytes in
      let chosen = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
      return retryingOnInterrupt {
        unsafe send(socket.rawValue, chosen.baseAddress, chosen.count, CInt(MSG_NOSIGNAL))
      }
    }
    if count >= 0 { return .wrote(count) }
    return lastErrno == .wouldBlock ? .wouldBlock : .closed(lastErrno)
  }

  /// Writes as many bytes of `range` as there is room for, in pieces of at most `piece` bytes. The kernel frees room
  /// when a peer has read a whole piece. The size of the pieces is therefore the precision with which the peer's
  /// reading is visible.
  ///
  /// `piece` is above 0; otherwise like `write`.
  public func write(_ bytes: [UInt8], in range: Range<Int>, inPiecesOf piece: Int) -> WriteOutcome {
    var next = range.lowerBound
    repeat {
      let end = min(next + piece, range.upperBound)
      let outcome = write(bytes, in: next..<end)
      guard case .wrote(let count) = outcome else {
        return next == range.lowerBound ? outcome : .wrote(next - range.lowerBound)
      }
      let wasWhole = next + count == end
      next += count
      if !wasWhole { break }
    } while next < range.upperBound
    return .wrote(next - range.lowerBound)
  }

  /// The kernel's charge for the bytes that the peer has not read yet; it falls when a whole piece was read. Nil where
  /// the kernel does not report it. The corresponding request is SIOCOUTQ.
  public var unreadCharge: Int? {
    let count = clinux_unread_bytes(socket.rawValue)
    return count < 0 ? nil : Int(count)
  }

  /// The identity of the peer.
  ///
  /// - Throws: `SystemError` of `getsockopt`. Groups that the kernel does not report (before Linux 4.13) are left out,
  ///   so that no client gets a right through them. The corresponding options are SO_PEERCRED and SO_PEERGROUPS.
  public func credentials() throws(SystemError) -> ClientCredentials {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
    guard unsafe clinux_peer_credentials(socket.rawValue, &process, &user, &group) == 0 else {
      throw .last("getsockopt")
    }
    var groups = [group]
    for other in supplementaryGroups where other != group { groups.append(other) }
    return ClientCredentials(userID: user, groupIDs: groups, processID: process)
  }

  private var supplementaryGroups: [gid_t] {
    // Few users are in more groups. The kernel allows 65,536, and reports the number where the room is too small.
    var room = 32
    for _ in 0..<2 {
      var groups = [gid_t](repeating: 0, count: room)
      var count = room
      if unsafe clinux_peer_groups(socket.rawValue, &groups, &count) == 0 {
        return Array(groups.prefix(count))
      }
      guard lastErrno == .outOfRange, count > room, count <= 65_536 else { return [] }
      room = count
    }
    return []
  }

  /// Closes the reading half: later writes of the peer fail there, and earlier data can still be read.
  ///
  /// - Throws: `SystemError` of `shutdown`: ENOTCONN when the peer is gone.
  public func shutdownRead() throws(SystemError) {
    guard shutdown(socket.rawValue, CInt(SHUT_RD)) == 0 else { throw .last("shutdown") }
  }

  /// Bounds the memory that the kernel keeps for a peer that does not read.
  ///
  /// The kernel doubles the number for its own bookkeeping, which it charges too: 8192 hold 13 lines of 200 bytes.
  /// Without the bound a peer pins 213 kB of our memory.
  ///
  /// - Throws: `SystemError` of `setsockopt`.
  public func setSendBuffer(bytes: Int) throws(SystemError) {
    var size = CInt(clamping: bytes)
    let length = socklen_t(MemoryLayout<CInt>.size)
    guard unsafe setsockopt(socket.rawValue, SOL_SOCKET, SO_SNDBUF, &size, length) == 0 else {
      throw .last("setsockopt")
    }
  }

  /// Closes our writing half: the peer reads to the end of the stream, and can still write.
  ///
  /// - Throws: `SystemError` of `shutdown`: ENOTCONN when the peer is gone.
  public func shutdownWrite() throws(SystemError) {
    guard shutdown(socket.rawValue, CInt(SHUT_WR)) == 0 else { throw .last("shutdown") }
  }
}

/// The outcome of a read from a connection.
public enum ReadOutcome: Hashable, Sendable {
  /// Bytes were read, at least one.
  case bytes(Int)
  /// The peer has closed its writing half, and all its data was read. The peer may still read.
  case endOfStream
  /// No data is there now.
  case wouldBlock
  /// The connection cannot be read any more, for that reason: the peer reset it, or the kernel failed.
  case closed(Errno)
}

/// The outcome of a write to a connection.
public enum WriteOutcome: Hashable, Sendable {
  /// Bytes were written, at least one and at most as many as were offered.
  case wrote(Int)
  /// There is no room now: the caller waits until the connection is writable.
  case wouldBlock
  /// The connection cannot be written any more, for that reason: the peer is gone, or the kernel failed.
  case closed(Errno)
}
