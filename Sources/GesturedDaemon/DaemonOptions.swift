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
  /// Whether the dump begins with the declarations (ADD-24).
  public var dumpsDeclarations = false
  /// Whether decisions are logged too.
  public var isVerbose: Bool
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
