import GesturedBase
import GesturedConfiguration
import LinuxEventLoop

/// The socket's default path: in /run for a service or root, otherwise in the user's runtime directory.
public enum SocketLocation {
  /// Chooses the path for this process.
  ///
  /// - Parameters:
  ///   - option: the path of `--socket`.
  ///   - configuration: may name a path.
  /// - Throws: `DaemonError` where there is no default path, or the path is unusable for a socket.
  public static func path(
    option: String?, configuration: Configuration
  ) throws(DaemonError) -> SocketPath {
    try path(
      option: option, configured: configuration.socket.path, environment: .inherited(),
      userID: ProcessIdentity.effectiveUserID)
  }

  /// Chooses the path of the socket for raw touches. The command line counts first, then the configuration. The default
  /// is beside the other socket.
  ///
  /// - Parameters:
  ///   - option: the path of `--raw-socket`, which enables the socket whatever the configuration says.
  ///   - configuration: may enable the socket, and name its path.
  ///   - events: the other socket, which the raw one requires.
  /// - Returns: nil where no such socket is served.
  /// - Throws: `DaemonError` where the path is unusable for a socket, or is that of the other socket.
  public static func rawPath(
    option: String?, configuration: Configuration, beside events: SocketPath?
  ) throws(DaemonError) -> SocketPath? {
    guard let events, option != nil || configuration.socket.servesRaw else { return nil }
    let path: SocketPath
    if let option {
      path = try check(option, from: "--raw-socket")
    } else if let configured = configuration.socket.rawPath {
      do throws(SocketPathError) {
        path = try SocketPath(configured)
      } catch {
        throw .configuration("[socket] raw_path: \(error)")
      }
    } else {
      let directory = events.directory
      path = try check((directory == "/" ? "" : directory) + "/raw.sock", from: "the default of raw_path")
    }
    guard path != events else {
      throw .configuration(
        SocketMessage.onePathForBoth.with(path.string.escapedForMessage).description)
    }
    return path
  }

  /// Chooses the path: from the command line, else GESTURED_SOCKET, else the configuration, else the default.
  ///
  /// - Parameters:
  ///   - option: the path of `--socket`.
  ///   - configured: the path in the configuration.
  ///   - environment: the variables; systemd sets RUNTIME_DIRECTORY for a unit with `RuntimeDirectory=gestured`.
  ///   - userID: the effective user.
  static func path(
    option: String?, configured: String?, environment: ProcessEnvironment, userID: UInt32
  ) throws(DaemonError) -> SocketPath {
    if let option { return try check(option, from: "--socket") }
    if let variable = environment["GESTURED_SOCKET"], !variable.isEmpty {
      return try check(variable, from: "GESTURED_SOCKET")
    }
    if let configured {
      do throws(SocketPathError) {
        return try SocketPath(configured)
      } catch {
        throw .configuration("[socket] path: \(error)")
      }
    }
    if environment["RUNTIME_DIRECTORY"] != nil || userID == 0 {
      return try check("/run/gestured/events.sock", from: "the default")
    }
    if let directory = environment["XDG_RUNTIME_DIR"], !directory.isEmpty {
      return try check(directory + "/gestured/events.sock", from: "XDG_RUNTIME_DIR")
    }
    throw .noSocketPath
  }

  private static func check(_ path: String, from origin: String) throws(DaemonError) -> SocketPath {
    do throws(SocketPathError) {
      return try SocketPath(path)
    } catch {
      throw .socketPath(error, from: origin)
    }
  }
}
