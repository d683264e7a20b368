import GestureCore
import GestureProtocol
import LinuxEventLoop
import SystemPackage

/// One connection to the socket, with the lines that it has not taken yet.
///
/// ```
///   serving ─┬─ told to go (“bye” is queued) ─▶ leaving ─┬─ all is sent ─────▶ closed
///            │                                           └─ nothing moves ───▶ closed
///            ├─ something waits and no piece of it is taken for `stall` (“bye” is sent) ▶ closed
///            └─ it hung up ─▶ gone: what it said last is still taken, for this turn ─▶ closed
/// ```
///
/// While it does not keep up, an update gives way to the next one of the same gesture or touches. When the queue is
/// full all the same, what happened is thrown away and counted, and nothing more of it is queued; once the subscriber
/// has taken the rest it is told how much it missed, and how things are (`mayCatchUp`). What answers itself is never
/// thrown away.
final class Subscriber {
  private enum State {
    case serving
    case leaving
    case gone
    case closed
  }

  /// The most reads that what a client said last is given, a buffer each: no more than one request may need.
  private static let lastReads = 17
  /// The most reads that empty what the kernel holds of a client that is let go: more than a socket's usual buffer.
  private static let drainingReads = 64

  /// Its number, from 1: in logs, and as the owner of what it adds.
  let number: UInt64
  /// Who it is.
  let credentials: ClientCredentials
  /// Where it came to.
  let tier: SocketTier
  /// Whose own recognizers and regions it may see where it asks for all owners.
  let inspection: Inspection
  private let connection: UnixConnection
  private var limits: SubscriberLimits
  private var inbox = RequestInbox()
  private var queue: LineQueue
  private var state = State.serving
  private var lastProgress: Instant
  /// What the kernel held of it when that was.
  private var unreadCharge = 0
  /// How many lines were left out since it was told last.
  private(set) var droppedCount: UInt64 = 0
  /// How many were left out in all.
  private(set) var allDroppedCount: UInt64 = 0
  /// Whether the socket took no more when it was last tried.
  private var isBlocked = false
  private var hasEndedRequests = false
  /// When it connected; nil once it has said anything.
  private(set) var silentSince: Instant?
  /// Whether it is let go because it did not read.
  private(set) var wasTooSlow = false
  /// The audience that it belongs to, and the one whose scene it declares in.
  var audience = Audience.everyone
  var stage = Audience.everyone
  /// Whether it has the right `scene`: what it takes others do not get.
  var isStaging = true
  /// What it hears of.
  var subscription: Subscription
  /// The form of its lines, and their form while places are not told: numbers of `EncodedLines`.
  var form = 0
  var placelessForm = 0
  /// The same for lines of recognizers that it has declared.
  var (ownForm, ownPlacelessForm) = (0, 0)
  /// Whether it is told no places, and whether it is told of nothing that one finger does, whoever holds the lease or not.
  var hidesPlaces = false
  var hidesSingleFinger = false
  /// The touch that landed last before it subscribed: it is told of later ones only (MULTI-9).
  var latestTouch: UInt64 = 0
  /// The questions that it was asked, and the offers that it was made.
  var questions = ToldNumbers(capacity: 256)
  var offers = ToldNumbers(capacity: 1024)
  /// What holds its updates back; nil where it wants all.
  var limiter: UpdateLimiter?
  /// Whether there is one: kept, as it is looked at with each line.
  private(set) var isLimited = false
  /// The regions whose touches it passes on, by their names.
  var forwardedRegions: Set<String> = []
  /// What the poller was last told to watch.
  var watched: Readiness = []
  /// Whether the broadcaster looks at it at the end of each turn.
  var isListed = false

  /// Whether it has to wait because the clients of its user do not take what they are told: its requests are not taken,
  /// and it is not told what it missed.
  var isHeldUp = false

  /// Whether it is not read because its user has no processor time left: reading costs too, however little a client says at a
  /// time.
  var isResting = false

  /// Whether it is about to be told what it missed: that waits for processor time of its user.
  var isCatchingUp = false

  /// How many of its requests are not done yet: they are answered before the next one is taken.
  var workCount = 0

  /// Takes a connection over.
  init(
    _ connection: consuming UnixConnection, number: UInt64, credentials: ClientCredentials, tier: SocketTier,
    limits: SubscriberLimits, inspection: Inspection = .none, scope: SubscriptionScope = SubscriptionScope(),
    now: Instant
  ) {
    self.number = number
    self.credentials = credentials
    self.tier = tier
    self.inspection = inspection
    self.connection = connection
    self.limits = limits
    subscription = Subscription(.standard, of: Int(number), in: scope)
    queue = LineQueue(capacity: limits.socket.queueBytes, maximumLines: limits.socket.queueLines)
    lastProgress = now
    silentSince = now
  }

  /// Takes over how long it is waited for and how much it may say.
  func adopt(_ next: SubscriberLimits) {
    limits.socket.stall = next.socket.stall
    limits.requests = next.requests
  }

  /// Makes room for the numbers of questions and offers: it has a recognizer that may need it.
  func prepareNumbers() {
    questions.prepare()
    offers.prepare()
  }

