import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase
import LinuxEventLoop
import SystemPackage

/// Numbers each event, and passes it to the subscribers and to the dump.
///
/// Every event has a number (`seq`), whether a subscriber receives it or not. The same input so has the same numbers on
/// a socket, in a dump and in a replay. Only events that no client may count have no number on the socket
/// (`Broadcaster.isHeldBack`).
///
/// The publisher serves one audience at a time, as its broadcaster does: ids and numbers are those of that audience.
package final class Publisher {
  /// The counters of one audience.
  private struct Counts {
    var identifiers: IdentifierSource
    var seq: UInt64
    var uncounted: UInt64
    var isPaid: Bool
  }

  /// The turn of the loop in which it publishes. All code with a publisher takes the time and the log from here.
  package let turn: Turn
  /// The source of touch, sequence and gesture ids, over all devices.
  package var identifiers = IdentifierSource()
  /// A pipeline leaves its events here for `publish`.
  package var buffer = EventBuffer()
  /// Finds out that no contact has been down for some time.
  package let idle = IdleWatch()
  /// The socket's subscribers; nil without a socket.
  var broadcaster: Broadcaster?

  /// The lines of an event, in the forms that subscribers want.
  package private(set) var lines: EncodedLines
  /// The present audience, and the counters of the others, by their numbers.
  private(set) var audience = Audience.everyone
  private var waiting: [Counts?] = [nil]
  private var dump: DumpOutput?
  /// The number of the latest published line.
  package private(set) var seq: UInt64 = 0
  /// How many events had no number. A dump shows these events, and counts them too.
  private var uncounted: UInt64 = 0
  /// Whether a user pays for all work of the present audience, lines included.
  private var isPaid = false
  /// Whether any recognizer of the present audience sends an action: stored, since each frame reads it.
  private var hasActions = false
  /// The actions that recognizers have sent.
  var firedActions: [FiredAction] = []
  /// The gesture of each recognizer's last action, by audience and recognizer.
  var firedGestures: [Int: [Int: UInt64]] = [:]

  package init(
    _ turn: Turn, vocabulary: Vocabulary, broadcaster: consuming Broadcaster?, dump: consuming DumpOutput?
  ) {
    self.turn = turn
    lines = broadcaster?.lines ?? EncodedLines()
    lines.encoder = MessageEncoder(vocabulary)
    self.broadcaster = broadcaster
    hasDump = dump != nil
    buffer.wantsFingers = dump?.wantsFingers ?? false
    self.dump = dump
  }

  // MARK: Audiences

  /// Charges the users of the listeners for lines that took so many microseconds (H5).
  package func chargeListeners(_ spent: Int64) {
    broadcaster?.chargeListeners(spent, turn) { $0 == audience ? isPaid : waiting[$0]?.isPaid ?? false }
  }

  /// The numbers of all audiences.
  var audiences: [Int] { broadcaster?.audiences ?? [Audience.everyone] }

  /// Whether the present audience is everyone's.
  package var isForEveryone: Bool { audience == Audience.everyone }

  /// Switches to another audience. The number of an audience that is gone is ignored.
  package func speak(to next: Int) {
    guard next != audience, waiting.indices.contains(next), var counts = waiting[next].take() else { return }
    swap(&identifiers, &counts.identifiers)
    swap(&seq, &counts.seq)
    swap(&uncounted, &counts.uncounted)
    swap(&isPaid, &counts.isPaid)
    waiting[audience] = counts
    audience = next
    broadcaster?.speak(to: next)
    lines = broadcaster?.lines ?? lines
    hasActions = !(broadcaster?.scope.actions.isEmpty ?? true)
  }

  /// Calls a function for each audience, then switches back to the present one.
  func forEachAudience(_ body: () -> Void) {
    let present = audience
    for number in audiences {
      speak(to: number)
      body()
    }
    speak(to: present)
  }

  /// Splits a new audience from the present one. Gestures under way continue for its members, and so do the numbers.
  ///
  /// - Parameters:
  ///   - vocabulary: the names behind the new audience's numbers.
  ///   - isPaid: whether a user pays for all work of the new audience.
  ///   - isMember: whether a subscriber moves to the new audience.
  package func split(
    _ number: Int, _ vocabulary: Vocabulary, isPaid: Bool, where isMember: (Subscriber) -> Bool
  ) {
    while waiting.count <= number { waiting.append(nil) }
    waiting[number] = Counts(identifiers: identifiers, seq: seq, uncounted: uncounted, isPaid: isPaid)
    broadcaster?.split(number, EncodedLines(like: lines, vocabulary), turn, where: isMember)
  }

  /// Forgets an audience without members.
  package func forget(audience number: Int) {
    guard number != audience else { return }
    waiting[number] = nil
    firedGestures[number] = nil
    broadcaster?.forget(audience: number)
  }

  /// Whether there is a dump: stored, since each event reads it.
  package private(set) var hasDump: Bool

  /// The numbers of the next line.
  func nextSeq() -> LineSeq {
    seq += 1
    broadcaster?.latestSeq.all = seq
    broadcaster?.latestSeq.several += 1
    return broadcaster?.latestSeq ?? LineSeq(all: seq)
  }

  /// Whether the dump cannot be written any more.
  package var isDumpBroken: Bool { hasDump && dump?.isBroken ?? false }

  /// Whether the dump was just closed because its reader held the daemon up: true once.
  package func hasJustGivenDumpUp() -> Bool {
    guard hasDump, dump?.isGivenUp ?? false else { return false }
    dump = nil
    hasDump = false
    return true
  }

  /// The error that ended the dump; nil where its reader closed it.
  package var dumpFailure: Errno? { dump?.failure ?? nil }

  /// How many clients are connected.
  package var subscriberCount: Int { broadcaster?.count ?? 0 }

  /// Whether any client has ever subscribed.
  package var hasSubscription: Bool { broadcaster?.hasSubscription ?? false }

  /// When the first of the clients that have sent nothing so far connected; nil where there is no such client.
  package var silentSince: Instant? { broadcaster?.silentSince }

  /// Whether some subscriber has not taken all its lines.
  var hasBacklog: Bool { broadcaster?.hasBacklog ?? false }

  /// When a subscriber with waiting lines last took bytes; nil where no line waits.
  package var latestBacklogProgress: Instant? { broadcaster?.latestBacklogProgress }

  /// Begins the dump.
  package func begin(_ hello: Hello) {
    dump?.write(hello)
  }

  /// Shows an event without contacts in the dump.
  func show(_ message: FamilyMessage, seq: UInt64) {
    guard hasDump, audience == Audience.everyone else { return }
    turn.owe(.dump)
    dump?.write(message, seq: seq + uncounted)
  }

  /// Shows a gesture of presses in the dump.
  func show(pressGesture gesture: GestureEvent, of device: String, seq: UInt64) {
    guard hasDump, audience == Audience.everyone else { return }
    turn.owe(.dump)
    dump?.write(pressGesture: gesture, of: device, seq: seq + uncounted)
  }

  /// Ends the dump.
  package func finishDump() {
    dump?.finish()
  }

  /// Whether the recognizer of `--explain` has fired; nil without `--explain`.
  package var hasExplainedFire: Bool? { dump?.hasExplainedFire ?? nil }

  /// A new subscriber's first lines: the greeting and the present devices.
  func greeting(_ hello: Hello, at tier: SocketTier) -> [[UInt8]] {
    let hidesSingleFingers = tier == .events && broadcaster?.hidesSingleFingers ?? false
    return [lines.bytes { encoder, line in encoder.write(hello, to: &line) }]
      + lines.deviceLines(tellingSingleFingers: !hidesSingleFingers)
  }

  /// Publishes that a device came, changed or went.
  ///
  /// - Parameter regions: the regions of a device that came.
  package func publish(_ message: DeviceMessage, regions: RegionTree? = nil) {
    let seq = nextSeq()
    if message.state != .removed {
      lines.encoder.setGeometry(of: message.device, size: message.size, pixels: message.pixels)
      if let regions {
        broadcaster?.add(
          .init(
            number: message.device, names: [message.name, message.table].compactMap(\.self), regions: regions),
          turn)
        setRegions(of: message.device, regions)
      }
    }
    if audience == Audience.everyone {
      if message.state == .removed { idle.remove(message.device) } else { idle.add(message.device) }
    }
    lines.keep(message, seq: seq)
    broadcaster?.tellEach(turn) { subscriber in
      guard subscriber.subscription.fits(.device, on: message.device) else { return nil }
      return lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
    guard audience == Audience.everyone else {
      if message.state == .removed { forget(message.device) }
      return
    }
    for other in audiences where other != Audience.everyone {
      speak(to: other)
      // Where the device is known already, the audience has regions of its own.
      publish(message, regions: message.state == .added ? regions : nil)
    }
    speak(to: Audience.everyone)
    if hasDump { turn.owe(.dump) }
    dump?.write(message, seq: seq.all + uncounted)
    if let regions, message.state == .added {
      dump?.write(declarationsOf: message.device, regions, at: message.time, seq: seq.all + uncounted)
    }
    if message.state == .removed { forget(message.device) }
  }

  /// Publishes the events that a device's pipeline has left in `buffer`, and empties the buffer.
  package func publishEvents(of device: Int) {
    guard !buffer.isEmpty else { return }
    if hasActions { noteActions(of: device) }
    let begin = turn.spentOnLines != nil && !isPaid ? turn.processorTime() : nil
    defer { if let begin { turn.spentOnLines? += turn.processorTime() - begin } }
    // One static call handles all events, so that no field of this object is looked up for each event.
    Self.publish(
      &buffer, of: device, to: &broadcaster, &dump, hasDump: hasDump && audience == Audience.everyone, &seq,
      &uncounted, turn)
  }

  private static func publish(
    _ buffer: inout EventBuffer, of device: Int, to broadcaster: inout Broadcaster?,
    _ dump: inout DumpOutput?, hasDump: Bool, _ seq: inout UInt64, _ uncounted: inout UInt64, _ turn: Turn
  ) {
    let mayHoldBack = broadcaster?.isPrivate ?? false
    if buffer.listsFingers { broadcaster?.nameFingers(of: device, in: &buffer) }
    var nextNote = 0
    for position in 0..<buffer.count {
      if hasDump { showApp(buffer, from: &nextNote, upTo: position, of: device, &dump) }
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
      showApp(buffer, from: &nextNote, upTo: buffer.count, of: device, &dump)
      dump?.flush(device: device, buffer.fingers)
      turn.owe(.dump)
    }
    buffer.removeAll()
  }

  /// Shows what the app received before an event, in a dump (FLT-67).
  private static func showApp(
    _ buffer: borrowing EventBuffer, from next: inout Int, upTo position: Int, of device: Int,
    _ dump: inout DumpOutput?
  ) {
    while next < buffer.app.count, buffer.app[next].position <= position {
      dump?.write(buffer.app[next], device: device)
      next += 1
    }
  }

  /// Cancels the audience's gestures on a touchscreen, since the pipeline that recognized them is discarded.
  package func cancelGestures(on device: Int) {
    while let position = broadcaster?.gestures.entries.lastIndex(where: { $0.device == device }) {
      let seq = nextSeq()
      broadcaster?.cancel(gestureAt: position, seq: seq, turn)
    }
  }

  // MARK: Names in lines

  /// Takes over the recognizers that later events name. Called after the events that their change caused are published.
  package func setRecognizers(_ set: RecognizerSet) {
    let vocabulary = Vocabulary(set, users: scope.users)
    lines.encoder.setRecognizers(vocabulary.recognizers)
    broadcaster?.setRecognizers(set, turn)
    hasActions = !(broadcaster?.scope.actions.isEmpty ?? true)
    if audience == Audience.everyone { dump?.setRecognizers(vocabulary.recognizers) }
  }

  /// Takes over the regions of a touchscreen, which later events name. Called after the events that their change caused
  /// are published.
  package func setRegions(of device: Int, _ regions: RegionTree) {
    lines.encoder.setRegions(
      of: device, regions.regions.map(\.name), windows: regions.toldWindows,
      controllers: regions.regions.map(\.controller))
    if audience == Audience.everyone { dump?.setRegions(of: device, regions) }
    broadcaster?.setRegions(of: device, regions, turn)
  }

  private func forget(_ device: Int) {
    lines.encoder.forget(device: device)
    broadcaster?.remove(device: device, turn)
  }
}

/// Lines for one client, and lines for all clients that no touchscreen caused.
extension Publisher {
  /// Answers a request that succeeded.
  ///
  /// - Parameters:
  ///   - id: the request's id.
  ///   - fields: further fields of the reply.
  package func reply(to client: Int, _ id: RequestID?, _ fields: [ReplyField] = []) {
    let line = lines.bytes { encoder, line in encoder.write(replyTo: id, fields, to: &line) }
    broadcaster?.reply(to: client, line, turn)
  }

  /// Answers a request that failed.
  package func reply(to client: Int, _ id: RequestID?, _ error: RequestError) {
    let line = lines.bytes { encoder, line in encoder.write(replyTo: id, error, to: &line) }
    broadcaster?.reply(to: client, line, turn)
  }

  /// Replaces a client's subscription and answers the request.
  package func subscribe(_ client: Int, _ id: RequestID?, to draft: SubscriptionDraft, units: WireUnits) {
    broadcaster?.subscribe(client, to: Subscription(draft), latestTouch: identifiers.latestTouch, turn)
    reply(to: client, id, [ReplyField("units", .text(units.rawValue))] + lines.withoutPlaces(in: units))
  }

  /// Ends a client's subscription: the client receives only lines about its own connection.
  package func unsubscribe(_ client: Int, _ id: RequestID?) {
    idle.forget(client: client)
    let nothing = Subscription(.none, of: client, in: scope)
    broadcaster?.subscribe(client, to: nothing, latestTouch: identifiers.latestTouch, turn)
    reply(to: client, id, [])
  }

  /// Publishes that a region came, went or changed.
  package func publish(_ message: RegionMessage) {
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

  /// Publishes that a recognizer came, went or changed, to the subscribers that may know it.
  ///
  /// - Parameter number: one of the recognizer's numbers in the set.
  package func publish(_ message: RecognizerMessage, number: Int) {
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

  /// Sends one client a list of regions, before the reply.
  ///
  /// - Parameter inspection: the users whose clients the list may name as owners.
  package func list(_ regions: [RegionMessage], to client: Int, _ inspection: Inspection) {
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

  /// Sends one client a list of recognizers, before the reply.
  ///
  /// - Parameters:
  ///   - recognizers: each recognizer with its setting, where the list includes settings.
  ///   - inspection: the users whose clients the list may name as owners.
  package func list(
    _ recognizers: [(message: RecognizerMessage, setting: RecognizerSetting?)], to client: Int,
    _ inspection: Inspection
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

  /// The recognizers and regions that filters and lists may name.
  package var scope: SubscriptionScope { broadcaster?.scope ?? SubscriptionScope() }

  /// The number of a subscriber's latest line.
  package func latestSeq(for subscriber: Subscriber) -> UInt64 {
    broadcaster?.latestSeq.number(for: subscriber) ?? seq
  }

  /// Begins private mode: lines of single fingers and places stay private. Gestures under way were cancelled before,
  /// and subscribers received that.
  ///
  /// - Parameter time: the stamp of the cancellations.
  package func beginPrivateMode(at time: Instant) {
    idle.suspend()
    forEachAudience {
      tell(InhibitMessage(time: time, hasBegun: true))
      broadcaster?.beginPrivateMode(after: identifiers, turn)
    }
  }

  /// Ends private mode.
  ///
  /// - Parameter time: the time on the events' clock.
  package func endPrivateMode(at time: Instant) {
    idle.resume(at: time)
    forEachAudience {
      let suppressed = broadcaster?.endPrivateMode(latestTouch: identifiers.latestTouch, turn) ?? 0
      tell(InhibitMessage(time: time, hasBegun: false, suppressed: suppressed))
    }
  }

  private func tell(_ message: InhibitMessage) {
    let seq = nextSeq()
    broadcaster?.tellEach(turn) { subscriber in
      guard subscriber.subscription.fits(inhibitAs: message.hasBegun ? .began : .ended) else { return nil }
      return lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
  }

  /// Each recognizer's hearing; nil where it has not changed since the last call, or no client can listen.
  package func takeHearing() -> [RecognizerHearing]? {
    buffer.listsFingers = broadcaster?.noteFingers() ?? false
    return broadcaster?.takeHearing(hasDump: hasDump && audience == Audience.everyone) ?? nil
  }

  /// The listeners to each touchscreen's touches, by the touchscreens' numbers; nil where they have not changed.
  package func takeAudiences() -> [(Int, TouchAudience?)]? {
    broadcaster?.takeAudiences(hasDump: hasDump && audience == Audience.everyone) ?? nil
  }
}

/// Clients: connecting, requests and disconnecting. The broadcaster knows what each socket may reveal.
extension Publisher {
  /// The connected clients.
  package var subscribers: [Subscriber] { broadcaster?.places.compactMap(\.subscriber) ?? [] }

  /// The client with a number; nil where it is gone.
  package func subscriber(numbered client: Int) -> Subscriber? { broadcaster?.subscriber(numbered: client) }

  /// The numbers of a user's clients.
  package func clients(of user: UInt32) -> [Int] { broadcaster?.clients(of: user) ?? [] }

  /// Whether a socket hides places.
  package func hidesPlaces(at tier: SocketTier) -> Bool {
    tier == .events && broadcaster?.limits.hidesPlaces ?? false
  }

  /// Takes over a connection as a member of the present audience, and greets the client.
  ///
  /// - Returns: the client's number; nil where too many clients are connected, which the connection is told.
  /// - Throws: an error where `Poller` cannot watch the descriptor; the connection is closed then.
  package func welcome(
    _ connection: consuming UnixConnection, from credentials: ClientCredentials, tier: SocketTier, stage: Int,
    isStaging: Bool, inspection: Inspection, _ hello: Hello
  ) throws(SystemError) -> UInt64? {
    let greeting = greeting(hello, at: tier)
    return try broadcaster?.welcome(
      connection, from: credentials, tier: tier, stage: stage, isStaging: isStaging, inspection: inspection,
      greeting: greeting, latestTouch: identifiers.latestTouch, turn)
  }

  /// Tells a connection why it is not served, and closes it.
  package func refuse(_ connection: consuming UnixConnection, _ reason: ByeReason) {
    broadcaster?.refuse(connection, reason)
  }

  /// The user of an event's client; nil where the client is gone.
  package func user(of event: PollEvent) -> UInt32? { broadcaster?.user(of: event) }

  /// Handles an event of a client's socket.
  package func handle(_ event: PollEvent) { broadcaster?.handle(event, turn) }

  /// The next request that may be taken; nil where there is no such request.
  package func nextRequest() -> ClientRequest? { broadcaster?.nextRequest(turn) }

  /// Takes no further request of a client while an earlier one is under way, or takes requests again.
  package func hold(_ client: Int, _ isHeld: Bool) { broadcaster?.hold(client, isHeld, turn) }

  /// Whether requests of a user's clients, and snapshots of what they missed, may begin.
  package func mayGoOn(_ user: UInt32) -> Bool { broadcaster?.mayGoOn(user) ?? true }

  /// Whether a user's clients may be sent more lines that are never dropped.
  package func mayBeTold(_ user: UInt32) -> Bool { broadcaster?.mayBeTold(user) ?? true }

  /// Charges a client for a request that was taken.
  package func charge(_ request: ClientRequest, isLight: Bool) {
    broadcaster?.charge(request, isLight: isLight, turn)
  }

  /// Charges a client for the lines that answered its request.
  package func charge(_ request: ClientRequest, lines: Int) {
    broadcaster?.charge(request, lines: lines, turn)
  }

  /// Whether a request's client is gone, or about to go.
  package func isGone(_ request: ClientRequest) -> Bool { broadcaster?.isGone(request) ?? true }

  /// Disconnects a request's client.
  package func leave(_ request: ClientRequest, _ reason: ByeReason) {
    broadcaster?.leave(request, reason, turn)
  }

  /// Disconnects every client, with a farewell.
  package func leave(_ reason: ByeReason) { broadcaster?.leave(reason, turn) }

  /// Disconnects clients because the configuration now treats them differently.
  ///
  /// - Returns: how many clients were disconnected.
  package func dismiss(where isMeant: (Subscriber) -> Bool) -> Int {
    broadcaster?.dismiss(turn, where: isMeant) ?? 0
  }

  /// Takes over new limits while clients are connected.
  ///
  /// - Returns: how many clients were disconnected.
  package func reconfigure(_ limits: SubscriberLimits) -> Int {
    broadcaster?.reconfigure(limits, after: identifiers, turn) ?? 0
  }

  /// Sets the detail that the configuration gives lines of touches, regardless of listeners.
  package func declare(_ detail: TouchDetail) { broadcaster?.declare(detail, turn) }

  /// How many clients are to be checked when the turn ends.
  package var listedCount: Int { broadcaster?.listedCount ?? 0 }

  /// Whether any client is to be checked when the turn ends.
  package var hasClientsToSettle: Bool { broadcaster?.needsCare ?? false }

  /// Removes clients that are gone or have made no progress for too long, a few each turn.
  ///
  /// - Returns: the clients that were removed.
  package func settleClients() throws(SystemError) -> [Departure] {
    let departures = try broadcaster?.settle(turn) ?? []
    for departure in departures { idle.forget(client: departure.client) }
    return departures
  }

  /// When the first client is to be checked if nothing else happens. The time may be past where a request waits for the
  /// next turn.
  package var nextDeadline: Instant? { broadcaster?.nextDeadline(turn) }

  /// The recognizers of clients that have held touches for long since the last call (CUS-12).
  package func takeLongHolders() -> [LongHolder] {
    defer { broadcaster?.longHolders.removeAll() }
    return broadcaster?.longHolders ?? []
  }

  /// The clients that have taken all their lines since the last call, but have not yet learned what they missed.
  package func takeBehind() -> Set<Int> {
    broadcaster?.takeBehind() ?? []
  }

  /// Forgets clients that are gone, in the present audience.
  package func forget(clients: Set<Int>) { broadcaster?.scope.forget(clients: clients) }

  // MARK: Scenes

  /// Makes the members of an audience declare in its scene too.
  package func setStage(_ number: Int) { broadcaster?.setStage(number) }

  /// Whether an audience has members.
  package func hasMembers(_ number: Int) -> Bool { broadcaster?.hasMembers(number) ?? false }

  /// How many gestures are under way for the present audience.
  var gestureCount: Int { broadcaster?.gestures.count ?? 0 }

  /// Notes that the present audience's hearing may have changed.
  package func noteHearing() {
    broadcaster?.noteListeners(ofTouches: false, turn)
  }

  // MARK: Wishes of clients

  /// Whether any client subscribes to a line type by its name.
  func isWanted(_ type: LineType) -> Bool { broadcaster?.isWanted(type) ?? false }

  /// Sends a recognizer's owner an event that no other client receives.
  func tellOwner(_ event: Event, of buffer: borrowing EventBuffer, device: Int) {
    broadcaster?.tellOwner(event, of: buffer, device: device, turn)
  }

  /// Sets whether a client forwards a region's touches.
  ///
  /// - Returns: whether the client listens to them by the region's name.
  package func setForwarding(_ client: Int, of region: String, isEnabled: Bool) -> Bool {
    broadcaster?.setForwarding(client, of: region, isEnabled: isEnabled, turn) ?? false
  }

  /// Begins a client's snapshot with the lines of the touchscreens.
  ///
  /// - Returns: how many touchscreens there are, and whether regions follow; nil where the client is gone.
  package func beginSnapshot(to client: Int) -> (count: Int, hasRegions: Bool)? {
    broadcaster?.beginSnapshot(to: client, turn)
  }

  /// Sends a client part of the snapshot's regions.
  package func tell(_ client: Int, presentRegions regions: [RegionMessage]) {
    broadcaster?.tell(client, presentRegions: regions, turn)
  }

  /// Ends a client's snapshot with the spans without contacts, the gestures under way and the audio route.
  ///
  /// - Returns: how many gestures the snapshot lists.
  package func endSnapshot(
    to client: Int, devices: Int, regions: Int, includesUntold: Bool, _ route: FamilyMessage?
  ) -> Int {
    idle.tellPassed(to: client) { client, message in
      broadcaster?.reply(to: client, lines.bytes { encoder, line in encoder.write(message, to: &line) }, turn)
    }
    return broadcaster?.endSnapshot(
      to: client, devices: devices, regions: regions, includesUntold: includesUntold, route, turn) ?? 0
  }
}
