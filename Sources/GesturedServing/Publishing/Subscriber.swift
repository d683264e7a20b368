import GestureCore
import GestureProtocol
import LinuxEventLoop
import SystemPackage

/// One connection to the socket, with the lines that it has not taken yet.
///
/// ```
///   serving ─┬─ dismissed (“bye” is queued) ──▶ leaving ─┬─ all is sent ─────▶ closed
///            │                                           └─ nothing moves ───▶ closed
///            ├─ lines wait and the client takes no piece for `stall` (“bye” is sent) ───▶ closed
///            └─ the client hung up ─▶ gone: its last requests are still read in this turn ─▶ closed
/// ```
///
/// While a subscriber does not keep up, an update gives way to the next update of the same gesture or touches. When its
/// queue is full nevertheless, events are dropped and counted, and no further event is queued. Once the subscriber has
/// taken the rest, it receives the count and a snapshot (`mayCatchUp`). Replies are never dropped.
package final class Subscriber {
  private enum State {
    case serving
    case leaving
    case gone
    case closed
  }

  /// The most reads of a client's last bytes, a buffer each: no more than one request may need.
  private static let lastReads = 17
  /// The most reads that empty the kernel's buffer of a client that is disconnected: more than a socket's usual buffer.
  private static let drainingReads = 64

  /// The number, user and socket of the subscriber.
  package let identity: ClientIdentity
  /// The users whose own recognizers and regions the subscriber may see when it asks for all owners.
  package let inspection: Inspection
  private let connection: UnixConnection
  private var limits: SubscriberLimits
  private var inbox = RequestInbox()
  private var queue: LineQueue
  private var state = State.serving
  /// The progress of the socket.
  private var progress: SocketProgress
  /// How many lines of events it was sent, and how many were dropped.
  package internal(set) var lines = LineCounts()
  /// When the subscriber connected; nil once it has sent anything.
  private(set) var silentSince: Instant?
  /// Whether the daemon disconnects the subscriber because it did not read.
  private(set) var wasTooSlow = false
  /// The stage whose events the subscriber hears, and the stage in whose scene it declares.
  package internal(set) var hears: Stage
  package internal(set) var declaresOn: Stage
  /// The name of its scene among those of its user (`limit`); nil for the one without a name.
  package var scene: String?
  /// Whether the subscriber has the right `scene`: events that it handles do not reach others.
  package internal(set) var declaresForAll = true
  /// The lines that the subscriber receives.
  package internal(set) var subscription: Subscription
  /// The forms of the subscriber's lines.
  var forms = SubscriberForms()
  /// The facts that its socket keeps from it, with or without private mode. Stored, since each line reads them, and
  /// reading them from the limits would copy these.
  let withheld: SubscriberLimits.Withheld
  var hidesPlaces: Bool { withheld.contains(.places) }
  package var hidesSingleFinger: Bool { withheld.contains(.singleFingers) }
  /// Whether the subscriber may not learn which responder takes an event: a tap may have chosen the first responder.
  package var isGuarded: Bool { !withheld.isEmpty }
  /// The latest touch before the subscription: the subscriber receives only later ones (MULTI-9).
  var latestTouch: UInt64 = 0
  /// The questions and offers to the subscriber, and the actions that it took.
  package internal(set) var told = ToldQuestions()
  /// Limits the rate of updates, where the subscriber asked for it.
  var limiter = UpdateLimiter()
  /// The most regions and recognizers that the subscriber may declare (`limit`); nil where only the configuration limits it.
  package var ownLimits: (regions: Int?, recognizers: Int?)
  /// The names of the responders at which the subscriber forwards what it takes.
  var forwardedResponders: Set<String> = []
  /// Why the subscriber waits; empty where it does not.
  var waits: SubscriberWaits = []
  /// The work on its requests.
  var work = RequestWork()

  /// Takes ownership of a connection.
  init(
    _ connection: consuming UnixConnection, _ identity: ClientIdentity, limits: SubscriberLimits,
    inspection: Inspection = .none, hears: Stage, declaresOn: Stage, now: Instant
  ) {
    self.identity = identity
    withheld = limits.withheld(at: identity.tier)
    self.inspection = inspection
    self.connection = connection
    self.limits = limits
    self.hears = hears
    self.declaresOn = declaresOn
    subscription = Subscription(.standard, of: identity.number, in: hears.scope)
    queue = LineQueue(capacity: limits.socket.queueBytes, maximumLines: limits.socket.queueLines)
    progress = SocketProgress(latest: now)
    silentSince = now
  }

  /// Sets the timeout and the budget of requests.
  func adopt(_ next: SubscriberLimits) {
    limits.socket.stall = next.socket.stall
    limits.requests = next.requests
  }

  package var number: Int { identity.number }
  package var credentials: ClientCredentials { identity.credentials }
  package var tier: SocketTier { identity.tier }
  var descriptor: FileDescriptor { connection.descriptor }

  /// The readiness to watch for. The socket is read until the client ends its requests, but not while an earlier
  /// request waits or is under way. The socket's room is watched while lines are queued.
  var interest: Readiness {
    var interest: Readiness =
      !inbox.hasEnded && takesRequests && !inbox.hasLine && !isResting ? [.readable] : []
    // With an empty queue and the catch-up still waiting, the socket stays writable, and watching it would wake the
    // loop for nothing.
    if hasBacklog, (waits.isDisjoint(with: [.forOthers, .toCatchUp]) || !queue.isEmpty) {
      interest.insert(.writable)
    }
    return interest
  }

  var isClosed: Bool { state == .closed }

  /// Whether the subscriber is connected and is not being disconnected.
  package var isServed: Bool { state == .serving }

  /// Whether the client hung up in this turn.
  var isGone: Bool { state == .gone }

  /// Whether the subscriber is to be checked when the turn ends.
  ///
  /// - Parameter watched: the readiness that `Poller` watches for.
  func needsCare(watched: Readiness) -> Bool {
    state != .serving || hasBacklog || inbox.count > 0 || isResting || interest != watched
      || limiter.nextDeadline != nil
  }

  /// How many lines wait, including a half-sent one.
  package var backlogCount: Int {
    switch state {
    case .serving, .leaving: queue.lineCount
    case .gone, .closed: 0
    }
  }

  /// Whether the subscriber still has to take something, perhaps only the count of dropped lines.
  var hasBacklog: Bool { backlogCount > 0 || (lines.dropped > 0 && state == .serving) }

  /// How many bytes wait that are never dropped.
  var keptByteCount: Int { queue.byteCount - queue.eventByteCount }

  /// How many bytes wait in both directions.
  var waitingByteCount: Int { queue.byteCount + inbox.count }

  /// Whether the socket is not read because the user has no processor time left.
  var isResting: Bool { waits.contains(.forProcessorTime) }

  /// Whether a whole line of the client waits to be taken.
  var hasRequest: Bool { inbox.hasLine }

  /// Whether one of its requests may be taken now, or is overdue, by the subscriber's own limits.
  func hasDueRequest(at now: Instant) -> Bool { takesRequests && inbox.isDue(limits.requests, now: now) }

  /// When the subscriber last took bytes; nil while nothing waits.
  var backlogProgress: Instant? { hasBacklog ? progress.latest : nil }

  /// When the subscriber is to be checked if nothing else happens: to disconnect it, to send an update, or to take a
  /// request.
  ///
  /// - Parameter rest: until when the user has no processor time left for requests; nil where it has some.
  func deadline(resting rest: Instant?) -> Instant? {
    let own = Instant.earlier(
      .earlier(stallEnd, limiter.nextDeadline),
      takesRequests ? inbox.deadline(limits.requests, rest) : nil)
    // The socket is read again when the rest is over.
    return isResting ? .earlier(own, rest ?? Instant(microseconds: 0)) : own
  }

  /// The deadline where the user has processor time.
  var deadline: Instant? { deadline(resting: nil) }

  /// When the subscriber is disconnected if it takes nothing; nil while nothing is queued.
  private var stallEnd: Instant? { hasBacklog ? progress.latest + limits.socket.stall : nil }

  /// Whether requests are taken. They are not while the subscriber does not read its lines, since each request causes
  /// another line.
  private var takesRequests: Bool {
    switch state {
    case .serving where waits.contains(.forOthers) || work.underWay > 0: false
    case .serving:
      queue.byteCount * 2 <= limits.socket.queueBytes && queue.lineCount * 2 <= limits.socket.queueLines
    case .gone: true
    case .leaving, .closed: false
    }
  }

  /// Whether lines were dropped, all others are taken, and a catch-up may begin.
  var mayCatchUp: Bool {
    state == .serving && lines.dropped > 0 && queue.isEmpty && !progress.isBlocked
      && !waits.contains(.toCatchUp)
  }

  /// Begins the catch-up that `Connections.removeBehind` has announced.
  ///
  /// - Returns: whether the subscriber still has something to catch up with.
  package func beginCatchUp() -> Bool {
    waits.remove(.toCatchUp)
    return mayCatchUp
  }

  /// Sends a line, or queues what the socket does not take.
  ///
  /// - Parameters:
  ///   - line: the line; nothing is sent where it did not fit the writer.
  ///   - tag: how the queue treats the line while it waits.
  /// - Returns: whether the subscriber is to be checked: the socket took only part of the line, or none.
  @inline(__always)
  func send(_ line: borrowing LineWriter, as tag: LineQueue.Tag, now: Instant) -> Bool {
    guard state == .serving, line.count > 0, lines.dropped == 0, queue.isEmpty else {
      return send(line.bytes, count: line.count, as: tag, now: now)
    }
    lines.heard &+= 1
    return !write(line.bytes, count: line.count, as: tag, now: now)
  }

  /// Sends the first bytes of an array as a line.
  @discardableResult
  func send(_ line: [UInt8], count: Int, as tag: LineQueue.Tag, now: Instant) -> Bool {
    guard state == .serving, count > 0 else { return state != .serving }
    if tag != .kept { lines.heard &+= 1 }
    if tag != .kept, lines.dropped > 0 {
      lines.drop(1)
    } else if queue.isEmpty {
      return !write(line, count: count, as: tag, now: now)
    } else {
      lines.drop(queue.replaceOrAppend(line, count: count, as: tag))
    }
    return true
  }

  /// Sends the count of dropped lines; a snapshot follows.
  func tellDropped(_ notices: borrowing Notices, now: Instant) {
    guard lines.dropped > 0, state == .serving else { return }
    let line = notices.dropped(lines.tellDropped())
    send(line, count: line.count, as: .kept, now: now)
  }

  /// Sends a farewell after all queued lines, then disconnects.
  func leave(_ reason: ByeReason, notices: borrowing Notices, now: Instant) {
    guard state == .serving else { return }
    tellDropped(notices, now: now)
    guard state == .serving else { return }
    let farewell = notices.farewell(reason)
    send(farewell, count: farewell.count, as: .kept, now: now)
    guard state == .serving else { return }
    state = .leaving
    inbox.removeAll()
    closeIfDone()
  }

  /// Sends the queued lines, as far as the socket takes them.
  func flush(now: Instant) {
    progress.isBlocked = false
    guard backlogCount > 0 else { return }
    switch queue.write(to: connection) {
    case .wrote:
      recordProgress(now: now)
      progress.isBlocked = !queue.isEmpty
    case .wouldBlock: progress.isBlocked = true
    case .closed: state = .closed
    }
    closeIfDone()
  }

  /// Reads once from the socket. The end of the client's requests does not end the stream. A half line before the end
  /// is discarded.
  func read(into buffer: inout [UInt8], now: Instant) {
    guard takesRequests, !inbox.hasEnded else { return }
    switch connection.read(into: &buffer) {
    case .bytes(let count):
      silentSince = nil
      inbox.append(buffer, count: count, limits.requests, now: now)
    case .wouldBlock: break
    case .endOfStream:
      inbox.end()
      if !inbox.hasLine { inbox.removeAll() }
    case .closed: state = .closed
    }
  }

  /// The client's next request.
  func nextRequest(now: Instant) -> RequestInbox.Step {
    guard takesRequests else { return .nothing }
    let step = inbox.next(limits.requests, now: now)
    if inbox.hasEnded, !inbox.hasLine { inbox.removeAll() }
    return step
  }

  /// Charges the client for a request.
  func charge(isLight: Bool, now: Instant) {
    inbox.use(limits.requests, now: now, isLight: isLight)
  }

  /// Charges the client for the lines of an answer.
  package func charge(lines: Int, now: Instant) {
    inbox.use(limits.requests, now: now, lines: lines)
  }

  /// Reads the last requests of a client that hung up, since a command sent from a shell does not stay connected.
  func hangUp(into buffer: inout [UInt8], now: Instant) {
    guard state == .serving else {
      state = .closed
      return
    }
    state = .gone
    for _ in 0..<Self.lastReads {
      guard !inbox.hasEnded, state == .gone else { break }
      read(into: &buffer, now: now)
    }
    state = inbox.hasLine ? .gone : .closed
  }

  /// Reads and discards the client's remaining bytes. Closing a connection with unread bytes looks like an error at the
  /// other end, where the last lines are then easily lost.
  func drain(into buffer: inout [UInt8]) {
    // Where the client is gone already, the failure changes nothing.
    try? connection.shutdownRead()
    for _ in 0..<Self.drainingReads {
      guard case .bytes = connection.read(into: &buffer) else { return }
    }
  }

  /// Disconnects the subscriber when it has taken nothing for too long. The kernel's buffer is enlarged so that a
  /// farewell fits.
  func expire(at now: Instant, notices: borrowing Notices) {
    if !takesRequests || isResting { inbox.postpone(to: now) }
    // The subscriber waits for its user's other clients or for processor time, so its own stall does not count.
    if !waits.isDisjoint(with: [.forOthers, .toCatchUp]), queue.isEmpty { progress.latest = now }
    guard let end = stallEnd, end <= now else { return }
    // The kernel reports room only when three quarters of its buffer are free. A client that reads slowly may have
    // freed less.
    flush(now: now)
    if let charge = connection.unreadCharge, charge < progress.unreadCharge { recordProgress(now: now) }
    guard state != .closed, let end = stallEnd, end <= now else { return }
    wasTooSlow = true
    state = .closed
    queue.removeWholeLines()
    let farewell = notices.farewell(.tooSlow)
    // The kernel charges a line more than its bytes, and counts the bytes that it holds already.
    let room = 4 * (limits.socket.sendBufferBytes + queue.byteCount + farewell.count)
    // The subscriber is disconnected whether the farewell fits or not, so the outcome changes nothing.
    try? connection.setSendBuffer(bytes: room)
    while !queue.isEmpty, case .wrote = queue.write(to: connection) {}
    if queue.isEmpty { _ = connection.write(farewell, in: farewell.indices) }
  }

  /// Records that the subscriber has read bytes.
  private func recordProgress(now: Instant) {
    progress.latest = now
    progress.unreadCharge = connection.unreadCharge ?? 0
  }

  /// Writes a line to the socket while the queue is empty, and queues the rest.
  ///
  /// - Returns: whether the socket took all of it.
  private func write(_ line: [UInt8], count: Int, as tag: LineQueue.Tag, now: Instant) -> Bool {
    progress.latest = now
    switch connection.write(line, in: 0..<count, inPiecesOf: SubscriberLimits.pieceBytes) {
    case .wrote(count):
      progress.isBlocked = false
      return true
    case .wrote(let sent):
      progress.isBlocked = true
      recordProgress(now: now)
      queue.append(line, in: sent..<count, as: tag, isRest: true)
    case .wouldBlock:
      progress.isBlocked = true
      recordProgress(now: now)
      queue.append(line, in: 0..<count, as: tag)
    case .closed: state = .closed
    }
    return false
  }

  private func closeIfDone() {
    if state == .leaving, queue.isEmpty { state = .closed }
  }
}

extension Subscriber {
  /// The estimated bytes of a connection itself, without its queues and its subscription.
  private static let bytesOfConnection = 8192

  /// An estimate, rather too high, of the subscriber's bytes without its declarations (H2).
  package var keptBytes: Int {
    Self.bytesOfConnection + queue.keptBytes + inbox.keptBytes + subscription.keptBytes
  }
}

/// The work on a client's requests.
struct RequestWork {
  /// How many are under way. They are answered before the next one is read.
  var underWay = 0
  /// The processor time that they have used, in microseconds: `WorkAccounts.turn` compares it.
  var time: Int64 = 0
}

/// The progress of a socket that is written to.
private struct SocketProgress {
  /// When the client last took bytes.
  var latest: Instant
  /// The kernel's charge for unread bytes at that time.
  var unreadCharge = 0
  /// Whether the socket refused bytes at the last try.
  var isBlocked = false
}
