import GestureCore
import GesturedBase
import LinuxEventLoop
import SystemPackage

/// The sockets that clients connect to, and their admission. The kernel admits clients by the socket's mode and group.
/// `UserQuotas` then gives each user at most a share.
///
/// Both sockets stay open whatever happens. A refused client is sent the reason and disconnected. The next client,
/// perhaps of another user, gets in.
package struct ClientEntrance: ~Copyable {
  /// Finds out which process is at the other end of a connection.
  typealias Identification = (borrowing UnixConnection) throws(SystemError) -> ClientCredentials

  /// The result of a turn's connections.
  package struct Outcome {
    /// How many connections were refused because their user has too many, or connects too often.
    package var refusals = 0
    /// The user of the last refused connection.
    package var refusedUser: UInt32 = 0
    /// Why the process is out of descriptors, in the turn in which that begins.
    package var exhaustion: Errno?
    /// Why a connection could not be served.
    package var failure: SystemError?
  }

  private var events: SubscriberAcceptor
  private var raw: SubscriberAcceptor?
  private var quotas: UserQuotas
  /// The rate of refusals at which the socket rests. Accepting connections costs more than making them (H5).
  private static let refusalRate = RateBudget.Rate(perSecond: 1000, burst: 256)
  private var refusals = RateBudget()
  /// When a resting socket listens again; nil while both listen.
  package private(set) var resumesAt: Instant?
  /// Identifies clients: by the kernel's credentials, except in tests.
  var identify: Identification = { connection throws(SystemError) in try connection.credentials() }

  package init(
    events: consuming SubscriberAcceptor, raw: consuming SubscriberAcceptor?, limits: UserQuotas.Limits
  ) {
    self.events = events
    self.raw = raw
    quotas = UserQuotas(limits)
  }

  /// The token of a socket's listener.
  package static func token(of tier: SocketTier) -> PollToken {
    switch tier {
    case .events: PollToken(kind: TokenKind.listener, index: 0, generation: 0)
    case .raw: PollToken(kind: TokenKind.listener, index: 1, generation: 0)
    }
  }

  /// Accepts the connections that wait at a socket.
  ///
  /// - Parameters:
  ///   - refuse: disconnects a connection, with the reason.
  ///   - welcome: takes ownership of a connection, and returns whether it stays.
  package mutating func accept(
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

  /// Sets the limits of later connections.
  package mutating func reconfigure(_ limits: UserQuotas.Limits) {
    quotas.limits = limits
  }

  /// Subtracts a departed client from its user's count.
  package mutating func release(_ departure: Departure) {
    quotas.release(departure.userID)
  }

  /// Listens again where a rest is over.
  package mutating func resume(_ turn: Turn) throws(SystemError) {
    try events.resume(now: turn.now, poller: turn.poller)
    try raw?.resume(now: turn.now, poller: turn.poller)
    resumesAt = .earlier(events.resumesAt, raw?.resumesAt ?? nil)
  }

  /// Ends the service and frees the paths for another instance. Waiting connections are closed.
  package consuming func end(poller: borrowing Poller) throws(SystemError) {
    try events.end(poller: poller)
    if let raw = raw.take() { try raw.end(poller: poller) }
  }
}
