import GestureCore
import GestureProtocol
import LinuxEventLoop

/// Sends each line to every subscriber, and keeps none waiting for another.
///
/// A line is encoded once for all who share a form and offered to each socket in turn. What a socket does not take at once waits in the
/// queue of its own subscriber; nothing is ever waited for here. Subscribers keep their places while they live, so
/// that the poller's tokens stay true, and a place is used again with another generation.
///
/// Nearly all subscribers take each line at once and say nothing. The others are listed, and only they are looked at
/// when a turn ends: a thousand who are well cost nothing but their lines.
///
/// It speaks to one audience at a time: to those who hear the same scene (`Audience`). Nearly always there is one.
///
/// Who is told of what is in `Broadcaster+Events.swift`, who wants what in `Broadcaster+Subscriptions.swift`.
struct Broadcaster {
  struct Place {
    var subscriber: Subscriber?
    fileprivate var generation: UInt32 = 0
  }

  /// What the poller calls a subscriber's socket.
  private let tokenKind: UInt8
  /// What is kept for those who come, and how many may.
  var limits: SubscriberLimits
  let notices = Notices()
  var places: [Place] = []
  /// The number of the audience that is spoken to, and the channels of the others, by their numbers: nil for one that is
  /// spoken to or gone.
  var audience = Audience.everyone
  var waiting: [Channel?] = [nil]
  // The channel of that audience, laid flat as it is on the way of each line (`Channel` says what each is).
  var lines: EncodedLines
  var scope = SubscriptionScope()
  var gestures: ActiveGestures
  var latestSeq = LineSeq()
  /// Whether somebody holds the lease: nothing of one finger and no place goes out.
  private(set) var isPrivate = false
  var suppressedCount: UInt64 = 0
  var privateNumbers = PrivateNumbers()
  /// Whether there are subscribers who are told of nothing that one finger does.
  var hidesSingleFingers: Bool
  var severalNumbers = PrivateNumbers()
  /// The recognizers of clients that have held touches back for long since this was looked at last (CUS-12).
  var longHolders: [LongHolder] = []
  /// What the configuration has lines of touches tell, whoever listens.
  var declaredDetail: TouchDetail = []
  var isHearingStale = true
  var isAudienceStale = true
  /// The places of those who want to be looked at when the turn ends.
  private var listed: [Int] = []
  /// The most that are let go of in a turn: with some of them goes much that they had declared (H1).
  private static let mostDepartures = 8
  /// Whether there are more to let go of, in the next turn.
  private var isSettlingLater = false
  /// Whose turn it is to be asked for a request: an index of `listed`.
  private var nextAsked = 0
  private var nextNumber: UInt64 = 0
  private var readBuffer = [UInt8](repeating: 0, count: 4096)
  /// How many subscribers there are.
  private(set) var count = 0
  /// The clients that have taken all their lines and were not told what they missed.
  var behind: Set<Int> = []
  /// Whether a client has ever said what it wants to hear of.
  var hasSubscription = false

  init(limits: SubscriberLimits, tokenKind: UInt8, lines: EncodedLines = EncodedLines()) {
    self.limits = limits
    self.lines = lines
    gestures = ActiveGestures(places: limits.socket.maximumSubscribers)
    self.tokenKind = tokenKind
    hidesSingleFingers = limits.hidesSingleFinger
    severalNumbers.begin(after: IdentifierSource())
  }

  /// How many want to be looked at when the turn ends.
  var listedCount: Int { listed.count }

  /// Whether there is anything to do when the turn ends: nearly always all subscribers are well, and have said nothing.
  var needsCare: Bool { !listed.isEmpty || !longHolders.isEmpty }

  /// Whether some subscriber has not taken all its lines.
  var hasBacklog: Bool { listed.contains { places[$0].subscriber?.hasBacklog ?? false } }

  /// When one of those for whom lines wait last took something; nil where nothing waits.
  var latestBacklogProgress: Instant? {
    var latest: Instant?
    for index in listed {
      guard let progress = places[index].subscriber?.backlogProgress else { continue }
      latest = latest.map { max($0, progress) } ?? progress
    }
    return latest
  }

  /// When the first of those connected who have said nothing so far; nil where all have, or there are none.
  var silentSince: Instant? {
    var earliest: Instant?
    for place in places { earliest = .earlier(earliest, place.subscriber?.silentSince) }
    return earliest
  }

