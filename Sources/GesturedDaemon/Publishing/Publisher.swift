import EventFamilies
import GestureCore
import GestureProtocol
import LinuxEventLoop
import SystemPackage

/// Numbers what happens, encodes it once and hands it to the subscribers and to the dump.
///
/// Every event has a number (`seq`), whether anybody is told of it or not: so the same story has the same numbers
/// on a socket, in a dump and in a replay. Only what nobody may count has none on the socket (`Broadcaster.isHeldBack`).
///
/// It speaks to one audience at a time, as its broadcaster does: ids and numbers are those of that audience.
final class Publisher {
  /// What is counted for one audience.
  private struct Counts {
    var identifiers: IdentifierSource
    var seq: UInt64
    var uncounted: UInt64
  }

  /// Where touch, sequence and gesture ids come from, over all devices.
  var identifiers = IdentifierSource()
  /// Where a pipeline leaves its events for `publish`.
  var buffer = EventBuffer()
  /// What is made of what no finger did.
  let desk: FamilyDesk
  /// Who listens on the socket; nil where there is none.
  private var broadcaster: Broadcaster?

  /// The lines of an event, in the forms that somebody wants.
  private(set) var lines: EncodedLines
  /// The audience that is spoken to, and the counts of the others, by their numbers.
  private(set) var audience = Audience.everyone
  private var waiting: [Counts?] = [nil]
  private var dump: DumpOutput?
  /// The number of the line that was published last.
  private(set) var seq: UInt64 = 0
  /// How many events had no number. A dump shows them, and counts them too.
  private var uncounted: UInt64 = 0

  init(
    vocabulary: Vocabulary, broadcaster: consuming Broadcaster?, dump: consuming DumpOutput?,
    desk: FamilyDesk = FamilyDesk()
  ) {
    self.desk = desk
    lines = broadcaster?.lines ?? EncodedLines()
    lines.encoder = MessageEncoder(vocabulary)
    self.broadcaster = broadcaster
    hasDump = dump != nil
    buffer.wantsFingers = dump?.wantsFingers ?? false
    self.dump = dump
  }

  // MARK: Audiences

  /// The processor time that this thread has used, in microseconds.
  var processorTime: () -> Int64 = ProcessorClock.microseconds

  /// Whether a user has processor time left for a scene of its own (H1).
  func mayWork(for user: UInt32?, _ turn: Turn) -> Bool {
    user.map { turn.mayWork(for: $0) } ?? true
  }

  /// Charges a user for what was done since the processor time was looked at.
  func charge(_ user: UInt32?, since begin: Int64, _ turn: Turn) {
    guard let user else { return }
    turn.charge(processorTime() - begin, to: user)
  }

  /// The numbers of the audiences there are.
  var audiences: [Int] { broadcaster?.audiences ?? [Audience.everyone] }

  /// Speaks to another audience from now on. One that is gone is passed over.
  func speak(to next: Int) {
    guard next != audience, waiting.indices.contains(next), var counts = waiting[next].take() else { return }
    swap(&identifiers, &counts.identifiers)
    swap(&seq, &counts.seq)
    swap(&uncounted, &counts.uncounted)
    waiting[audience] = counts
    audience = next
    broadcaster?.speak(to: next)
    lines = broadcaster?.lines ?? lines
  }

  /// Has something done for each audience, and goes back to the present one.
  func forEachAudience(_ body: () -> Void) {
    let present = audience
    for number in audiences {
      speak(to: number)
      body()
    }
    speak(to: present)
  }

  /// Makes an audience out of members of the present one: what is under way goes on for them, and so do the numbers.
  ///
  /// - Parameters:
  ///   - vocabulary: the names behind its numbers.
  ///   - isMember: who belongs to it from now on.
  func split(_ number: Int, _ vocabulary: Vocabulary, where isMember: (Subscriber) -> Bool) {
    while waiting.count <= number { waiting.append(nil) }
    waiting[number] = Counts(identifiers: identifiers, seq: seq, uncounted: uncounted)
    broadcaster?.split(number, EncodedLines(like: lines, vocabulary), where: isMember)
  }

  /// Forgets an audience that nobody belongs to.
  func forget(audience number: Int) {
    guard number != audience else { return }
    waiting[number] = nil
    broadcaster?.forget(audience: number)
  }

