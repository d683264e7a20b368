import DaemonTestSupport
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop

@testable import GesturedServing

/// A socket in a folder of its own, which accepts clients.
struct Meeting: ~Copyable {
  private let folder: TemporaryFolder
  /// The path of the socket.
  let path: SocketPath
  private let listener: UnixListener

  init() throws {
    let folder = try TemporaryFolder()
    let path = try SocketPath(folder.file("events.sock"))
    listener = try UnixListener(at: path)
    self.folder = folder
    self.path = path
  }

  /// The daemon's end of the waiting connection.
  func accept() throws -> UnixConnection {
    guard case .connection(let connection) = listener.accept() else { throw NobodyCame() }
    return connection
  }

  /// A client and its subscriber in the daemon.
  func subscribe(
    sendBufferBytes: Int = 4096, limits: SubscriberLimits = SubscriberLimits(), at now: Instant = .start
  ) throws -> (Client, Subscriber) {
    let client = try Client(connectingTo: path)
    let connection = try accept()
    try connection.setSendBuffer(bytes: sendBufferBytes)
    let credentials = try connection.credentials()
    let stage = try Stage.empty()
    let subscriber = Subscriber(
      connection, ClientIdentity(number: 1, credentials: credentials, tier: .events), limits: limits,
      hears: stage,
      declaresOn: stage, now: now)
    return (client, subscriber)
  }
}

/// No client waits to be accepted.
struct NobodyCame: Error {}

extension SubscriberLimits {
  /// Limits, some of which differ from the defaults.
  init(queueLines: Int = 64, queueBytes: Int = 65_536, sendBufferBytes: Int = 8192) {
    var settings = SocketSettings()
    settings.queueLines = queueLines
    settings.queueBytes = queueBytes
    settings.sendBufferBytes = sendBufferBytes
    self.init(settings)
  }

  /// Limits that are reached soon.
  static let narrow = SubscriberLimits(queueLines: 4, queueBytes: 2048, sendBufferBytes: 4096)
}
