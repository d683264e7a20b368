import Glibc
import SystemPackage

/// The listening sockets that a service manager has opened for us: LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES.
///
/// The protocol is `sd_listen_fds(3)`. What is not taken is closed with it.
public struct SystemdSockets: ~Copyable {
  /// The most sockets that are taken over: far more than the daemon has uses for.
  public static let maximumCount = 16

  private var sockets: [(name: String, descriptor: FileDescriptor)] = []

  /// Takes over what was passed: nothing where the variables are missing or meant for another process.
  ///
  /// Called at most once in a process, because it takes ownership of the descriptors from `firstDescriptor` on; 3 is the
  /// protocol's. Each is made non-blocking and close-on-exec.
  ///
  /// - Throws: `SystemdSocketsError`; nothing is closed then.
  public init(
    environment: ProcessEnvironment, processID: Int32 = ProcessIdentity.processID, firstDescriptor: Int32 = 3
  ) throws(SystemdSocketsError) {
    guard let process = environment["LISTEN_PID"], let countText = environment["LISTEN_FDS"] else { return }
    guard let intended = Int32(process), intended > 0 else {
      throw .invalidVariable(name: "LISTEN_PID", value: process)
    }
    guard intended == processID else { return }
    guard let count = Int32(countText), (0...Int32(Self.maximumCount)).contains(count) else {
      throw .invalidVariable(name: "LISTEN_FDS", value: countText)
    }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    var passed: [(name: String, descriptor: FileDescriptor)] = []
    for offset in 0..<count {
      let descriptor = firstDescriptor + offset
      // What systemd calls a socket without a name of its own.
      let name = names.indices.contains(Int(offset)) ? String(names[Int(offset)]) : "unknown"
      guard Self.isListeningUnixStream(descriptor), Self.prepare(descriptor) else {
        throw .unsuitable(descriptor: descriptor, name: name)
      }
      passed.append((name, FileDescriptor(rawValue: descriptor)))
    }
    sockets = passed
  }

  deinit {
    for socket in sockets { _ = Glibc.close(socket.descriptor.rawValue) }
  }

  /// How many were passed and not yet taken.
  public var count: Int { sockets.count }

  /// The names of those, in the order they were passed; the unit's `FileDescriptorName=`.
  public var names: [String] { sockets.map(\.name) }

  /// Hands over the first socket of that name, or the first of all when no name is asked for; nil when there is none.
  public mutating func takeListener(named name: String? = nil) -> UnixListener? {
    guard let index = sockets.firstIndex(where: { name == nil || $0.name == name }) else { return nil }
    let socket = sockets.remove(at: index)
    return UnixListener(owning: OwnedDescriptor(owning: socket.descriptor))
  }

  private static func isListeningUnixStream(_ descriptor: CInt) -> Bool {
    option(SO_DOMAIN, of: descriptor) == AF_UNIX
      && option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN, of: descriptor) == 1
  }

  private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  private static func prepare(_ descriptor: CInt) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
      && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
  }
}
