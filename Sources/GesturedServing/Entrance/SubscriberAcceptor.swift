import GestureCore
import LinuxEventLoop
import SystemPackage

/// Accepts connections of the socket, a few each turn. It rests on request, or when the process has no descriptors
/// left.
///
/// A readable listener whose connections cannot be accepted would wake the loop forever. It is therefore not watched
/// during the rest, which grows from 10 ms to 1 s (S14).
package struct SubscriberAcceptor: ~Copyable {
  private static let perTick = 8
  private static let shortestRest = TimeSpan.milliseconds(10)
  private static let longestRest = TimeSpan.milliseconds(1000)

  private let listener: UnixListener
  private let token: PollToken
  private var rest = shortestRest
  /// When it listens again; nil while it listens.
  private(set) var resumesAt: Instant?

  package init(_ listener: consuming UnixListener, token: PollToken, poller: borrowing Poller)
    throws(SystemError)
  {
    self.listener = listener
    self.token = token
    try poller.add(self.listener.descriptor, interest: [.readable], token: token)
  }

  /// Accepts the connections that wait.
  ///
  /// - Returns: why the process is out of descriptors, in the turn in which that begins.
  mutating func accept(
    now: Instant, poller: borrowing Poller, _ welcome: (consuming UnixConnection) -> Void
  ) throws(SystemError) -> Errno? {
    for _ in 0..<Self.perTick {
      switch listener.accept() {
      case .connection(let connection):
        rest = Self.shortestRest
        welcome(connection)
      case .wouldBlock: return nil
      case .aborted: continue
      case .outOfDescriptors(let errno):
        try rest(until: now + rest, poller: poller)
        rest = min(Self.longestRest, TimeSpan(microseconds: rest.microseconds * 2))
        return errno
      }
    }
    return nil
  }

  /// Accepts no connections before a time.
  mutating func rest(until end: Instant, poller: borrowing Poller) throws(SystemError) {
    try poller.modify(listener.descriptor, interest: [], token: token)
    resumesAt = end
  }

  /// Ends the service and frees the path for another instance. Waiting connections are closed.
  consuming func end(poller: borrowing Poller) throws(SystemError) {
    try poller.remove(listener.descriptor)
  }

  /// Listens again when the rest is over.
  mutating func resume(now: Instant, poller: borrowing Poller) throws(SystemError) {
    guard let resumesAt, resumesAt <= now else { return }
    self.resumesAt = nil
    try poller.modify(listener.descriptor, interest: [.readable], token: token)
  }
}
