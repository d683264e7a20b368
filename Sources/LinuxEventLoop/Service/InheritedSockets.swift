import GestureCore
import Glibc
import SystemPackage

/// The sockets that the service manager makes and passes to each process of the service: the protocol of
/// `sd_listen_fds(3)`. They exist before the service and stay when it goes, so no client is refused meanwhile.
public final class InheritedSockets {
  /// The reason why the passed sockets cannot be served. The description is one line.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, on one line.
    package let line: MessageLine

    public var description: String { line.description }

    fileprivate init(_ line: MessageLine) {
      self.line = line
    }
  }

  private struct Entry {
    let name: String
    let descriptor: CInt
  }

  /// The first descriptor, by `SD_LISTEN_FDS_START`.
  private static let first: CInt = 3
  /// More than any service of ours has.
  private static let maximumCount = 16

  private var entries: [Entry]

  /// Takes ownership of the sockets that the environment names.
  ///
  /// - Returns: nil where no sockets were passed, or where they were for another process.
  /// - Throws: `Failure` where a descriptor cannot be served.
  public convenience init?(
    environment: ProcessEnvironment, processID: Int32 = ProcessIdentity.processID
  ) throws(Failure) {
    guard environment["LISTEN_PID"] == "\(processID)", let count = environment["LISTEN_FDS"] else {
      return nil
    }
    guard let count = Int(count), (0...Self.maximumCount).contains(count) else {
      throw Failure(HandoverMessage.count.with(count.escapedForMessage, Self.maximumCount))
    }
    guard count > 0 else { return nil }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    try self.init(
      descriptors: (0..<count).map { Self.first + CInt($0) },
      names: names.count == count ? names.map(String.init) : [])
  }

  /// Takes ownership of descriptors. `deinit` closes those that `remove` has not returned.
  ///
  /// - Parameter names: the sockets' names; empty where none are given.
  package init(descriptors: [CInt], names: [String]) throws(Failure) {
    entries = []
    for (position, descriptor) in descriptors.enumerated() {
      try Self.check(descriptor)
      entries.append(Entry(name: names.isEmpty ? "" : names[position], descriptor: descriptor))
    }
  }

  deinit {
    for entry in entries { _ = close(entry.descriptor) }
  }

  /// The path of the first socket; nil where it has no path.
  public var path: String? { entries.first.flatMap { UnixAddress.path(of: $0.descriptor) } }

  /// Removes and returns the socket with a name. A single socket of another name counts as `events`, unless its name is `raw`.
  public func remove(_ name: String) -> UnixListener? {
    let isOnly = entries.count == 1 && entries[0].name != "raw" && name == "events"
    guard let position = isOnly ? 0 : entries.firstIndex(where: { $0.name == name }) else { return nil }
    let entry = entries.remove(at: position)
    return UnixListener(owning: OwnedDescriptor(owning: FileDescriptor(rawValue: entry.descriptor)))
  }

  /// Checks that a descriptor is a listening stream socket of the Unix domain, and prepares it for the loop.
  private static func check(_ descriptor: CInt) throws(Failure) {
    let flags = fcntl(descriptor, F_GETFD)
    guard flags >= 0 else {
      throw Failure(HandoverMessage.notOpen.with(descriptor))
    }
    let isServed =
      option(SO_DOMAIN, of: descriptor) == AF_UNIX
      && option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN, of: descriptor) == 1
    guard isServed else {
      throw Failure(HandoverMessage.notListening.with(descriptor))
    }
    let status = fcntl(descriptor, F_GETFL)
    guard fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) >= 0, status >= 0,
      fcntl(descriptor, F_SETFL, status | O_NONBLOCK) >= 0
    else {
      throw Failure(HandoverMessage.notPrepared.with(descriptor, lastErrno))
    }
  }

  private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    let result = unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length)
    return result == 0 ? value : nil
  }
}

extension UnixAddress {
  /// The path that a socket is bound to; nil where it has none, or an abstract name.
  fileprivate static func path(of descriptor: CInt) -> String? {
    var storage = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length)
      }
    }
    guard result == 0, Int(length) > MemoryLayout<sa_family_t>.size else { return nil }
    let bytes = unsafe withUnsafeBytes(of: &storage.sun_path) { unsafe Array($0) }
    let path = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return path.isEmpty ? nil : path
  }
}

/// Why the sockets that the service manager passes on cannot be served.
package enum HandoverMessage: String, DeclaredMessage {
  case count = "LISTEN_FDS is …: allowed: a number from 0 to …"
  case notOpen = "descriptor … of LISTEN_FDS is not open"
  case notListening =
    "descriptor … of LISTEN_FDS is no stream socket of the Unix domain that listens: ListenStream= with a path makes one"
  case notPrepared = "descriptor … of LISTEN_FDS: …"

  package var advice: String {
    switch self {
    case .count, .notOpen, .notPrepared:
      "Start gestured through systemd, or unset `LISTEN_FDS` and `LISTEN_PID`."
    case .notListening: "Compare the socket's unit with `gestured.socket` of the package."
    }
  }

  package var exitCode: Int32? { 64 }
}