  /// Has updates come no faster than so; nil for all of them.
  func limit(to interval: TimeSpan?) {
    limiter = interval.map(UpdateLimiter.init)
    isLimited = interval != nil
  }

  var descriptor: FileDescriptor { connection.descriptor }

  /// What the poller is to watch: it may speak until it has ended its requests, and while those it made are taken; it is
  /// waited for while lines are queued.
  var interest: Readiness {
    var interest: Readiness =
      !hasEndedRequests && takesRequests && !inbox.hasLine && !isResting ? [.readable] : []
    // Where it has taken all lines and is to be told what it missed, that it can be written to is no news.
    if hasBacklog, !((isHeldUp || isCatchingUp) && queue.isEmpty) { interest.insert(.writable) }
    return interest
  }

  var isClosed: Bool { state == .closed }

  /// Whether it is there, and was not told to go.
  var isServed: Bool { state == .serving }

  /// Whether it hung up in this turn.
  var isGone: Bool { state == .gone }

  /// Whether there is something to look at when the turn ends.
  var needsCare: Bool {
    state != .serving || hasBacklog || inbox.count > 0 || isResting || interest != watched
      || isLimited && limiter?.nextDeadline ?? nil != nil
  }

  /// How many lines wait, one that is half sent included.
  var backlogCount: Int {
    switch state {
    case .serving, .leaving: queue.lineCount
    case .gone, .closed: 0
    }
  }

  /// Whether it has still to take something, be it that it was left out.
  var hasBacklog: Bool { backlogCount > 0 || (droppedCount > 0 && state == .serving) }

  /// How many bytes wait that are never left out.
  var keptByteCount: Int { queue.byteCount - queue.eventByteCount }

  /// How many bytes wait in both directions.
  var waitingByteCount: Int { queue.byteCount + inbox.count }

  /// Whether it has said a whole line that is not taken yet.
  var hasRequest: Bool { inbox.hasLine }

  /// Whether a request of it may be taken now, or is overdue, as far as it alone is concerned.
  func hasDueRequest(at now: Instant) -> Bool { takesRequests && inbox.isDue(limits.requests, now: now) }

  /// When it last took something of what waits; nil while nothing waits.
  var backlogProgress: Instant? { hasBacklog ? lastProgress : nil }

  /// When it is to be looked at again if nothing moves: to be let go, or because a request of its may be taken then.
  ///
  /// - Parameter rest: until when its user has no processor time left for requests; nil where it has.
  func deadline(resting rest: Instant?) -> Instant? {
    let own = Instant.earlier(
      .earlier(stallEnd, limiter?.nextDeadline ?? nil),
      takesRequests ? inbox.deadline(limits.requests, rest) : nil)
    // It is read again when the rest is over.
    return isResting ? .earlier(own, rest ?? Instant(microseconds: 0)) : own
  }

  /// The same where its user has processor time.
  var deadline: Instant? { deadline(resting: nil) }

  /// When it is let go if nothing moves; nil while nothing is queued.
  private var stallEnd: Instant? { hasBacklog ? lastProgress + limits.socket.stall : nil }

  /// Whether its requests are taken: not while it does not read what it was told, since each makes another line.
  private var takesRequests: Bool {
    switch state {
    case .serving where isHeldUp || workCount > 0: false
    case .serving:
      queue.byteCount * 2 <= limits.socket.queueBytes && queue.lineCount * 2 <= limits.socket.queueLines
    case .gone: true
    case .leaving, .closed: false
    }
  }

  /// Whether lines were left out and it has taken all others: it may be told what it missed, unless that is on its way.
  var mayCatchUp: Bool {
    state == .serving && droppedCount > 0 && queue.isEmpty && !isBlocked && !isCatchingUp
  }

  /// Sends a line, or keeps what the socket does not take.
  ///
  /// - Parameters:
  ///   - line: the line; nothing is sent of one that did not fit.
  ///   - tag: what may become of it while it waits.
  /// - Returns: whether the subscriber has to be looked at: the socket did not take all of it, or takes nothing at all.
  @inline(__always)
  func send(_ line: borrowing LineWriter, as tag: LineQueue.Tag, now: Instant) -> Bool {
    guard state == .serving, line.count > 0, droppedCount == 0, queue.isEmpty else {
      return send(line.bytes, count: line.count, as: tag, now: now)
    }
    return !put(line.bytes, count: line.count, as: tag, now: now)
  }

  /// The same of the first bytes of some.
  @discardableResult
  func send(_ line: [UInt8], count: Int, as tag: LineQueue.Tag, now: Instant) -> Bool {
    guard state == .serving, count > 0 else { return state != .serving }
    if tag != .kept, droppedCount > 0 {
      leaveOut(1)
    } else if queue.isEmpty {
      return !put(line, count: count, as: tag, now: now)
    } else {
      leaveOut(queue.put(line, count: count, as: tag))
    }
    return true
  }

