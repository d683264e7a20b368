import LinuxEventLoop

/// The places where a client looks for the daemon's socket.
public enum SocketPlace {
  /// The path of the system service, and of a daemon that runs as root.
  public static let system = "/run/gestured/events.sock"

  /// The path of the socket. The first rule that applies decides:
  ///
  /// 1. `GESTURED_SOCKET`, where it is set.
  /// 2. The path of the system service, where a file exists.
  /// 3. The path of this user's own daemon, `$XDG_RUNTIME_DIR/gestured/events.sock`, where a file exists.
  /// 4. The path of the system service.
  public static var usual: String {
    choose(from: .inherited()) { path in
      guard let path = try? SocketPath(path) else { return false }
      return SocketAccess(of: path).exists
    }
  }

  /// The path of `raw.sock` in the same folder, where the daemon may serve raw touches.
  public static func raw(beside path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "raw.sock" }
    return String(path[...slash]) + "raw.sock"
  }

  /// The path of `events.sock` in the folder of `raw.sock`; nil for the path of another socket.
  static func events(besideRaw path: String) -> String? {
    let name = "/raw.sock"
    return path.hasSuffix(name) ? String(path.dropLast(name.count)) + "/events.sock" : nil
  }

  /// Chooses the path by the rules of `usual`.
  ///
  /// - Parameter exists: whether a file exists at a path.
  static func choose(from environment: ProcessEnvironment, where exists: (String) -> Bool) -> String {
    if let path = environment["GESTURED_SOCKET"], !path.isEmpty { return path }
    if exists(system) { return system }
    if let directory = environment["XDG_RUNTIME_DIR"], !directory.isEmpty {
      let path = directory + "/gestured/events.sock"
      if exists(path) { return path }
    }
    return system
  }
}