  /// When the first subscriber is to be looked at if nothing moves; it may be past where a request waits for the next
  /// turn.
  func nextDeadline(_ turn: Turn) -> Instant? {
    // The next turn begins at once.
    if isSettlingLater { return Instant(microseconds: 0) }
    var earliest: Instant?
    for index in listed {
      guard let subscriber = places[index].subscriber else { continue }
      earliest = .earlier(
        earliest, subscriber.deadline(resting: turn.work.rest(of: subscriber.credentials.userID)))
    }
    return earliest
  }

  /// Takes a connection over and greets it.
  ///
  /// - Parameters:
  ///   - latestTouch: the id of the touch that landed last.
  ///   - credentials: who it is.
  ///   - tier: where it came to.
  ///   - stage: the audience whose scene it declares in; what it hears is what the present audience hears.
  ///   - isStaging: whether it has the right `scene`.
  ///   - inspection: whose own recognizers it may see where it asks for all owners.
  ///   - greeting: the lines it gets before all others, in order.
  /// - Returns: its number; nil where there are too many already and it was told so.
  /// - Throws: where its descriptor can not be watched; it is hung up on then.
  mutating func welcome(
    _ connection: consuming UnixConnection, from credentials: ClientCredentials, tier: SocketTier,
    stage: Int = Audience.everyone, isStaging: Bool = true, inspection: Inspection = .none,
    greeting: [[UInt8]],
    latestTouch: UInt64 = 0, _ turn: Turn
  ) throws(SystemError) -> UInt64? {
    guard count < limits.socket.maximumSubscribers else {
      refuse(connection, .tooManySubscribers)
      return nil
    }
    try connection.setSendBuffer(bytes: limits.socket.sendBufferBytes)
    nextNumber += 1
    let subscriber = Subscriber(
      connection, number: nextNumber, credentials: credentials, tier: tier, limits: limits,
      inspection: inspection, scope: scope, now: turn.now)
    subscriber.audience = audience
    subscriber.stage = stage
    subscriber.isStaging = isStaging
    let index = places.firstIndex { $0.subscriber == nil } ?? places.count
    if index == places.count { places.append(Place()) }
    places[index].generation = PollToken.generation(after: places[index].generation)
    subscriber.watched = subscriber.interest
    try turn.poller.add(subscriber.descriptor, interest: subscriber.watched, token: token(of: index))
    places[index].subscriber = subscriber
    let number = Int(nextNumber)
    forEachAudience { $0.scope.add(client: number, of: credentials.userID) }
    turn.work.open(credentials.userID, now: turn.now)
    // Room for all of them, so that a line that has to wait allocates nothing.
    if listed.capacity < places.count { listed.reserveCapacity(2 * places.count) }
    subscriber.latestTouch = latestTouch
    subscriber.hidesPlaces = tier == .events && limits.hidesPlaces
    subscriber.hidesSingleFinger = tier == .events && limits.hidesSingleFinger
    setForms(of: subscriber)
    count += 1
    isHearingStale = true
    isAudienceStale = true
    turn.owe(.hearing)
    for line in greeting { subscriber.send(line, count: line.count, as: .kept, now: turn.now) }
    list(index, subscriber, turn)
    return subscriber.number
  }

  /// From now on nothing of one finger and no place goes out, and nobody can count what does not.
  ///
  /// - Parameter identifiers: what was numbered so far.
  mutating func beginPrivateMode(after identifiers: IdentifierSource, _ turn: Turn) {
    isPrivate = true
    isHearingStale = true
    turn.owe(.hearing)
    suppressedCount = 0
    privateNumbers.begin(after: identifiers)
  }

  /// From now on everything is told again, but of touches that are down: what was kept from everybody has no beginning.
  ///
  /// - Parameter latestTouch: the id of the touch that landed last.
  /// - Returns: how many gestures were not told.
  mutating func endPrivateMode(latestTouch: UInt64, _ turn: Turn) -> UInt64 {
    isPrivate = false
    isHearingStale = true
    turn.owe(.hearing)
    for index in places.indices { member(at: index)?.latestTouch = latestTouch }
    return suppressedCount
  }

  /// Says why a connection is not served, and hangs up on it: nothing is kept of it.
  func refuse(_ connection: consuming UnixConnection, _ reason: ByeReason) {
    let farewell = notices.farewell(reason)
    // It is hung up on whether it takes the line or not.
    _ = connection.write(farewell, in: farewell.indices)
  }

  /// Says farewell to everyone.
  mutating func leave(_ reason: ByeReason, _ turn: Turn) {
    for index in places.indices {
      guard let subscriber = places[index].subscriber else { continue }
      subscriber.leave(reason, notices: notices, now: turn.now)
      list(index, subscriber, turn)
    }
  }

