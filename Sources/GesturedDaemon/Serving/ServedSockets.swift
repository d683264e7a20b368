import GesturedConfiguration
import LinuxEventLoop

/// Which sockets a daemon serves.
public struct ServedSockets {
  /// Where events are served; nil for nowhere.
  public let events: SocketPath?
  /// Where raw touches are served too; nil for nowhere, or where the service manager says it.
  public let raw: SocketPath?
  /// What the service manager keeps; nil where the daemon makes its own.
  public let inherited: InheritedSockets?

  /// None.
  public static var none: ServedSockets { ServedSockets(events: nil, raw: nil, inherited: nil) }

  private init(events: SocketPath?, raw: SocketPath?, inherited: InheritedSockets?) {
    self.events = events
    self.raw = raw
    self.inherited = inherited
  }

  /// Those of this process: what the service manager has handed over, unless the command line names others.
  ///
  /// - Parameters:
  ///   - option: the path of `--socket`.
  ///   - rawOption: the path of `--raw-socket`.
  /// - Throws: where there is no default, or what is named or handed over cannot be served.
  public init(option: String?, rawOption: String?, configuration: Configuration) throws(DaemonError) {
    if option == nil, rawOption == nil, let inherited = try Self.inherited() {
      guard let path = inherited.path else {
        throw .inheritedSockets("the socket that the service manager handed over has no path")
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
      throw .inheritedSockets("\(error)")
    }
  }
}
