import GestureCore
import GestureProtocol
import GesturedBase
import LinuxEventLoop

/// Sends each line to the subscribers whose subscription fits, and lets no subscriber wait for another.
///
/// A line is encoded once for all subscribers that share a form, then offered to each socket in turn. Bytes that a
/// socket does not take at once wait in that subscriber's queue; nothing here blocks. A subscriber keeps its place
/// while it is connected, so that its poll token stays valid. A freed place is used again with another generation.
///
/// Nearly all subscribers take each line at once and send nothing. The others are listed, and only they are checked
/// when a turn ends. A thousand healthy subscribers cost nothing but their lines.
///
/// The broadcaster serves one audience at a time: the subscribers that hear the same scene (`Audience`). Nearly always
/// there is one.
///
/// `Broadcaster+Events.swift` decides which subscriber receives which event; `Broadcaster+Subscriptions.swift` keeps
/// the subscriptions.
package struct Broadcaster {
  struct Place {
    var subscriber: Subscriber?
    fileprivate var generation: UInt32 = 0
  }

  /// The kind of the poll tokens of subscribers' sockets.
  private let tokenKind: UInt8
  /// The limits of each subscriber's queue, and the most subscribers.
  private(set) var limits: SubscriberLimits
  let notices = Notices()
  private(set) var places: [Place] = []
  /// The number of the present audience, and the channels of all others by their numbers. A channel is nil where its
  /// audience is present or gone.
  private(set) var audience = Audience.everyone
  private var waiting: [Channel?] = [nil]
  // The present audience's channel, laid flat because each line's path uses it. `Channel` describes each part.
  private(set) var lines: EncodedLines
  var scope = SubscriptionScope()
  var gestures: ActiveGestures
  var latestSeq = LineSeq()
  /// Whether a client holds the lease. While one does, lines of single fingers and places stay private.
  private(set) var isPrivate = false
  var suppressedCount: UInt64 = 0
  var privateNumbers = PrivateNumbers()
  /// Whether the socket of some subscribers hides single fingers.
  private(set) var hidesSingleFingers: Bool
  var severalNumbers = PrivateNumbers()
  /// The recognizers of clients that have held touches for long since the last check (CUS-12).
  var longHolders: [LongHolder] = []
  /// The detail that the configuration gives lines of touches, regardless of listeners.
  private(set) var declaredDetail: TouchDetail = []
  private var stale = StaleListeners()
  /// The places of subscribers to check when the turn ends.
  private var listed: [Int] = []
  /// The most disconnections in a turn: a client may take many declarations with it (H1).
  private static let mostDepartures = 8
  /// How many requests of each user are under way. While a user has as many as `mostUnderWay`, its next ones wait unread:
  /// what they ask for takes memory until it is done (H2).
  private var underWay: [UInt32: Int] = [:]
  private static let mostUnderWay = 12
  /// How many events were checked for each client since users were last charged for lines.
  var checkedCount: Int64 = 0
  /// Whether more subscribers remain to be disconnected in the next turn.
  private var isSettlingLater = false
  /// The index in `listed` of the subscriber whose request is taken next.
  private var nextAsked = 0
  private var nextNumber: UInt64 = 0
  private var readBuffer = [UInt8](repeating: 0, count: 4096)
  /// How many subscribers are connected.
  private(set) var count = 0
  /// The clients that have taken all their lines but have not yet learned what they missed.
  private var behind: Set<Int> = []
  /// Whether any client has ever subscribed.
  var hasSubscription = false

  package init(limits: SubscriberLimits, tokenKind: UInt8, lines: EncodedLines = EncodedLines()) {
    self.limits = limits
    self.lines = lines
    gestures = ActiveGestures(places: limits.socket.maximumSubscribers)
    self.tokenKind = tokenKind
    hidesSingleFingers = limits.hidesSingleFinger
    severalNumbers.begin(after: IdentifierSource())
  }

  /// How many subscribers are to be checked when the turn ends.
  var listedCount: Int { listed.count }

  /// Whether the turn's end has work here. Nearly always all subscribers are healthy and have sent nothing.
  var needsCare: Bool { !listed.isEmpty || !longHolders.isEmpty }

  /// Whether some subscriber has not taken all its lines.
  var hasBacklog: Bool { listed.contains { places[$0].subscriber?.hasBacklog ?? false } }

  /// When a subscriber with waiting lines last took bytes; nil where no line waits. Mutating only so that the publisher
  /// asks in place: a copy of the broadcaster costs a replay hundreds of instructions a frame.
  var latestBacklogProgress: Instant? {
    mutating get {
      var latest: Instant?
      for index in listed {
        guard let progress = places[index].subscriber?.backlogProgress else { continue }
        latest = latest.map { max($0, progress) } ?? progress
      }
      return latest
    }
  }

  /// When the first of the clients that have sent nothing so far connected; nil where there is no such client.
  var silentSince: Instant? {
    var earliest: Instant?
    for place in places { earliest = .earlier(earliest, place.subscriber?.silentSince) }
    return earliest
  }

  /// When the first subscriber is to be checked if nothing else happens. The time may be past where a request waits for
  /// the next turn.
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

  /// Takes over a connection and greets the client.
  ///
  /// - Parameters:
  ///   - latestTouch: the id of the touch that landed last.
  ///   - credentials: the client's user and process.
  ///   - tier: the socket that the client connected to.
  ///   - stage: the audience whose scene the client declares in. The client hears the present audience's events.
  ///   - isStaging: whether the client has the right `scene`.
  ///   - inspection: the users whose recognizers the client may see when it asks for all owners.
  ///   - greeting: the client's first lines, in order.
  /// - Returns: the client's number; nil where too many clients are connected, which the connection is told.
  /// - Throws: an error where `Poller` cannot watch the descriptor; the connection is closed then.
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
    // The list has room for all places, so that a line that has to wait allocates nothing.
    if listed.capacity < places.count { listed.reserveCapacity(2 * places.count) }
    subscriber.latestTouch = latestTouch
    subscriber.hidesPlaces = tier == .events && limits.hidesPlaces
    subscriber.hidesSingleFinger = tier == .events && limits.hidesSingleFinger
    setForms(of: subscriber)
    count += 1
    noteListeners(turn)
    for line in greeting { subscriber.send(line, count: line.count, as: .kept, now: turn.now) }
    list(index, subscriber, turn)
    return subscriber.number
  }

  /// Begins private mode: lines of single fingers and places stay private, and no client can count them.
  ///
  /// - Parameter identifiers: the identifiers given out so far.
  mutating func beginPrivateMode(after identifiers: IdentifierSource, _ turn: Turn) {
    isPrivate = true
    noteListeners(ofTouches: false, turn)
    suppressedCount = 0
    privateNumbers.begin(after: identifiers)
  }

  /// Ends private mode. Touches that are down stay hidden, since their landings were.
  ///
  /// - Parameter latestTouch: the id of the touch that landed last.
  /// - Returns: how many gestures were kept private.
  mutating func endPrivateMode(latestTouch: UInt64, _ turn: Turn) -> UInt64 {
    isPrivate = false
    noteListeners(ofTouches: false, turn)
    for index in places.indices { member(at: index)?.latestTouch = latestTouch }
    return suppressedCount
  }

  /// Tells a connection why it is not served, and closes it.
  func refuse(_ connection: consuming UnixConnection, _ reason: ByeReason) {
    let farewell = notices.farewell(reason)
    // The connection is closed whether it takes the line or not.
    _ = connection.write(farewell, in: farewell.indices)
  }

  /// Disconnects every subscriber, with a farewell.
  mutating func leave(_ reason: ByeReason, _ turn: Turn) {
    for index in places.indices {
      guard let subscriber = places[index].subscriber else { continue }
      subscriber.leave(reason, notices: notices, now: turn.now)
      list(index, subscriber, turn)
    }
  }

  /// Handles an event of a subscriber's socket. An event of a subscriber that is gone is ignored.
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
          subscriber.isHeldUp = !mayGoOn(subscriber.credentials.userID)
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

  /// The next request that may be taken; nil where there is no such request.
  ///
  /// The user that has used the least processor time lately comes first, and its clients take turns. A ping so does not
  /// wait for the costly requests of other users (H1).
  ///
  /// The caller then calls `charge`, or disconnects the client where the request is unreadable. Lines that ask for
  /// nothing are charged here, since no caller takes them.
  mutating func nextRequest(_ turn: Turn) -> ClientRequest? {
    if let user = leastServed(turn), let request = nextRequest(of: user, turn) {
      return request
    }
    return nextRequest(of: nil, turn)
  }

  /// The next request of a user's clients, which take turns; nil for any user.
  private mutating func nextRequest(of user: UInt32?, _ turn: Turn) -> ClientRequest? {
    // The user whose lines without a request are being skipped, and the processor time when that began.
    var passed: (user: UInt32, begin: Int64)?
    for _ in listed.indices {
      if nextAsked >= listed.count { nextAsked = 0 }
      let index = listed[nextAsked]
      nextAsked += 1
      guard let subscriber = places[index].subscriber else { continue }
      let owner = subscriber.credentials.userID
      // A user may have used up its processor time; `nextDeadline` says until when.
      guard user.map({ $0 == owner }) ?? true, turn.work.waitEnd(of: owner, at: turn.now) == nil else {
        continue
      }
      if subscriber.hasRequest {
        if !subscriber.isGone { subscriber.isHeldUp = !mayGoOn(owner) }
        if passed?.user != owner { passed = (owner, chargePassed(passed, turn)) }
      }
      let step = subscriber.nextRequest(now: turn.now)
      guard step != .nothing else { continue }
      // The caller charges the user for the request.
      if passed?.user != owner { _ = chargePassed(passed, turn) }
      return ClientRequest(
        client: Int(subscriber.number), place: index, credentials: subscriber.credentials,
        tier: subscriber.tier, step: step)
    }
    if passed != nil { _ = chargePassed(passed, turn) }
    return nil
  }

  /// Charges a user for the lines skipped so far.
  ///
  /// - Returns: the processor time now.
  private mutating func chargePassed(_ passed: (user: UInt32, begin: Int64)?, _ turn: Turn) -> Int64 {
    let time = turn.processorTime()
    if let passed { turn.work.charge(time - passed.begin, to: passed.user, now: turn.now) }
    return time
  }

  /// The user with a due request that has used the least processor time; nil where no request is due.
  private func leastServed(_ turn: Turn) -> UInt32? {
    var best: (user: UInt32, used: Int64)?
    var last: UInt32?
    for index in listed {
      guard let subscriber = places[index].subscriber, subscriber.hasDueRequest(at: turn.now),
        // Most subscribers belong to one user.
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

  /// Whether a user's clients may be sent more lines that are never dropped, above all lists and snapshots. They may
  /// not while more than `userBacklogBytes` of such lines wait.
  func mayBeTold(_ user: UInt32) -> Bool {
    var waiting = 0
    for index in listed {
      guard let subscriber = places[index].subscriber, subscriber.credentials.userID == user else { continue }
      waiting += subscriber.keptByteCount
    }
    return waiting <= limits.userBacklogBytes
  }

  /// Whether requests of a user's clients may begin.
  func mayGoOn(_ user: UInt32) -> Bool {
    underWay[user, default: 0] < Self.mostUnderWay && mayBeTold(user)
  }

  /// Counts requests of a user that begin or end.
  mutating func noteWork(_ count: Int, of user: UInt32) {
    guard count != 0 else { return }
    let all = underWay[user, default: 0] + count
    underWay[user] = all > 0 ? all : nil
  }

  /// Lets subscribers continue that waited for other clients of their user.
  private mutating func letGoOn(_ turn: Turn) {
    for index in listed {
      guard let subscriber = places[index].subscriber, subscriber.isHeldUp,
        mayGoOn(subscriber.credentials.userID)
      else { continue }
      subscriber.isHeldUp = false
      if subscriber.mayCatchUp {
        behind.insert(Int(subscriber.number))
        turn.owe(.requests)
      }
    }
  }

  /// Charges users for lines, in proportion to the events that were checked for their clients and to the lines that these
  /// have heard, since the last call.
  ///
  /// - Parameters:
  ///   - spent: the processor time of the lines, in microseconds.
  ///   - isPaid: whether the lines of an audience are paid already.
  mutating func chargeListeners(_ spent: Int64, _ turn: Turn, exceptWhere isPaid: (_ audience: Int) -> Bool) {
    for index in places.indices {
      guard let subscriber = places[index].subscriber, !isPaid(subscriber.audience) else { continue }
      turn.work.note(shareOfLines(subscriber), ofListener: subscriber.credentials.userID)
      subscriber.heardCount = 0
    }
    checkedCount = 0
    turn.work.chargeListeners(spent, now: turn.now)
  }

  /// A subscriber's part of the cost of lines. To find that an event does not fit costs some 100 instructions, and a line
  /// some 3,000.
  private func shareOfLines(_ subscriber: Subscriber) -> Int64 { checkedCount + 30 * subscriber.heardCount }

  /// Charges a client for the lines that answered its request.
  func charge(_ request: ClientRequest, lines: Int, _ turn: Turn) {
    subscriber(of: request)?.charge(lines: lines, now: turn.now)
  }

  /// The user of an event's subscriber; nil where the subscriber is gone.
  func user(of event: PollEvent) -> UInt32? {
    let index = Int(event.token.index)
    guard places.indices.contains(index), places[index].generation == event.token.generation else {
      return nil
    }
    return places[index].subscriber?.credentials.userID
  }

  /// Whether a request's client is gone, or about to go.
  func isGone(_ request: ClientRequest) -> Bool { subscriber(of: request).map { !$0.isServed } ?? true }

  /// Charges a client for a request that was taken.
  func charge(_ request: ClientRequest, isLight: Bool, _ turn: Turn) {
    subscriber(of: request)?.charge(isLight: isLight, now: turn.now)
  }

  /// Disconnects a request's client.
  mutating func leave(_ request: ClientRequest, _ reason: ByeReason, _ turn: Turn) {
    subscriber(of: request)?.leave(reason, notices: notices, now: turn.now)
  }

  private func subscriber(of request: ClientRequest) -> Subscriber? {
    let subscriber = places[request.place].subscriber
    return subscriber.map { Int($0.number) } == request.client ? subscriber : nil
  }

  /// Removes subscribers that are gone or have made no progress for too long, a few each turn. Updates the sockets'
  /// interests for the others. Called at the end of a turn that owes `clients`.
  ///
  /// - Returns: the subscribers that were removed.
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
        noteWork(-subscriber.workCount, of: subscriber.credentials.userID)
        try turn.poller.remove(subscriber.descriptor)
        places[index].subscriber = nil
        speak(to: subscriber.audience)
        gestures.remove(index)
        noteListeners(turn)
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

  /// Lists a subscriber for a check at the turn's end, where there is a reason to.
  mutating func list(_ index: Int, _ subscriber: Subscriber, _ turn: Turn) {
    guard !subscriber.isListed, subscriber.needsCare else { return }
    subscriber.isListed = true
    listed.append(index)
    turn.owe(.clients)
  }

  private func token(of index: Int) -> PollToken {
    PollToken(kind: tokenKind, index: UInt32(index), generation: places[index].generation)
  }

  // MARK: Listeners

  /// Notes that listeners to gestures or to touches may have changed, so that the turn computes them again.
  mutating func noteListeners(ofGestures: Bool = true, ofTouches: Bool = true, _ turn: Turn) {
    if ofGestures { stale.ofGestures = true }
    if ofTouches { stale.ofTouches = true }
    turn.owe(.hearing)
  }

  /// Whether listeners to gestures may have changed since the last call.
  mutating func takeStaleGestures() -> Bool {
    defer { stale.ofGestures = false }
    return stale.ofGestures
  }

  /// Whether listeners to touches may have changed since the last call.
  mutating func takeStaleTouches() -> Bool {
    defer { stale.ofTouches = false }
    return stale.ofTouches
  }

  /// Sets the details that the configuration gives lines of touches, regardless of listeners.
  mutating func declare(_ detail: TouchDetail, _ turn: Turn) {
    guard declaredDetail != detail else { return }
    declaredDetail = detail
    for index in places.indices { places[index].subscriber.map(setForms) }
    forEachAudience { $0.noteListeners(ofGestures: false, turn) }
  }

  /// The clients that have taken all their lines since the last call, but have not yet learned what they missed.
  mutating func takeBehind() -> Set<Int> {
    defer { behind = [] }
    return behind
  }

  // MARK: Audiences

  /// The numbers of all audiences.
  var audiences: [Int] { waiting.indices.filter { $0 == audience || waiting[$0] != nil } }

  /// Switches to another audience. An audience that is gone is ignored.
  @inline(__always)
  mutating func speak(to next: Int) {
    if next != audience { change(to: next) }
  }

  @inline(never)
  private mutating func change(to next: Int) {
    guard waiting.indices.contains(next), var channel = waiting[next].take() else { return }
    exchange(&channel)
    waiting[audience] = channel
    audience = next
    lines.takeOverForms()
  }

  private mutating func exchange(_ channel: inout Channel) {
    swap(&lines, &channel.lines)
    swap(&scope, &channel.scope)
    swap(&gestures, &channel.gestures)
    swap(&latestSeq, &channel.latestSeq)
    swap(&suppressedCount, &channel.suppressedCount)
    swap(&privateNumbers, &channel.privateNumbers)
    swap(&severalNumbers, &channel.severalNumbers)
    swap(&stale, &channel.stale)
  }

  /// Makes an audience from members of the present one. Their gestures go on.
  ///
  /// - Parameters:
  ///   - number: a number without an audience.
  ///   - lines: the encoder of the new audience's lines.
  ///   - isMember: whether a subscriber moves to the new audience.
  mutating func split(
    _ number: Int, _ lines: EncodedLines, _ turn: Turn, where isMember: (Subscriber) -> Bool
  ) {
    var channel = Channel(lines: lines, scope: scope, gestures: gestures, latestSeq: latestSeq)
    channel.privateNumbers = privateNumbers
    channel.severalNumbers = severalNumbers
    channel.suppressedCount = suppressedCount
    for index in places.indices {
      if let subscriber = places[index].subscriber, subscriber.audience == audience, isMember(subscriber) {
        subscriber.audience = number
        gestures.remove(index)
      } else {
        channel.gestures.remove(index)
      }
    }
    while waiting.count <= number { waiting.append(nil) }
    waiting[number] = channel
    noteListeners(turn)
  }

  /// Makes the members of an audience declare in its scene too.
  func setStage(_ number: Int) {
    for place in places where place.subscriber?.audience == number { place.subscriber?.stage = number }
  }

  /// Forgets an audience that has no members any more.
  mutating func forget(audience number: Int) {
    guard number != audience, waiting.indices.contains(number) else { return }
    waiting[number] = nil
  }

  /// Whether any client hears or declares in an audience.
  func hasMembers(_ number: Int) -> Bool {
    places.contains { $0.subscriber.map { $0.audience == number || $0.stage == number } ?? false }
  }

  /// Calls a function for each audience, and returns to the present one.
  mutating func forEachAudience(_ body: (inout Broadcaster) -> Void) {
    let present = audience
    for number in audiences {
      speak(to: number)
      body(&self)
    }
    speak(to: present)
  }

  /// The subscriber at a place; nil where it belongs to another audience.
  @inline(__always)
  func member(at place: Int) -> Subscriber? {
    guard let subscriber = places[place].subscriber, subscriber.audience == audience else { return nil }
    return subscriber
  }

  // MARK: Changes of the limits

  /// Takes over new limits. Connected subscribers keep their queues' size; their timeouts and request budgets change at
  /// once.
  ///
  /// Where the events socket now hides more or less than before, its subscribers are disconnected. They reconnect and
  /// find what the configuration allows.
  ///
  /// - Parameter identifiers: the identifiers given out so far.
  /// - Returns: how many subscribers were disconnected.
  mutating func reconfigure(_ next: SubscriberLimits, after identifiers: IdentifierSource, _ turn: Turn)
    -> Int
  {
    let previous = limits
    guard next != previous else { return 0 }
    limits = next
    forEachAudience { $0.gestures.makeRoom(places: next.socket.maximumSubscribers) }
    for place in places { place.subscriber?.adopt(next) }
    guard
      next.hidesPlaces != previous.hidesPlaces || next.hidesSingleFinger != previous.hidesSingleFinger
    else { return 0 }
    if next.hidesSingleFinger, !previous.hidesSingleFinger { severalNumbers.begin(after: identifiers) }
    hidesSingleFingers = next.hidesSingleFinger
    return dismiss(turn) { $0.tier == .events }
  }

  /// Disconnects clients because the configuration now treats them differently; they are to connect again.
  ///
  /// - Returns: how many clients were disconnected.
  mutating func dismiss(_ turn: Turn, where isMeant: (Subscriber) -> Bool) -> Int {
    var count = 0
    for index in places.indices {
      guard let subscriber = places[index].subscriber, isMeant(subscriber) else { continue }
      subscriber.leave(.reconfigured, notices: notices, now: turn.now)
      list(index, subscriber, turn)
      count += 1
    }
    return count
  }
}