  /// Takes in what the poller says of a subscriber's socket. An event of one that is gone is passed over.
  mutating func handle(_ event: PollEvent, _ turn: Turn) {
    let index = Int(event.token.index)
    guard places.indices.contains(index), places[index].generation == event.token.generation,
      let subscriber = places[index].subscriber
    else { return }
    if event.readiness.contains(.hangUp) || event.readiness.contains(.error) {
      subscriber.hangUp(into: &readBuffer, now: turn.now)
    } else {
      if event.readiness.contains(.writable) {
        subscriber.flush(now: turn.now)
        if subscriber.mayCatchUp {
          subscriber.isHeldUp = !mayBeTold(subscriber.credentials.userID)
          if !subscriber.isHeldUp {
            behind.insert(Int(subscriber.number))
            turn.owe(.requests)
          }
        }
      }
      if event.readiness.contains(.readable) {
        subscriber.isResting = turn.work.waitEnd(of: subscriber.credentials.userID, at: turn.now) != nil
        if !subscriber.isResting { subscriber.read(into: &readBuffer, now: turn.now) }
      }
    }
    list(index, subscriber, turn)
  }

  /// The next request that may be taken; nil where there is none: of the user who has used the least processor time lately,
  /// and of its clients one in turn. So a ping does not wait for costly requests of all others (H1).
  ///
  /// Whoever takes it calls `charge`, or lets the client go where it cannot be understood any more.
  ///
  /// Lines that ask for nothing are charged here: nobody takes them.
  mutating func nextRequest(_ turn: Turn) -> ClientRequest? {
    if let user = leastServed(turn), let request = nextRequest(of: user, turn) {
      return request
    }
    return nextRequest(of: nil, turn)
  }

  /// The next request of a user's clients, one of each in turn; nil for any user.
  private mutating func nextRequest(of user: UInt32?, _ turn: Turn) -> ClientRequest? {
    // Whose lines that ask for nothing are passed over, and since when.
    var passed: (user: UInt32, begin: Int64)?
    for _ in listed.indices {
      if nextAsked >= listed.count { nextAsked = 0 }
      let index = listed[nextAsked]
      nextAsked += 1
      guard let subscriber = places[index].subscriber else { continue }
      let owner = subscriber.credentials.userID
      // A user may have used up what processor time there is for it: `nextDeadline` says until when.
      guard user.map({ $0 == owner }) ?? true, turn.work.waitEnd(of: owner, at: turn.now) == nil else {
        continue
      }
      if subscriber.hasRequest {
        if !subscriber.isGone { subscriber.isHeldUp = !mayBeTold(owner) }
        if passed?.user != owner { passed = (owner, chargePassed(passed, turn)) }
      }
      let step = subscriber.nextRequest(now: turn.now)
      guard step != .nothing else { continue }
      // Who takes the request charges its user.
      if passed?.user != owner { _ = chargePassed(passed, turn) }
      return ClientRequest(
        client: Int(subscriber.number), place: index, credentials: subscriber.credentials,
        tier: subscriber.tier, step: step)
    }
    if passed != nil { _ = chargePassed(passed, turn) }
    return nil
  }

  /// - Returns: the processor time.
  private mutating func chargePassed(_ passed: (user: UInt32, begin: Int64)?, _ turn: Turn) -> Int64 {
    let time = turn.processorTime()
    if let passed { turn.work.charge(time - passed.begin, to: passed.user, now: turn.now) }
    return time
  }

  /// Who of those with a request that may be taken has used the least processor time; nil where there is nobody.
  private func leastServed(_ turn: Turn) -> UInt32? {
    var best: (user: UInt32, used: Int64)?
    var last: UInt32?
    for index in listed {
      guard let subscriber = places[index].subscriber, subscriber.hasDueRequest(at: turn.now),
        // Most of them are of one user.
        subscriber.credentials.userID != last
      else { continue }
      let user = subscriber.credentials.userID
      last = user
      guard let used = turn.work.used(by: user, at: turn.now), best.map({ used < $0.used }) ?? true else {
        continue
      }
      best = (user, used)
    }
    return best?.user
  }

  /// Whether a user's clients take what they are told that is never left out, lists and snapshots above all: while more
  /// than `userBacklogBytes` of it wait, none of them is told more.
  private func mayBeTold(_ user: UInt32) -> Bool {
    var waiting = 0
    for index in listed {
      guard let subscriber = places[index].subscriber, subscriber.credentials.userID == user else { continue }
      waiting += subscriber.keptByteCount
    }
    return waiting <= limits.userBacklogBytes
  }