  /// Whether everything is shown: kept, as it is looked at with each event.
  private(set) var hasDump: Bool

  /// The numbers of the line that comes next.
  func nextSeq() -> LineSeq {
    seq += 1
    broadcaster?.latestSeq.all = seq
    broadcaster?.latestSeq.several += 1
    return broadcaster?.latestSeq ?? LineSeq(all: seq)
  }

  /// Whether the dump can not be written any more.
  var isDumpBroken: Bool { hasDump && dump?.isBroken ?? false }

  /// Whether the dump was given up because its reader held the daemon up: said once.
  func hasJustGivenDumpUp() -> Bool {
    guard hasDump, dump?.isGivenUp ?? false else { return false }
    dump = nil
    hasDump = false
    return true
  }

  /// Why it can not, where it is not that its reader has seen enough.
  var dumpFailure: Errno? { dump?.failure ?? nil }

  /// How many listen on the socket.
  var subscriberCount: Int { broadcaster?.count ?? 0 }

  /// Whether a client has ever said what it wants to hear of.
  var hasSubscription: Bool { broadcaster?.hasSubscription ?? false }

  /// When the first of those connected who have said nothing so far; nil where all have, or there are none.
  var silentSince: Instant? { broadcaster?.silentSince }

  /// Whether some subscriber has not taken all its lines.
  var hasBacklog: Bool { broadcaster?.hasBacklog ?? false }

  /// When one of those for whom lines wait last took something; nil where nothing waits.
  var latestBacklogProgress: Instant? { broadcaster?.latestBacklogProgress }

  /// Begins the dump.
  func begin(_ hello: Hello) {
    dump?.write(hello)
  }

  /// Has the dump show what no finger did.
  func show(_ message: FamilyMessage, seq: UInt64, _ turn: Turn) {
    guard hasDump, audience == Audience.everyone else { return }
    turn.owe(.dump)
    dump?.write(message, seq: seq + uncounted)
  }

  /// Has the dump show a gesture of presses.
  func show(pressGesture gesture: GestureEvent, of device: String, seq: UInt64, _ turn: Turn) {
    guard hasDump, audience == Audience.everyone else { return }
    turn.owe(.dump)
    dump?.write(pressGesture: gesture, of: device, seq: seq + uncounted)
  }

  /// Ends the dump.
  func finishDump() {
    dump?.finish()
  }

  /// Whether what `--explain` asks about has fired; nil where nothing is explained.
  var hasExplainedFire: Bool? { dump?.hasExplainedFire ?? nil }

  /// What a new subscriber of a socket gets before all others: the greeting and the devices that are there.
  func greeting(_ hello: Hello, at tier: SocketTier) -> [[UInt8]] {
    let hidesSingleFingers = tier == .events && broadcaster?.hidesSingleFingers ?? false
    return [lines.bytes { encoder, line in encoder.write(hello, to: &line) }]
      + lines.deviceLines(tellingSingleFingers: !hidesSingleFingers)
  }

