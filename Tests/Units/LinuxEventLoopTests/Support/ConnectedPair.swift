import LinuxEventLoop

/// A client and what the listener has accepted for it, over a real socket in a directory of its own.
struct ConnectedPair: ~Copyable {
  let directory: TemporaryDirectory
  let listener: UnixListener
  private(set) var client: UnixConnection
  let server: UnixConnection

  init() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.socket()
    let listener = try UnixListener(at: path)
    let client = try UnixConnection(connectingTo: path)
    let server = try accepted(from: listener)
    self.directory = directory
    self.listener = listener
    self.client = client
    self.server = server
  }

  /// The client that `server` talks to goes away; `client` is another one from then on.
  mutating func dropClient() throws {
    client = try UnixConnection(connectingTo: try directory.socket())
  }
}

/// The connection that is pending on a listener.
func accepted(from listener: borrowing UnixListener) throws -> UnixConnection {
  switch listener.accept() {
  case .connection(let connection): return connection
  case .wouldBlock: throw TestFailure("no connection is pending")
  case .outOfDescriptors(let errno): throw TestFailure("accept: \(errno)")
  case .aborted(let errno): throw TestFailure("accept: \(errno)")
  }
}
