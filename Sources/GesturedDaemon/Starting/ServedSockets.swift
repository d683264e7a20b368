import GesturedBase
import GesturedConfiguration
import LinuxEventLoop

/// The sockets that a daemon serves.
public struct ServedSockets {
  /// The socket of events; nil where none is served.
  public let events: SocketPath?
  /// The socket of raw touches; nil where none is served, or where the service manager provides it.
  public let raw: SocketPath?
  /// The sockets of the service manager; nil where the daemon makes its own.
  public let inherited: InheritedSockets?

  /// No sockets.
  public static var none: ServedSockets { ServedSockets(events: nil, raw: nil, inherited: nil) }

  private init(events: SocketPath?, raw: SocketPath?, inherited: InheritedSockets?) {
    self.events = events
    self.raw = raw
    self.inherited = inherited
  }

  /// The sockets of this process: those of the service manager, unless the command line names others.
  ///
  /// - Parameters:
  ///   - option: the path of `--socket`.
  ///   - rawOption: the path of `--raw-socket`.
  /// - Throws: `DaemonError` where there is no default path, or a given socket cannot be served.
  public init(option: String?, rawOption: String?, configuration: Configuration) throws(DaemonError) {
    if option == nil, rawOption == nil, let inherited = try Self.inherited() {
      guard let path = inherited.path else {
        throw .inheritedSockets(SocketMessage.noPath.with())
      }
      do throws(SocketPathError) {
        self.init(events: try SocketPath(path), raw: nil, inherited: inherited)
      } catch {
        throw .socketPath(error, from: "the service manager")
      }
      return
    }
    let events = try SocketLocation.path(option: option, configuration: configuration)
    let raw = try SocketLocation.rawPath(option: rawOption, configuration: configuration, beside: events)
    self.init(events: events, raw: raw, inherited: nil)
  }

  private static func inherited() throws(DaemonError) -> InheritedSockets? {
    do throws(InheritedSockets.Failure) {
      return try InheritedSockets(environment: .inherited())
    } catch {
      throw .inheritedSockets(error.line)
    }
  }
}