  /// Tells of a device that came or went.
  ///
  /// - Parameter regions: the regions of one that came.
  func publish(_ message: DeviceMessage, regions: RegionTree? = nil, _ turn: Turn) {
    let seq = nextSeq()
    if message.state != .removed {
      lines.encoder.setGeometry(of: message.device, size: message.size, pixels: message.pixels)
      if let regions {
        broadcaster?.add(
          .init(
            number: message.device, names: [message.name, message.table].compactMap(\.self), regions: regions),
          turn)
        setRegions(of: message.device, regions, turn)
      }
    }
    lines.keep(message, seq: seq)
    broadcaster?.tellEach(turn) { subscriber in
      guard subscriber.subscription.fits(.device, on: message.device) else { return nil }
      return lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
    guard audience == Audience.everyone else {
      if message.state == .removed { forget(message.device, turn) }
      return
    }
    for other in audiences where other != Audience.everyone {
      speak(to: other)
      // Where it is there already, the audience has regions of its own.
      publish(message, regions: message.state == .added ? regions : nil, turn)
    }
    speak(to: Audience.everyone)
    if hasDump { turn.owe(.dump) }
    dump?.write(message, seq: seq.all + uncounted)
    if let regions, message.state == .added {
      dump?.write(declarationsOf: message.device, regions, at: message.time, seq: seq.all + uncounted)
    }
    if message.state == .removed { forget(message.device, turn) }
  }

  /// Tells of all that has become of a device's regions, but of those that went.
  func publishRegions(
    of device: Int, _ tree: RegionTree, from old: RegionTree, at time: Instant, _ turn: Turn
  ) {
    for message in tree.news(since: old, of: device, at: time) { publish(message, turn) }
  }

  /// Tells of what a device's pipeline has left in `buffer`, and empties it.
  func publishEvents(of device: Int, _ turn: Turn) {
    guard !buffer.isEmpty else { return }
    // All in one call, so that nothing of this object is looked up anew for each event.
    Self.publish(
      &buffer, of: device, to: &broadcaster, &dump, hasDump: hasDump && audience == Audience.everyone, &seq,
      &uncounted, turn)
  }

  private static func publish(
    _ buffer: inout EventBuffer, of device: Int, to broadcaster: inout Broadcaster?,
    _ dump: inout DumpOutput?, hasDump: Bool, _ seq: inout UInt64, _ uncounted: inout UInt64, _ turn: Turn
  ) {
    let mayHoldBack = broadcaster?.isPrivate ?? false
    for position in 0..<buffer.count {
      let untold = UInt64(buffer.places[position].untold)
      if mayHoldBack {
        uncounted += untold
        if broadcaster?.isHeldBack(eventAt: position, of: buffer) ?? false {
          uncounted += 1
        } else {
          seq += 1
        }
      } else {
        seq += untold + 1
      }
      broadcaster?.publish(eventAt: position, of: buffer, device: device, seq: seq, turn)
      if hasDump {
        dump?.write(buffer.event(at: position), of: buffer, device: device, seq: seq + uncounted)
      }
    }
    if mayHoldBack { uncounted += UInt64(buffer.untoldAtEnd) } else { seq += UInt64(buffer.untoldAtEnd) }
    broadcaster?.latestSeq.all = seq
    if hasDump {
      dump?.flush(device: device, buffer.fingers)
      turn.owe(.dump)
    }
    buffer.removeAll()
  }

  /// Ends what the audience knows to be under way on a touchscreen: the pipeline that it came of is thrown away.
  func cancelGestures(on device: Int, _ turn: Turn) {
    while let position = broadcaster?.gestures.entries.lastIndex(where: { $0.device == device }) {
      let seq = nextSeq()
      broadcaster?.cancel(gestureAt: position, seq: seq, turn)
    }
  }

  // MARK: What lines speak of

  /// Takes over the recognizers: events speak of these from now on. Called after the events were published that their
  /// change has led to.
  func setRecognizers(_ set: RecognizerSet, _ turn: Turn) {
    let vocabulary = Vocabulary(set, users: scope.users)
    lines.encoder.setRecognizers(vocabulary.recognizers)
    broadcaster?.setRecognizers(set, turn)
    guard audience == Audience.everyone else { return }
    dump?.setRecognizers(vocabulary.recognizers)
    desk.setRecognizers(set)
  }

  /// Takes over the regions of a touchscreen: events speak of these from now on. Called after the events were published
  /// that their change has led to.
  func setRegions(of device: Int, _ regions: RegionTree, _ turn: Turn) {
    let names = regions.regions.map(\.name)
    lines.encoder.setRegions(of: device, names)
    if audience == Audience.everyone { dump?.setRegions(of: device, regions) }
    broadcaster?.setRegions(of: device, regions, turn)
  }

  private func forget(_ device: Int, _ turn: Turn) {
    lines.encoder.forget(device: device)
    broadcaster?.remove(device: device, turn)
  }
}

/// What one client is told, and what all are told that no touchscreen has seen.
extension Publisher {
  /// Answers a request that was done.
  ///
  /// - Parameters:
  ///   - id: what the request called itself.
  ///   - fields: what it is answered besides.
  func reply(to client: Int, _ id: RequestID?, _ fields: [ReplyField] = [], _ turn: Turn) {
    let line = lines.bytes { encoder, line in encoder.write(replyTo: id, fields, to: &line) }
    broadcaster?.reply(to: client, line, turn)
  }

