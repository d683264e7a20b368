import CLinux
import Glibc

/// An address of the Unix domain in the kernel's form.
struct UnixAddress {
  private var storage = sockaddr_un()
  private let length: socklen_t

  /// The address of a checked path.
  init(_ path: SocketPath) {
    self.init(checkedBytes: Array(path.string.utf8), isAbstract: false)
  }

  /// The address that a service manager gives: an absolute path, or an abstract name spelled with a leading `@`.
  ///
  /// Nil for any other text, and for one that is too long.
  init?(pathOrAbstractName text: String) {
    var bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count <= SocketPath.maximumBytes, !bytes.contains(0) else {
      return nil
    }
    switch first {
    case UInt8(ascii: "/"):
      self.init(checkedBytes: bytes, isAbstract: false)
    case UInt8(ascii: "@"):
      bytes[0] = 0
      self.init(checkedBytes: bytes, isAbstract: true)
    default:
      return nil
    }
  }

  private init(checkedBytes bytes: [UInt8], isAbstract: Bool) {
    storage.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &storage.sun_path) { unsafe $0.copyBytes(from: bytes) }
    // The length marks the end of an abstract name; a NUL ends a path.
    let end = MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1)
    length = socklen_t(end)
  }

  /// Calls a C function with the address.
  func withSocketAddress<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    unsafe withUnsafePointer(to: storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, length) }
    }
  }
}

/// A new socket of the Unix domain, non-blocking and close-on-exec.
///
/// - Throws: `SystemError` of `socket`: EMFILE or ENFILE when descriptors have run out.
func makeUnixSocket(_ type: __socket_type) throws(SystemError) -> OwnedDescriptor {
  let flags = CInt(type.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
  return try OwnedDescriptor(owning: socket(AF_UNIX, flags, 0), from: "socket")
}

/// A new socket of a type, connected to the socket at a path.
///
/// - Throws: `SystemError` of `connect`: ENOENT when there is no socket, ECONNREFUSED when no process listens on it,
///   EACCES when its mode forbids it, EAGAIN when too many connections are pending.
func connectUnixSocket(_ type: __socket_type, to path: SocketPath) throws(SystemError) -> OwnedDescriptor {
  let socket = try makeUnixSocket(type)
  let descriptor = socket.rawValue
  let result = unsafe UnixAddress(path).withSocketAddress { address, length in
    retryingOnInterrupt { unsafe connect(descriptor, address, length) }
  }
  guard result == 0 else { throw .last("connect", path: path.string) }
  return socket
}
