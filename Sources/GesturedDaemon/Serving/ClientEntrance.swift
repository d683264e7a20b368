import GestureCore
import LinuxEventLoop
import SystemPackage

/// The sockets that clients come to, and who of them gets in: the kernel lets in whom the socket's mode and group
/// allow, and of those no user gets more than a share.
///
/// Both sockets stay open whatever happens: a refused connection is told why and hung up on, and the next one, of
/// another user perhaps, gets in.
struct ClientEntrance: ~Copyable {
  /// Finds out who is at the other end of a connection.
  typealias Identification = (borrowing UnixConnection) throws(SystemError) -> ClientCredentials

  /// What came of a turn's connections.
  struct Outcome {
    /// How many were refused because their user has too many, or comes too often.
    var refusals = 0
    /// The user of the last of those.
    var refusedUser: UInt32 = 0
    /// Why the process is out of descriptors, when it has just come to that.
    var exhaustion: Errno?
    /// Why one could not be served.
    var failure: SystemError?
  }

  private var events: SubscriberAcceptor
  private var raw: SubscriberAcceptor?
  private var quotas: UserQuotas
  /// How many connections may be refused a second before the socket rests: taking them costs more than making them (H5).
  private static let refusalRate = RateBudget.Rate(perSecond: 1000, burst: 256)
  private var refusals = RateBudget()
  /// When a socket that rests listens again; nil while both do.
  private(set) var resumesAt: Instant?
  /// How clients are told apart: by what the kernel says, but in tests.
  var identify: Identification = { connection throws(SystemError) in try connection.credentials() }

  init(events: consuming SubscriberAcceptor, raw: consuming SubscriberAcceptor?, limits: UserQuotas.Limits) {
    self.events = events
    self.raw = raw
    quotas = UserQuotas(limits)
  }

  /// What the poller calls a socket's listener.
  static func token(of tier: SocketTier) -> PollToken {
    switch tier {
    case .events: PollToken(kind: TokenKind.listener, index: 0, generation: 0)
    case .raw: PollToken(kind: TokenKind.listener, index: 1, generation: 0)
    }
  }

  /// Takes what waits at a socket.
  ///
  /// - Parameters:
  ///   - refuse: hangs up on a connection, with the reason.
  ///   - welcome: takes one over; its result says whether it stays.
  mutating func accept(
    _ event: PollEvent, _ turn: Turn,
    refuse: (consuming UnixConnection) -> Void,
    welcome: (consuming UnixConnection, ClientCredentials, SocketTier) throws(SystemError) -> Bool
  ) throws(SystemError) -> Outcome {
    var outcome = Outcome()
    let tier: SocketTier = event.token == Self.token(of: .raw) ? .raw : .events
    var quotas = self.quotas
    let identify = self.identify
    let take: (consuming UnixConnection) -> Void = { connection in
      do throws(SystemError) {
        let credentials = try identify(connection)
        guard quotas.admit(credentials.userID, now: turn.now) else {
          outcome.refusals += 1
          outcome.refusedUser = credentials.userID
          refuse(connection)
          return
        }
        var stays = false
        defer { if !stays { quotas.release(credentials.userID) } }
        stays = try welcome(connection, credentials, tier)
      } catch {
        outcome.failure = error
      }
    }
    let exhaustion =
      switch tier {
      case .events: try events.accept(now: turn.now, poller: turn.poller, take)
      case .raw: try raw?.accept(now: turn.now, poller: turn.poller, take) ?? nil
      }
    outcome.exhaustion = exhaustion
    self.quotas = quotas
    for _ in 0..<outcome.refusals { refusals.use(at: turn.now, Self.refusalRate) }
    if let end = refusals.waitEnd(at: turn.now, Self.refusalRate) {
      switch tier {
      case .events: try events.rest(until: end, poller: turn.poller)
      case .raw: try raw?.rest(until: end, poller: turn.poller)
      }
    }
    resumesAt = .earlier(events.resumesAt, raw?.resumesAt ?? nil)
    return outcome
  }

  /// Takes over other bounds for those who come.
  mutating func reconfigure(_ limits: UserQuotas.Limits) {
    quotas.limits = limits
  }

  /// Counts a client out.
  mutating func release(_ departure: Departure) {
    quotas.release(departure.userID)
  }

  /// Listens again where a rest is over.
  mutating func resume(_ turn: Turn) throws(SystemError) {
    try events.resume(now: turn.now, poller: turn.poller)
    try raw?.resume(now: turn.now, poller: turn.poller)
    resumesAt = .earlier(events.resumesAt, raw?.resumesAt ?? nil)
  }

  /// Ends the service: the paths are free for another instance, and who waits to be accepted is hung up on.
  consuming func end(poller: borrowing Poller) throws(SystemError) {
    try events.end(poller: poller)
    if let raw = raw.take() { try raw.end(poller: poller) }
  }
}
