import GesturedConfiguration
import LinuxEventLoop

/// Where the socket is when nobody says: as a service or as root in /run, else in the user's runtime directory.
public enum SocketLocation {
  /// Chooses the path for this process.
  ///
  /// - Parameters:
  ///   - option: the path of `--socket`.
  ///   - configuration: which may name one.
  /// - Throws: where there is no default, or the path cannot be a socket's.
  public static func path(
    option: String?, configuration: Configuration
  ) throws(DaemonError) -> SocketPath {
    try path(
      option: option, configured: configuration.socket.path, environment: .inherited(),
      userID: ProcessIdentity.effectiveUserID)
  }

  /// Chooses the path of the socket for raw touches: what the command line says, else the configuration, else beside the
  /// other socket.
  ///
  /// - Parameters:
  ///   - option: the path of `--raw-socket`, which asks for one whatever the configuration says.
  ///   - configuration: which may ask for one, and name it.
  ///   - events: the other socket; without it there is none.
  /// - Returns: nil where there is to be none.
  /// - Throws: where the path cannot be a socket's, or is the other one's.
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
        "\(path.string.escapedForMessage) is to be both sockets: give the one for raw touches another path")
    }
    return path
  }

  /// Chooses the path: what the command line says, else GESTURED_SOCKET, else the configuration, else the default.
  ///
  /// - Parameters:
  ///   - option: the path of `--socket`.
  ///   - configured: the path of the configuration.
  ///   - environment: RUNTIME_DIRECTORY is what systemd sets for a unit with `RuntimeDirectory=gestured`.
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
