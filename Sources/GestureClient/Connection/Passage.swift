import LinuxEventLoop
import Synchronization

/// Hands a connection to the thread that will own it.
final class Passage: Sendable {
  private let connection: Mutex<UnixConnection?>

  init(_ connection: consuming UnixConnection) {
    self.connection = Mutex(connection)
  }

  /// The connection on the first call; nil on later calls.
  func take() -> UnixConnection? {
    connection.withLock { connection in
      connection.take()
    }
  }
}