  /// Lets those go on who had to wait for others of their user.
  private mutating func letGoOn(_ turn: Turn) {
    for index in listed {
      guard let subscriber = places[index].subscriber, subscriber.isHeldUp,
        mayBeTold(subscriber.credentials.userID)
      else { continue }
      subscriber.isHeldUp = false
      if subscriber.mayCatchUp {
        behind.insert(Int(subscriber.number))
        turn.owe(.requests)
      }
    }
  }

  /// Charges a client for the lines that its request was answered with.
  func charge(_ request: ClientRequest, lines: Int, _ turn: Turn) {
    subscriber(of: request)?.charge(lines: lines, now: turn.now)
  }

  /// The user of the subscriber that an event of the poller is about; nil where it is gone.
  func user(of event: PollEvent) -> UInt32? {
    let index = Int(event.token.index)
    guard places.indices.contains(index), places[index].generation == event.token.generation else {
      return nil
    }
    return places[index].subscriber?.credentials.userID
  }

  /// Whether the client of a request is not there any more, or is about to go.
  func isGone(_ request: ClientRequest) -> Bool { subscriber(of: request).map { !$0.isServed } ?? true }

  /// Charges a client for a request that was taken.
  func charge(_ request: ClientRequest, isLight: Bool, _ turn: Turn) {
    subscriber(of: request)?.charge(isLight: isLight, now: turn.now)
  }

  /// Lets the client of a request go.
  mutating func leave(_ request: ClientRequest, _ reason: ByeReason, _ turn: Turn) {
    subscriber(of: request)?.leave(reason, notices: notices, now: turn.now)
  }

  private func subscriber(of request: ClientRequest) -> Subscriber? {
    let subscriber = places[request.place].subscriber
    return subscriber.map { Int($0.number) } == request.client ? subscriber : nil
  }

  /// Lets go of those who are gone, or whom nothing has moved for too long, a few a turn, and tells the poller what to watch
  /// for the others. Called at the end of each turn.
  ///
  /// - Returns: those who were let go.
  mutating func settle(_ turn: Turn) throws(SystemError) -> [Departure] {
    let present = audience
    defer { speak(to: present) }
    letGoOn(turn)
    var departures: [Departure] = []
    var kept = 0
    isSettlingLater = false
    for position in listed.indices {
      let index = listed[position]
      guard let subscriber = places[index].subscriber else { continue }
      turn.work.note(subscriber.credentials.userID)
      if subscriber.isResting, turn.work.waitEnd(of: subscriber.credentials.userID, at: turn.now) == nil {
        subscriber.isResting = false
      }
      subscriber.expire(at: turn.now, notices: notices)
      if subscriber.isLimited {
        speak(to: subscriber.audience)
        tellDueUpdates(to: subscriber, turn)
      }
      if subscriber.isClosed || subscriber.isGone, departures.count == Self.mostDepartures {
        isSettlingLater = true
        listed[kept] = index
        kept += 1
        continue
      }
      if subscriber.isClosed || subscriber.isGone {
        if !subscriber.isGone { subscriber.drain(into: &readBuffer) }
        departures.append(
          Departure(
            client: Int(subscriber.number), userID: subscriber.credentials.userID,
            wasTooSlow: subscriber.wasTooSlow))
        try turn.poller.remove(subscriber.descriptor)
        places[index].subscriber = nil
        speak(to: subscriber.audience)
        gestures.remove(index)
        isHearingStale = true
        isAudienceStale = true
        turn.owe(.hearing)
        count -= 1
        continue
      }
      if subscriber.interest != subscriber.watched {
        subscriber.watched = subscriber.interest
        try turn.poller.modify(subscriber.descriptor, interest: subscriber.watched, token: token(of: index))
      }
      subscriber.isListed = subscriber.needsCare
      if subscriber.isListed {
        listed[kept] = index
        kept += 1
      }
    }
    listed.removeLast(listed.count - kept)
    return departures
  }

  /// Has a subscriber looked at when the turn ends, where there is a reason to.
  mutating func list(_ index: Int, _ subscriber: Subscriber, _ turn: Turn) {
    guard !subscriber.isListed, subscriber.needsCare else { return }
    subscriber.isListed = true
    listed.append(index)
    turn.owe(.clients)
  }

  private func token(of index: Int) -> PollToken {
    PollToken(kind: tokenKind, index: UInt32(index), generation: places[index].generation)
  }
}
