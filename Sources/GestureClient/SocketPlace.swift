import LinuxEventLoop

/// Where a client looks for the daemon's socket.
public enum SocketPlace {
  /// Where the service and a daemon of root serve.
  public static let system = "/run/gestured/events.sock"

  /// The path of the socket: `GESTURED_SOCKET` where it is set, else that of the service where there is one, else that
  /// of a daemon that this user has started, `$XDG_RUNTIME_DIR/gestured/events.sock`. Where nothing is there, the
  /// service's.
  public static var usual: String {
    choose(from: .inherited()) { path in
      guard let path = try? SocketPath(path) else { return false }
      return SocketAccess(of: path).exists
    }
  }

  /// The path beside it on which raw touches are served, where they are.
  public static func raw(beside path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "raw.sock" }
    return path[...slash] + "raw.sock"
  }

  /// The path beside that of raw touches on which gestures are served; nil for the path of another socket.
  static func events(besideRaw path: String) -> String? {
    let name = "/raw.sock"
    return path.hasSuffix(name) ? String(path.dropLast(name.count)) + "/events.sock" : nil
  }

  /// Chooses as `usual` does.
  ///
  /// - Parameter exists: whether there is anything at a path.
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
