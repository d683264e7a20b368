import GestureCore
import GesturedConfiguration
import GesturedDevices
import GesturedServing
import LinuxEventLoop

/// The daemon's options, from the command line and the configuration.
public struct DaemonOptions: Sendable {
  /// The source of touchscreens.
  public enum Input: Sendable {
    /// The devices of this machine.
    case devices
    /// Recordings, in order.
    case recordings([RecordingFile], ReplayOptions)
  }

  /// The checked configuration.
  public var configuration: Configuration
  /// The source of touchscreens.
  public var input: Input
  /// The socket of events; nil for none.
  public var socket: SocketPath?
  /// The socket of raw touches, which requires the other one; nil for none.
  public var rawSocket: SocketPath?
  /// The format of the dump; nil for no dump.
  public var dump: DumpFormat?
  /// Where the app's part of the recordings goes: a path, or `-` for text on standard output; nil for nowhere.
  public var filterTo: String?
  /// Whether the dump begins with the declarations (ADD-24).
  public var dumpsDeclarations = false
  /// Whether decisions are logged too.
  public var isVerbose: Bool
  /// The socket of the filter's keeper; nil for the usual one.
  public var keeperSocket: String?
  /// The files for reloads; nil where reloading is impossible.
  public var configurationFile: ConfigurationFile?

  /// Collects the options.
  public init(
    configuration: Configuration, input: Input, socket: SocketPath?, rawSocket: SocketPath? = nil,
    dump: DumpFormat?, isVerbose: Bool, configurationFile: ConfigurationFile? = nil
  ) {
    self.configuration = configuration
    self.input = input
    self.socket = socket
    self.rawSocket = rawSocket
    self.dump = dump
    self.isVerbose = isVerbose
    self.configurationFile = configurationFile
  }
}

extension DaemonOptions {
  /// The source of touchscreens, ready to be started.
  ///
  /// - Parameters:
  ///   - isService: whether a service manager has started this process.
  ///   - sink: receives the events of recorded touchscreens' clones.
  func source(
    _ desk: FamilyDesk, isService: Bool, sink: (any CloneSink)? = nil
  ) -> any InputSource {
    var configuration = configuration
    // An explanation covers all fingers, not only those that a region receives.
    if case .explanation = dump { configuration.touch.isUnconditional = true }
    return switch input {
    case .devices:
      LiveSource(
        configuration: configuration, desk, waitsForPermission: isService,
        keeperSocket: keeperSocket)
    case .recordings(let files, let options):
      ReplaySource(
        files, configuration: configuration, desk, options: options,
        isServed: socket != nil && dump == nil, sink: sink)
    }
  }
}
