import GestureTestSupport
import LinuxEventLoop

/// A client and its accepted connection, over a real socket in a directory of its own.
struct ConnectedPair: ~Copyable {
  let directory: TemporaryFolder
  let listener: UnixListener
  private(set) var client: UnixConnection
  let server: UnixConnection

  init() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let listener = try UnixListener(at: path)
    let client = try UnixConnection(connectingTo: path)
    let server = try accepted(from: listener)
    self.directory = directory
    self.listener = listener
    self.client = client
    self.server = server
  }

  /// Closes the peer of `server`. From then on `client` is another connection.
  mutating func dropClient() throws {
    client = try UnixConnection(connectingTo: try directory.socket())
  }
}

/// The pending connection of a listener.
func accepted(from listener: borrowing UnixListener) throws -> UnixConnection {
  switch listener.accept() {
  case .connection(let connection): return connection
  case .wouldBlock: throw TestFailure("no connection is pending")
  case .outOfDescriptors(let errno): throw TestFailure("accept: \(errno)")
  case .aborted(let errno): throw TestFailure("accept: \(errno)")
  }
}