  /// Answers a request that was not done.
  func reply(to client: Int, _ id: RequestID?, _ error: RequestError, _ turn: Turn) {
    let line = lines.bytes { encoder, line in encoder.write(replyTo: id, error, to: &line) }
    broadcaster?.reply(to: client, line, turn)
  }

  /// Sends a client what fits from now on, instead of what was sent before.
  func subscribe(_ client: Int, _ id: RequestID?, to draft: SubscriptionDraft, units: WireUnits, _ turn: Turn)
  {
    broadcaster?.subscribe(client, to: Subscription(draft), latestTouch: identifiers.latestTouch, turn)
    reply(to: client, id, [ReplyField("units", .text(units.rawValue))] + withoutPlaces(in: units), turn)
  }

  /// The most touchscreens that a reply tells of: far more than anybody plugs in.
  private static let toldScreens = 256

  /// Which touchscreens have no places in these units, and why; nothing where all have.
  private func withoutPlaces(in units: WireUnits) -> [ReplyField] {
    guard units == .pixels else { return [] }
    let screens = lines.encoder.devicesWithoutPixels.prefix(Self.toldScreens).map { device in
      ReplyValue.object([
        ReplyField("device", .integer(device)), ReplyField("reason", .text("pixels_unknown")),
      ])
    }
    return screens.isEmpty ? [] : [ReplyField("without_places", .list(screens))]
  }

  /// Sends a client nothing from now on but what is the connection's own.
  func unsubscribe(_ client: Int, _ id: RequestID?, _ turn: Turn) {
    let nothing = Subscription(.none, of: client, in: scope)
    broadcaster?.subscribe(client, to: nothing, latestTouch: identifiers.latestTouch, turn)
    reply(to: client, id, [], turn)
  }

  /// Tells those who want to know of a region that came, went or changed.
  func publish(_ message: RegionMessage, _ turn: Turn) {
    let seq = nextSeq()
    let scope = scope
    broadcaster?.tellEach(turn) { subscriber in
      let client = subscriber.subscription.client
      guard subscriber.subscription.fits(message, in: scope) else { return nil }
      let form = lines.form(subscriber.form)
      let tellsClient = scope.isInspected(message.owner, form.inspection)
      return lines.bytes { encoder, line in
        encoder.write(
          message, seq: seq.number(for: subscriber), for: client, tellsClient: tellsClient, in: form,
          to: &line)
      }
    }
  }

  /// Tells those who want to know, and may, of a recognizer that came, went or changed.
  ///
  /// - Parameter number: one of its numbers in the recognizer set.
  func publish(_ message: RecognizerMessage, number: Int, _ turn: Turn) {
    let seq = nextSeq()
    let scope = scope
    broadcaster?.tellEach(turn) { subscriber in
      let client = subscriber.subscription.client
      guard subscriber.subscription.fits(message, number: number, in: scope) else { return nil }
      let tellsClient = scope.isInspected(message.owner, subscriber.subscription.inspection)
      return lines.bytes { encoder, line in
        encoder.write(
          message, seq: seq.number(for: subscriber), for: client, tellsClient: tellsClient, to: &line)
      }
    }
  }

  /// Lists regions to one client: lines before a reply.
  ///
  /// - Parameter inspection: whose clients are named that have declared them.
  func list(_ regions: [RegionMessage], to client: Int, _ inspection: Inspection, _ turn: Turn) {
    guard let subscriber = broadcaster?.subscriber(numbered: client) else { return }
    let (form, seq) = (lines.form(subscriber.form), latestSeq(for: subscriber))
    for message in regions {
      let tellsClient = scope.isInspected(message.owner, inspection)
      let line = lines.bytes { encoder, line in
        encoder.write(message, seq: seq, for: client, tellsClient: tellsClient, in: form, to: &line)
      }
      broadcaster?.reply(to: client, line, turn)
    }
  }

