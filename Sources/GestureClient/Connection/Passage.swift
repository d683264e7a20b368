import LinuxEventLoop
import Synchronization

/// Hands a connection to the thread that is to own it.
final class Passage: Sendable {
  private let connection: Mutex<UnixConnection?>

  init(_ connection: consuming UnixConnection) {
    self.connection = Mutex(connection)
  }

  /// The connection; nil from the second time on.
  func take() -> UnixConnection? {
    connection.withLock { connection in
      connection.take()
    }
  }
}