  /// Tells how much was left out; a snapshot follows.
  func tellDropped(_ notices: borrowing Notices, now: Instant) {
    guard droppedCount > 0, state == .serving else { return }
    let line = notices.dropped(droppedCount)
    droppedCount = 0
    send(line, count: line.count, as: .kept, now: now)
  }

  /// Says farewell, behind all that is queued.
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

  /// Sends what is queued, as far as the socket takes it.
  func flush(now: Instant) {
    isBlocked = false
    guard backlogCount > 0 else { return }
    switch queue.write(to: connection) {
    case .wrote:
      noteProgress(now: now)
      isBlocked = !queue.isEmpty
    case .wouldBlock: isBlocked = true
    case .closed: state = .closed
    }
    closeIfDone()
  }

  /// Takes in what it says, one read's worth. The end of its requests is not the end of the stream, and half a line
  /// before it is nothing.
  func read(into buffer: inout [UInt8], now: Instant) {
    guard takesRequests, !hasEndedRequests else { return }
    switch connection.read(into: &buffer) {
    case .bytes(let count):
      silentSince = nil
      inbox.append(buffer, count: count, limits.requests, now: now)
    case .wouldBlock: break
    case .endOfStream:
      hasEndedRequests = true
      if !inbox.hasLine { inbox.removeAll() }
    case .closed: state = .closed
    }
  }

  /// What it asks for next.
  func nextRequest(now: Instant) -> RequestInbox.Step {
    guard takesRequests else { return .nothing }
    let step = inbox.next(limits.requests, now: now)
    if hasEndedRequests, !inbox.hasLine { inbox.removeAll() }
    return step
  }

  /// Charges what it has asked for.
  func charge(isLight: Bool, now: Instant) {
    inbox.use(limits.requests, now: now, isLight: isLight)
  }

  /// Charges the lines that it was answered with.
  func charge(lines: Int, now: Instant) {
    inbox.use(limits.requests, now: now, lines: lines)
  }

  /// It is gone: what it said last is taken, as whoever sends a command from a shell does not stay.
  func hangUp(into buffer: inout [UInt8], now: Instant) {
    guard state == .serving else {
      state = .closed
      return
    }
    state = .gone
    for _ in 0..<Self.lastReads {
      guard !hasEndedRequests, state == .gone else { break }
      read(into: &buffer, now: now)
    }
    state = inbox.hasLine ? .gone : .closed
  }

  /// Reads what it has said and nobody wants any more: a connection that is closed with bytes unread looks like an
  /// error at the other end, and its last lines are easily missed there.
  func drain(into buffer: inout [UInt8]) {
    // Where it is gone already there is nobody to whom it would make a difference.
    try? connection.shutdownRead()
    for _ in 0..<Self.drainingReads {
      guard case .bytes = connection.read(into: &buffer) else { return }
    }
  }

  /// Lets it go when nothing has moved for too long: with a farewell, for which the kernel is given room.
  func expire(at now: Instant, notices: borrowing Notices) {
    if !takesRequests || isResting { inbox.postpone(to: now) }
    // Others are waited for, or its user's processor time, not this one.
    if isHeldUp || isCatchingUp, queue.isEmpty { lastProgress = now }
    guard let end = stallEnd, end <= now else { return }
    // The kernel reports room only when three quarters of its buffer are free. A client that reads slowly has made some.
    flush(now: now)
    if let charge = connection.unreadCharge, charge < unreadCharge { noteProgress(now: now) }
    guard state != .closed, let end = stallEnd, end <= now else { return }
    wasTooSlow = true
    state = .closed
    queue.removeWholeLines()
    let farewell = notices.farewell(.tooSlow)
    // The kernel charges a line more than its bytes, and counts what it holds already.
    let room = 4 * (limits.socket.sendBufferBytes + queue.byteCount + farewell.count)
    // It is let go whether the farewell fits or not, so no outcome changes anything.
    try? connection.setSendBuffer(bytes: room)
    while !queue.isEmpty, case .wrote = queue.write(to: connection) {}
    if queue.isEmpty { _ = connection.write(farewell, in: farewell.indices) }
  }

  /// It has taken something.
  private func noteProgress(now: Instant) {
    lastProgress = now
    unreadCharge = connection.unreadCharge ?? 0
  }

  /// Hands a line to the socket; nothing waits.
  ///
  /// - Returns: whether it took all of it.
  private func put(_ line: [UInt8], count: Int, as tag: LineQueue.Tag, now: Instant) -> Bool {
    lastProgress = now
    switch connection.write(line, in: 0..<count, inPiecesOf: SubscriberLimits.pieceBytes) {
    case .wrote(count):
      isBlocked = false
      return true
    case .wrote(let sent):
      isBlocked = true
      noteProgress(now: now)
      queue.append(line, in: sent..<count, as: tag, isRest: true)
    case .wouldBlock:
      isBlocked = true
      noteProgress(now: now)
      queue.append(line, in: 0..<count, as: tag)
    case .closed: state = .closed
    }
    return false
  }

  private func leaveOut(_ count: UInt64) {
    droppedCount += count
    allDroppedCount += count
  }

  private func closeIfDone() {
    if state == .leaving, queue.isEmpty { state = .closed }
  }
}
