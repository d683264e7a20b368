import CLinux
import Glibc
import LinuxEventLoop
import SystemPackage

/// A socket of type SOCK_DGRAM that stands in for the service manager.
struct DatagramReceiver: ~Copyable {
  private let socket: OwnedDescriptor

  /// Binds to a path, or to an abstract name where it starts with `@`.
  init(path: String) throws {
    let descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw TestFailure("socket: errno \(errno)") }
    let socket = OwnedDescriptor(owning: FileDescriptor(rawValue: descriptor))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let result = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, length) }
    }
    guard result == 0 else { throw TestFailure("bind: errno \(errno)") }
    self.socket = socket
  }

  /// The socket's descriptor.
  var descriptor: FileDescriptor { socket.value }

  /// The next message; nil without one.
  func receive() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(socket.value.rawValue, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
