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
    let text: String
    if let option {
      text = option
    } else if let variable = environment["GESTURED_SOCKET"], !variable.isEmpty {
      text = variable
    } else if let configured {
      text = configured
    } else if environment["RUNTIME_DIRECTORY"] != nil || userID == 0 {
      text = "/run/gestured/events.sock"
    } else if let directory = environment["XDG_RUNTIME_DIR"], !directory.isEmpty {
      text = directory + "/gestured/events.sock"
    } else {
      throw .noSocketPath
    }
    do throws(SocketPathError) {
      return try SocketPath(text)
    } catch {
      throw .socketPath(error)
    }
  }
}