  /// Lists recognizers to one client: lines before a reply.
  ///
  /// - Parameters:
  ///   - recognizers: each with its setting, where that is told.
  ///   - inspection: whose clients are named that have declared them.
  func list(
    _ recognizers: [(message: RecognizerMessage, setting: RecognizerSetting?)], to client: Int,
    _ inspection: Inspection, _ turn: Turn
  ) {
    guard let subscriber = broadcaster?.subscriber(numbered: client) else { return }
    let seq = latestSeq(for: subscriber)
    for (message, setting) in recognizers {
      let tellsClient = scope.isInspected(message.owner, inspection)
      let line = lines.bytes { encoder, line in
        encoder.write(message, seq: seq, for: client, tellsClient: tellsClient, setting: setting, to: &line)
      }
      broadcaster?.reply(to: client, line, turn)
    }
  }

  /// What filters and lists may speak of.
  var scope: SubscriptionScope { broadcaster?.scope ?? SubscriptionScope() }

  /// The number of the line that a subscriber was told last.
  func latestSeq(for subscriber: Subscriber) -> UInt64 {
    broadcaster?.latestSeq.number(for: subscriber) ?? seq
  }

  /// Begins the private mode: from now on nothing of one finger and no place goes out. What is under way was cancelled
  /// before, and told.
  ///
  /// - Parameter time: the stamp of that.
  func beginPrivateMode(at time: Instant, _ turn: Turn) {
    forEachAudience {
      tell(InhibitMessage(time: time, hasBegun: true), turn)
      broadcaster?.beginPrivateMode(after: identifiers, turn)
    }
  }

  /// Ends the private mode.
  ///
  /// - Parameter time: when, on the clock of the events.
  func endPrivateMode(at time: Instant, _ turn: Turn) {
    forEachAudience {
      let suppressed = broadcaster?.endPrivateMode(latestTouch: identifiers.latestTouch, turn) ?? 0
      tell(InhibitMessage(time: time, hasBegun: false, suppressed: suppressed), turn)
    }
  }

  private func tell(_ message: InhibitMessage, _ turn: Turn) {
    let seq = nextSeq()
    broadcaster?.tellEach(turn) { subscriber in
      guard subscriber.subscription.fits(inhibitAs: message.hasBegun ? .began : .ended) else { return nil }
      return lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
  }

  /// How each recognizer is heard now; nil where that has not changed since it was asked last, or nobody can listen.
  func takeHearing() -> [RecognizerHearing]? {
    broadcaster?.takeHearing(hasDump: hasDump && audience == Audience.everyone) ?? nil
  }

  /// Who listens to the touches of each touchscreen now, by their numbers; nil where that has not changed.
  func takeAudiences() -> [(Int, TouchAudience?)]? {
    broadcaster?.takeAudiences(hasDump: hasDump && audience == Audience.everyone) ?? nil
  }
}

/// What no finger did, on its way out.
extension Publisher {
  /// Who is told of something that climbs a responder chain.
  func receivers(of type: LineType, along path: ResponderPath?) -> FamilyReceivers {
    broadcaster?.receivers(of: type, along: path) ?? FamilyReceivers()
  }

  /// Tells those who were chosen, and whoever sees everything.
  func publish(_ message: FamilyMessage, to receivers: FamilyReceivers, _ turn: Turn) {
    var message = message
    message.receiver = receivers.region?.name
    publish(message, turn) { subscriber in
      let client = Int(subscriber.number)
      return receivers.clients.contains(client) || receivers.observers.contains(client)
    }
  }

  /// Tells everybody who wants to know where sound goes (AUD-21).
  func publish(_ change: RouteChange, _ turn: Turn) {
    publish(.route(change), turn) { $0.subscription.observes(.route) }
  }

  private func publish(_ message: FamilyMessage, _ turn: Turn, where isWanted: (Subscriber) -> Bool) {
    forEachAudience {
      let seq = nextSeq()
      broadcaster?.tellEach(turn) { subscriber in
        guard isWanted(subscriber) else { return nil }
        var told = message
        // A tap makes a region first responder: its name would say where (H6).
        if subscriber.hidesPlaces { told.receiver = nil }
        return lines.bytes { encoder, line in
          encoder.write(told, seq: seq.number(for: subscriber), to: &line)
        }
      }
      show(message, seq: seq.all, turn)
    }
  }

