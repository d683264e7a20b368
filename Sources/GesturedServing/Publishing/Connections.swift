import GestureCore
import GestureProtocol
import GesturedBase
import LinuxEventLoop

/// The connections to the socket: clients come, send requests, take their lines at their own pace, and go.
///
/// Bytes that a socket does not take at once wait in that subscriber's queue; nothing here blocks, and no subscriber waits
/// for another. A subscriber keeps its place while it is connected, so that its poll token stays valid. A freed place is
/// used again with another generation.
///
/// Nearly all subscribers take each line at once and send nothing. The others are listed, and only they are checked
/// when a turn ends. A thousand healthy subscribers cost nothing but their lines.
///
/// `Publisher` decides what each of them hears. The daemon's loop reads and checks them.
package final class Connections {
  struct Place {
    var subscriber: Subscriber?
    fileprivate var generation: UInt32 = 0
    /// The readiness that `Poller` watches for.
    fileprivate var watched: Readiness = []
    /// Whether the subscriber is listed for a check when the turn ends.
    fileprivate var isListed = false
  }

  /// The turn of the loop.
  let turn: Turn
  /// The limits of each subscriber's queue, and the most subscribers.
  private(set) var limits: SubscriberLimits
  private let notices = Notices()
  private(set) var places: [Place] = []
  /// Whether a client holds the lease. While one does, lines of single fingers and places stay private.
  var isPrivate = false
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
  /// The index in `listed` of the subscriber whose request is taken next, among equals.
  private var nextAsked = 0
  private var latestNumber = 0
  private var readBuffer = [UInt8](repeating: 0, count: 4096)
  /// How many subscribers are connected.
  package private(set) var count = 0
  /// Whether any client has ever connected.
  package var hasConnected: Bool { latestNumber > 0 }
  /// The clients that have taken all their lines but have not yet learned what they missed.
  private var behind: Set<Int> = []
  /// The recognizers of clients that have held touches for long since the last check (CUS-12).
  private var longHolders: [LongHolder] = []
  /// Whether any client has ever subscribed.
  package internal(set) var hasSubscription = false

  init(_ turn: Turn, limits: SubscriberLimits) {
    self.turn = turn
    self.limits = limits
  }

  /// The subscribers.
  package var all: [Subscriber] { places.compactMap(\.subscriber) }

  /// The subscriber with a number; nil where it is gone.
  package func subscriber(numbered client: Int) -> Subscriber? {
    place(of: client).flatMap { places[$0].subscriber }
  }

  /// A subscriber's place; nil where it is gone.
  func place(of client: Int) -> Int? {
    places.firstIndex { $0.subscriber.map { $0.number == client } ?? false }
  }

  /// The subscriber at a place; nil where it hears another stage.
  @inline(__always)
  func member(at place: Int, of stage: Stage) -> Subscriber? {
    guard let subscriber = places[place].subscriber, subscriber.hears === stage else { return nil }
    return subscriber
  }

  /// How many subscribers are to be checked when the turn ends.
  package var listedCount: Int { listed.count }

  /// Whether the turn's end has work here. Nearly always all subscribers are healthy and have sent nothing.
  package var needsCare: Bool { !listed.isEmpty || !longHolders.isEmpty }

  /// Whether some subscriber has not taken all its lines.
  var hasBacklog: Bool { listed.contains { places[$0].subscriber?.hasBacklog ?? false } }

  /// When a subscriber with waiting lines last took bytes; nil where no line waits.
  package var latestBacklogProgress: Instant? {
    var latest: Instant?
    for index in listed {
      guard let progress = places[index].subscriber?.backlogProgress else { continue }
      latest = latest.map { max($0, progress) } ?? progress
    }
    return latest
  }

  /// When the first of the clients that have sent nothing so far connected; nil where there is no such client.
  package var silentSince: Instant? {
    var earliest: Instant?
    for place in places { earliest = .earlier(earliest, place.subscriber?.silentSince) }
    return earliest
  }

  /// When the first subscriber is to be checked if nothing else happens. The time may be past where a request waits for
  /// the next turn.
  package var nextDeadline: Instant? {
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

  /// Whether the socket of some subscribers hides single fingers.
  var hidesSingleFingers: Bool { !limits.socket.includesSingleFinger }

  package func hidesPlaces(at tier: SocketTier) -> Bool { limits.withheld(at: tier).contains(.places) }

  /// The form of a subscriber's lines: without places in private mode.
  func form(for subscriber: Subscriber) -> Int {
    isPrivate ? subscriber.forms.placeless : subscriber.forms.usual
  }

  /// The form of a subscriber's lines about a recognizer.
  ///
  /// - Parameter owner: the recognizer's owner.
  @inline(__always)
  func form(for subscriber: Subscriber, of owner: Int) -> Int {
    owner == subscriber.number
      ? isPrivate ? subscriber.forms.ownPlaceless : subscriber.forms.own : form(for: subscriber)
  }

  // MARK: Coming and going

  /// Adds a connection.
  ///
  /// - Parameters:
  ///   - credentials: the client's user and process.
  ///   - tier: the socket that the client connected to.
  ///   - inspection: the users whose recognizers the client may see when it asks for all owners.
  ///   - hears: the stage whose events it hears.
  ///   - declaresOn: the stage in whose scene it declares.
  ///   - greeting: the client's first lines, in order.
  /// - Returns: the client; nil where too many clients are connected; the connection then receives the reason.
  /// - Throws: an error where `Poller` cannot watch the descriptor; the connection is closed then.
  func add(
    _ connection: consuming UnixConnection, from credentials: ClientCredentials, tier: SocketTier,
    inspection: Inspection = .none, hears: Stage, declaresOn: Stage, greeting: [[UInt8]]
  ) throws(SystemError) -> Subscriber? {
    guard count < limits.socket.maximumSubscribers else {
      refuse(connection, .tooManySubscribers)
      return nil
    }
    try connection.setSendBuffer(bytes: limits.socket.sendBufferBytes)
    latestNumber += 1
    let subscriber = Subscriber(
      connection, ClientIdentity(number: latestNumber, credentials: credentials, tier: tier), limits: limits,
      inspection: inspection, hears: hears, declaresOn: declaresOn, now: turn.now)
    let index = places.firstIndex { $0.subscriber == nil } ?? places.count
    if index == places.count { places.append(Place()) }
    places[index].generation = PollToken.generation(after: places[index].generation)
    places[index].watched = subscriber.interest
    try turn.poller.add(subscriber.descriptor, interest: places[index].watched, token: token(of: index))
    places[index].subscriber = subscriber
    places[index].isListed = false
    turn.work.open(credentials.userID, now: turn.now)
    // The list has room for all places, so that a line that has to wait allocates nothing.
    if listed.capacity < places.count { listed.reserveCapacity(2 * places.count) }
    count += 1
    for line in greeting { subscriber.send(line, count: line.count, as: .kept, now: turn.now) }
    list(index, subscriber)
    return subscriber
  }

  /// Sends a connection the reason why it is not served, and closes it.
  package func refuse(_ connection: consuming UnixConnection, _ reason: ByeReason) {
    let farewell = notices.farewell(reason)
    // The connection is closed whether it takes the line or not.
    _ = connection.write(farewell, in: farewell.indices)
  }

  /// Disconnects every subscriber, with a farewell.
  package func leave(_ reason: ByeReason) {
    for index in places.indices {
      guard let subscriber = places[index].subscriber else { continue }
      subscriber.leave(reason, notices: notices, now: turn.now)
      list(index, subscriber)
    }
  }

  /// Reads or writes a subscriber's socket, as an event asks. An event of a subscriber that is gone is ignored.
  package func process(_ event: PollEvent) {
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
          let mayGoOn = mayGoOn(subscriber.credentials.userID)
          subscriber.waits.set(.forOthers, !mayGoOn)
          if mayGoOn {
            behind.insert(subscriber.number)
            turn.owe(.requests)
          }
        }
      }
      if event.readiness.contains(.readable) {
        let end = turn.work.waitEnd(of: subscriber.credentials.userID, at: turn.now)
        subscriber.waits.set(.forProcessorTime, end != nil)
        if !subscriber.isResting { subscriber.read(into: &readBuffer, now: turn.now) }
      }
    }
    list(index, subscriber)
  }

  /// The next request that may be taken; nil where there is no such request.
  ///
  /// The user that has used the least processor time lately comes first, and of its clients the one whose requests have
  /// used the least. A ping therefore does not wait for the costly requests of others (H1).
  ///
  /// The caller then calls `charge`, or disconnects the client where the request is unreadable. Lines that ask for
  /// nothing are charged here, since no caller takes them.
  package func nextRequest() -> ClientRequest? {
    readRested()
    if let (position, user) = nextDue() {
      nextAsked = position
      if let request = nextRequest(of: user) { return request }
    }
    return nextRequest(of: nil)
  }

  /// Reads a client whose user has processor time again, before waiting requests use it up. A client would otherwise not
  /// be read as long as other clients of its user have requests waiting. Reading costs up to 0.2 ms, where the bytes came
  /// one by one. Each request is therefore preceded by one client: the one whose requests have used the least.
  private func readRested() {
    var best: (subscriber: Subscriber, turn: Int64)?
    // Most clients belong to one user.
    var last: (user: UInt32, mayWork: Bool)?
    for index in listed {
      guard let subscriber = places[index].subscriber, subscriber.isResting else { continue }
      let user = subscriber.credentials.userID
      if last?.user != user { last = (user, turn.mayWork(for: user)) }
      guard last?.mayWork ?? false else { continue }
      if subscriber.hasRequest {
        subscriber.waits.remove(.forProcessorTime)
        continue
      }
      let turn = turn.work.turn(of: user, since: subscriber.work.time)
      if best.map({ turn < $0.turn }) ?? true { best = (subscriber, turn) }
    }
    guard let (subscriber, turn) = best else { return }
    let begin = self.turn.processorTime()
    subscriber.waits.remove(.forProcessorTime)
    subscriber.read(into: &readBuffer, now: self.turn.now)
    let user = subscriber.credentials.userID
    subscriber.work.time = turn + chargePassed((user, begin)) - begin
  }

  /// The next request of a user's clients, from `nextAsked` on; nil for any user.
  private func nextRequest(of user: UInt32?) -> ClientRequest? {
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
        if !subscriber.isGone { subscriber.waits.set(.forOthers, !mayGoOn(owner)) }
        if passed?.user != owner { passed = (owner, chargePassed(passed)) }
      }
      let step = subscriber.nextRequest(now: turn.now)
      guard step != .nothing else { continue }
      // The caller charges the user for the request.
      if passed?.user != owner { _ = chargePassed(passed) }
      subscriber.work.time = turn.work.turn(of: owner, since: subscriber.work.time)
      turn.work.begin(subscriber.work.time, of: owner)
      return ClientRequest(
        client: subscriber.number, place: index, credentials: subscriber.credentials,
        tier: subscriber.tier, step: step)
    }
    if passed != nil { _ = chargePassed(passed) }
    return nil
  }

  /// Charges a user for the lines skipped, or the client read, so far.
  ///
  /// - Returns: the processor time now.
  private func chargePassed(_ passed: (user: UInt32, begin: Int64)?) -> Int64 {
    let time = turn.processorTime()
    if let passed { turn.work.charge(time - passed.begin, to: passed.user, now: turn.now) }
    return time
  }

  /// The client whose due request comes next, by its index in `listed`, and its user; nil where no request is due. The
  /// clients are asked from the one after the last on.
  private func nextDue() -> (position: Int, user: UInt32)? {
    var best: (position: Int, user: UInt32, used: Int64, turn: Int64)?
    // Most clients belong to one user.
    var last: (user: UInt32, used: Int64?)?
    for step in listed.indices {
      let position = (nextAsked + step) % listed.count
      guard let subscriber = places[listed[position]].subscriber, subscriber.hasDueRequest(at: turn.now)
      else { continue }
      let user = subscriber.credentials.userID
      if last?.user != user { last = (user, turn.work.used(by: user, at: turn.now)) }
      guard let used = last?.used else { continue }
      let turn = turn.work.turn(of: user, since: subscriber.work.time)
      guard let first = best, first.user == user ? turn >= first.turn : used >= first.used else {
        best = (position, user, used, turn)
        continue
      }
    }
    return best.map { ($0.position, $0.user) }
  }

  /// Whether a user's clients may be sent more lines that are never dropped, above all lists and snapshots. They may
  /// not while more than `userBacklogBytes` of such lines wait.
  package func mayBeTold(_ user: UInt32) -> Bool {
    var waiting = 0
    for index in listed {
      guard let subscriber = places[index].subscriber, subscriber.credentials.userID == user else { continue }
      waiting += subscriber.keptByteCount
    }
    return waiting <= limits.userBacklogBytes
  }

  /// Whether requests of a user's clients may begin.
  package func mayGoOn(_ user: UInt32) -> Bool {
    underWay[user, default: 0] < Self.mostUnderWay && mayBeTold(user)
  }

  /// Counts requests of a user that begin or end.
  func countWork(_ count: Int, of user: UInt32) {
    guard count != 0 else { return }
    let all = underWay[user, default: 0] + count
    underWay[user] = all > 0 ? all : nil
  }

  /// Holds a client's further requests back while an earlier one is under way, or lets them go on.
  package func hold(_ client: Int, _ isHeld: Bool) {
    guard let index = place(of: client), let subscriber = places[index].subscriber else { return }
    subscriber.work.underWay += isHeld ? 1 : -1
    countWork(isHeld ? 1 : -1, of: subscriber.credentials.userID)
    list(index, subscriber)
    // Another client of the user may have waited for this one.
    turn.owe(.clients)
  }

  /// Lets subscribers continue that waited for other clients of their user.
  private func resumeWaiting() {
    for index in listed {
      guard let subscriber = places[index].subscriber, subscriber.waits.contains(.forOthers),
        mayGoOn(subscriber.credentials.userID)
      else { continue }
      subscriber.waits.remove(.forOthers)
      if subscriber.mayCatchUp {
        behind.insert(subscriber.number)
        turn.owe(.requests)
      }
    }
  }

  /// Charges users for lines, in proportion to the events that were checked for their clients and to the lines that these
  /// have heard, since the last call.
  ///
  /// - Parameters:
  ///   - spent: the processor time of the lines, in microseconds. Users with stages of their own have paid for theirs.
  package func chargeListeners(_ spent: Int64) {
    for index in places.indices {
      guard let subscriber = places[index].subscriber, !subscriber.hears.isPaid else { continue }
      turn.work.count(shareOfLines(subscriber), ofListener: subscriber.credentials.userID)
      subscriber.lines.heard = 0
    }
    checkedCount = 0
    turn.work.chargeListeners(spent, now: turn.now)
  }

  /// A subscriber's part of the cost of lines. To find that an event does not fit costs some 100 instructions, and a line
  /// some 3,000.
  private func shareOfLines(_ subscriber: Subscriber) -> Int64 { checkedCount + 30 * subscriber.lines.heard }

  /// Counts processor time of a client's requests, in microseconds, to share the user's among its clients.
  package func count(_ work: Int64, of client: Int) { subscriber(numbered: client)?.work.time += work }

  /// Charges a client for the lines that answered its request.
  package func charge(_ request: ClientRequest, lines: Int) {
    subscriber(of: request)?.charge(lines: lines, now: turn.now)
  }

  /// The user of an event's subscriber; nil where the subscriber is gone.
  package func user(of event: PollEvent) -> UInt32? {
    let index = Int(event.token.index)
    guard places.indices.contains(index), places[index].generation == event.token.generation else {
      return nil
    }
    return places[index].subscriber?.credentials.userID
  }

  /// Whether a request's client is gone, or about to go.
  package func isGone(_ request: ClientRequest) -> Bool {
    subscriber(of: request).map { !$0.isServed } ?? true
  }

  /// Charges a client for a request that was taken.
  package func charge(_ request: ClientRequest, isLight: Bool) {
    subscriber(of: request)?.charge(isLight: isLight, now: turn.now)
  }

  /// Disconnects a request's client.
  package func leave(_ request: ClientRequest, _ reason: ByeReason) {
    subscriber(of: request)?.leave(reason, notices: notices, now: turn.now)
  }

  private func subscriber(of request: ClientRequest) -> Subscriber? {
    let subscriber = places[request.place].subscriber
    return subscriber.map { $0.number } == request.client ? subscriber : nil
  }

  /// Removes subscribers that are gone or have made no progress for too long, a few each turn. Updates the sockets'
  /// interests for the others. Called at the end of a turn that owes `clients`.
  ///
  /// - Parameters:
  ///   - update: sends a subscriber with a limited rate the updates that are due.
  ///   - forget: forgets a subscriber that is removed from its place.
  /// - Returns: the subscribers that were removed.
  func settle(
    update: (Subscriber) -> Void, forget: (_ place: Int, Subscriber) -> Void
  ) throws(SystemError) -> [Departure] {
    resumeWaiting()
    var departures: [Departure] = []
    var kept = 0
    isSettlingLater = false
    for position in listed.indices {
      let index = listed[position]
      guard let subscriber = places[index].subscriber else { continue }
      turn.work.count(subscriber.credentials.userID)
      if subscriber.isResting, turn.work.waitEnd(of: subscriber.credentials.userID, at: turn.now) == nil {
        subscriber.waits.remove(.forProcessorTime)
      }
      subscriber.expire(at: turn.now, notices: notices)
      if subscriber.limiter.isLimiting { update(subscriber) }
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
            client: subscriber.number, userID: subscriber.credentials.userID,
            wasTooSlow: subscriber.wasTooSlow))
        countWork(-subscriber.work.underWay, of: subscriber.credentials.userID)
        turn.work.leave(subscriber.work.time, of: subscriber.credentials.userID)
        try turn.poller.remove(subscriber.descriptor)
        places[index].subscriber = nil
        forget(index, subscriber)
        count -= 1
        continue
      }
      if subscriber.interest != places[index].watched {
        places[index].watched = subscriber.interest
        try turn.poller.modify(
          subscriber.descriptor, interest: places[index].watched, token: token(of: index))
      }
      places[index].isListed = subscriber.needsCare(watched: places[index].watched)
      if places[index].isListed {
        listed[kept] = index
        kept += 1
      }
    }
    listed.removeLast(listed.count - kept)
    return departures
  }

  /// Lists a subscriber for a check at the turn's end, where there is a reason to.
  func list(_ index: Int, _ subscriber: Subscriber) {
    guard !places[index].isListed, subscriber.needsCare(watched: places[index].watched) else { return }
    places[index].isListed = true
    listed.append(index)
    turn.owe(.clients)
  }

  private func token(of index: Int) -> PollToken {
    PollToken(kind: TokenKind.subscriber, index: UInt32(index), generation: places[index].generation)
  }

  // MARK: Lines

  /// Sends each subscriber that hears a stage its own line; a subscriber whose line is nil receives nothing. Not for the
  /// hot path.
  func tellEach(of stage: Stage, _ line: (Subscriber) -> [UInt8]?) {
    for index in places.indices {
      guard let subscriber = member(at: index, of: stage), let line = line(subscriber) else { continue }
      subscriber.send(line, count: line.count, as: .event, now: turn.now)
      list(index, subscriber)
    }
  }

  /// Begins a client's snapshot, after the count of the lines that it has missed.
  func beginSnapshot(to client: Int, _ lines: [[UInt8]]) {
    guard let index = place(of: client), let subscriber = places[index].subscriber else { return }
    subscriber.tellDropped(notices, now: turn.now)
    for line in lines { subscriber.send(line, count: line.count, as: .kept, now: turn.now) }
    list(index, subscriber)
  }

  /// Calls a function for each client that has taken all its lines since the last call, but has not yet learned what it
  /// missed. The client then calls `Subscriber.beginCatchUp`, once its user has processor time.
  ///
  /// - Parameter plan: plans the client's snapshot as a request under way, so that each client is asked for again (H2).
  package func removeBehind(_ plan: (Subscriber) -> Void) {
    let clients = behind.sorted()
    behind = []
    for client in clients {
      guard let subscriber = subscriber(numbered: client), subscriber.mayCatchUp else { continue }
      guard mayGoOn(subscriber.credentials.userID) else {
        subscriber.waits.insert(.forOthers)
        continue
      }
      // One snapshot is enough, however often this client comes up before it is sent.
      subscriber.waits.insert(.toCatchUp)
      plan(subscriber)
    }
  }

  /// Adds a client's recognizer that has held touches for long (CUS-12).
  func add(_ holder: LongHolder) {
    longHolders.append(holder)
    turn.owe(.clients)
  }

  /// The recognizers of clients that have held touches for long since the last call.
  package func removeLongHolders() -> [LongHolder] {
    defer { longHolders.removeAll() }
    return longHolders
  }

  /// Whether any client hears or declares on a stage, apart from one that does not count.
  package func hasMembers(_ stage: Stage, besides client: Int? = nil) -> Bool {
    places.contains { place in
      guard let subscriber = place.subscriber, subscriber.number != client else { return false }
      return subscriber.hears === stage || subscriber.declaresOn === stage
    }
  }

  // MARK: Changes of the configuration

  /// Applies new limits. Connected subscribers keep their queues' size; their timeouts and request budgets change at
  /// once.
  func adopt(_ next: SubscriberLimits) {
    limits = next
    for place in places { place.subscriber?.adopt(next) }
  }

  /// Disconnects clients that the configuration now treats differently. They may connect again.
  ///
  /// - Returns: how many clients were disconnected.
  package func dismiss(where isMeant: (Subscriber) -> Bool) -> Int {
    var count = 0
    for index in places.indices {
      guard let subscriber = places[index].subscriber, isMeant(subscriber) else { continue }
      subscriber.leave(.reconfigured, notices: notices, now: turn.now)
      list(index, subscriber)
      count += 1
    }
    return count
  }
}
