import GesturedConfiguration
import LinuxEventLoop

/// What the daemon is to do, after command line and configuration are read.
public struct DaemonOptions: Sendable {
  /// Where touchscreens come from.
  public enum Input: Sendable {
    /// The machine's own.
    case devices
    /// Recordings, in order.
    case recordings([RecordingFile], ReplayOptions)
  }

  /// The checked configuration.
  public var configuration: Configuration
  /// Where touchscreens come from.
  public var input: Input
  /// The socket, where there is to be one.
  public var socket: SocketPath?
  /// The socket for touches too, where there is to be one; only beside the other.
  public var rawSocket: SocketPath?
  /// The dump, where there is to be one.
  public var dump: DumpFormat?
  /// Whether the dump begins with what is declared (ADD-24).
  public var dumpsDeclarations = false
  /// Whether decisions are logged too.
  public var isVerbose: Bool
  /// What is read anew when somebody asks for it; nil where nothing is.
  public var configurationFile: ConfigurationFile?

  /// Options.
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