  /// Tells of what a recognizer has made of presses.
  func publish(pressGesture gesture: GestureEvent, of device: String, _ turn: Turn) {
    let owner = desk.recognizers?.instances[gesture.recognizer].owner
    forEachAudience {
      let seq = nextSeq()
      broadcaster?.tellEach(turn) { subscriber in
        guard subscriber.subscription.fits(pressGesture: gesture) else { return nil }
        return lines.bytes { encoder, line in
          encoder.write(
            pressGesture: gesture, of: device, seq: seq.number(for: subscriber),
            isOwners: owner == Int(subscriber.number), to: &line)
        }
      }
      show(pressGesture: gesture, of: device, seq: seq.all, turn)
    }
  }

  /// Sends a sample to one client (MOT-18).
  func tell(_ client: Int, _ reading: MotionReading, _ turn: Turn) {
    let line = lines.bytes { encoder, line in encoder.write(reading, to: &line) }
    broadcaster?.tell(client, line, turn)
  }
}

/// Clients: who comes, what they say, and who goes. What a socket is for, its broadcaster knows.
extension Publisher {
  /// The clients that are connected.
  var subscribers: [Subscriber] { broadcaster?.places.compactMap(\.subscriber) ?? [] }

  /// The client of a number; nil where it is gone.
  func subscriber(numbered client: Int) -> Subscriber? { broadcaster?.subscriber(numbered: client) }

  /// The numbers of a user's clients.
  func clients(of user: UInt32) -> [Int] { broadcaster?.clients(of: user) ?? [] }

  /// Whether a socket tells no places.
  func hidesPlaces(at tier: SocketTier) -> Bool {
    tier == .events && broadcaster?.limits.hidesPlaces ?? false
  }

  /// Takes a connection over, as a member of the audience that is spoken to, and greets it.
  ///
  /// - Returns: its number; nil where there are too many already and it was told so.
  /// - Throws: where its descriptor can not be watched; it is hung up on then.
  func welcome(
    _ connection: consuming UnixConnection, from credentials: ClientCredentials, tier: SocketTier, stage: Int,
    isStaging: Bool, inspection: Inspection, _ hello: Hello, _ turn: Turn
  ) throws(SystemError) -> UInt64? {
    let greeting = greeting(hello, at: tier)
    return try broadcaster?.welcome(
      connection, from: credentials, tier: tier, stage: stage, isStaging: isStaging, inspection: inspection,
      greeting: greeting, latestTouch: identifiers.latestTouch, turn)
  }

  /// Says why a connection is not served, and hangs up on it.
  func refuse(_ connection: consuming UnixConnection, _ reason: ByeReason) {
    broadcaster?.refuse(connection, reason)
  }

  /// The user of the client that an event of the poller is about; nil where it is gone.
  func user(of event: PollEvent) -> UInt32? { broadcaster?.user(of: event) }

  /// Takes in what the poller says of a client's socket.
  func handle(_ event: PollEvent, _ turn: Turn) { broadcaster?.handle(event, turn) }

  /// The next request that may be taken; nil where there is none.
  func nextRequest(_ turn: Turn) -> ClientRequest? { broadcaster?.nextRequest(turn) }

  /// Takes no request of a client until another one of it is done, or takes them again.
  func hold(_ client: Int, _ isHeld: Bool, _ turn: Turn) { broadcaster?.hold(client, isHeld, turn) }

  /// Charges a client for a request that was taken.
  func charge(_ request: ClientRequest, isLight: Bool, _ turn: Turn) {
    broadcaster?.charge(request, isLight: isLight, turn)
  }

  /// Charges a client for the lines that its request was answered with.
  func charge(_ request: ClientRequest, lines: Int, _ turn: Turn) {
    broadcaster?.charge(request, lines: lines, turn)
  }

  /// Whether the client of a request is not there any more, or is about to go.
  func isGone(_ request: ClientRequest) -> Bool { broadcaster?.isGone(request) ?? true }

  /// Lets the client of a request go.
  func leave(_ request: ClientRequest, _ reason: ByeReason, _ turn: Turn) {
    broadcaster?.leave(request, reason, turn)
  }

  /// Says farewell to everyone.
  func leave(_ reason: ByeReason, _ turn: Turn) { broadcaster?.leave(reason, turn) }

  /// Tells clients that they have to connect again, as the configuration says something else of them: how many.
  func dismiss(_ turn: Turn, where isMeant: (Subscriber) -> Bool) -> Int {
    broadcaster?.dismiss(turn, where: isMeant) ?? 0
  }

  /// Takes over other limits while clients are connected: how many were told to connect again.
  func reconfigure(_ limits: SubscriberLimits, _ turn: Turn) -> Int {
    broadcaster?.reconfigure(limits, after: identifiers, turn) ?? 0
  }

  /// What the configuration has lines of touches tell, whoever listens.
  func declare(_ detail: TouchDetail) { broadcaster?.declaredDetail = detail }

  /// How many clients are to be looked at when the turn ends.
  var listedCount: Int { broadcaster?.listedCount ?? 0 }

  /// Whether there is anything to settle with clients when the turn ends.
  var hasClientsToSettle: Bool { broadcaster?.needsCare ?? false }

  /// Lets go of those who are gone, or whom nothing has moved for too long, a few a turn: those who were let go.
  func settleClients(_ turn: Turn) throws(SystemError) -> [Departure] { try broadcaster?.settle(turn) ?? [] }

  /// When the first client is to be looked at if nothing moves; it may be past where a request waits for the next turn.
  func nextDeadline(_ turn: Turn) -> Instant? { broadcaster?.nextDeadline(turn) }

  /// The recognizers of clients that have held touches back for long since this was asked last (CUS-12).
  func takeLongHolders() -> [LongHolder] {
    defer { broadcaster?.longHolders.removeAll() }
    return broadcaster?.longHolders ?? []
  }

  /// The clients that have taken all their lines since this was asked last, and were not told what they missed.
  func takeBehind() -> Set<Int> {
    defer { broadcaster?.behind = [] }
    return broadcaster?.behind ?? []
  }

  /// Forgets clients that are gone, in all audiences.
  func forget(clients: Set<Int>) { broadcaster?.forEachAudience { $0.scope.forget(clients: clients) } }

  // MARK: Audiences

  /// Has the members of an audience declare in its scene too.
  func setStage(_ number: Int) { broadcaster?.setStage(number) }

  /// Whether an audience has anybody.
  func hasMembers(_ number: Int) -> Bool { broadcaster?.hasMembers(number) ?? false }

  /// How many gestures the audience that is spoken to knows to be under way.
  var gestureCount: Int { broadcaster?.gestures.count ?? 0 }

  /// Notes that something is heard otherwise in the audience that is spoken to.
  func noteHearing(_ turn: Turn) {
    broadcaster?.isHearingStale = true
    turn.owe(.hearing)
  }

  // MARK: What clients want

  /// Whether anybody asks for lines of a type by its name.
  func isWanted(_ type: LineType) -> Bool { broadcaster?.isWanted(type) ?? false }

  /// Tells an owner of an event that is for it alone.
  func tellOwner(_ event: Event, of buffer: borrowing EventBuffer, device: Int, _ turn: Turn) {
    broadcaster?.tellOwner(event, of: buffer, device: device, turn)
  }

  /// Notes whether a client passes a region's touches on: false where it does not listen to them by the region's name.
  func setForwarding(_ client: Int, of region: String, isEnabled: Bool, _ turn: Turn) -> Bool {
    broadcaster?.setForwarding(client, of: region, isEnabled: isEnabled, turn) ?? false
  }

  /// Begins to tell a client how things are: with the touchscreens.
  ///
  /// - Returns: how many lines that takes, and whether regions are told too; nil where the client is gone.
  func beginSnapshot(to client: Int, _ turn: Turn) -> (count: Int, hasRegions: Bool)? {
    broadcaster?.beginSnapshot(to: client, turn)
  }

  /// Goes on with the regions that are there.
  func tell(_ client: Int, presentRegions regions: [RegionMessage], _ turn: Turn) {
    broadcaster?.tell(client, presentRegions: regions, turn)
  }

  /// Ends it with the gestures under way that it wants to hear of, and where sound goes: how many gestures that were.
  func endSnapshot(
    to client: Int, devices: Int, regions: Int, includesUntold: Bool, _ route: FamilyMessage?, _ turn: Turn
  ) -> Int {
    broadcaster?.endSnapshot(
      to: client, devices: devices, regions: regions, includesUntold: includesUntold, route, turn) ?? 0
  }
}
