import GestureCore
import GestureProtocol
import GesturedBase

/// Subscriptions, snapshots and answers of single clients.
extension Broadcaster {
  /// The subscriber with a number; nil where it is gone.
  func subscriber(numbered client: Int) -> Subscriber? {
    place(of: client).flatMap { places[$0].subscriber }
  }

  /// The numbers of a user's clients.
  func clients(of user: UInt32) -> [Int] {
    places.compactMap(\.subscriber).filter { $0.credentials.userID == user }.map { Int($0.number) }
  }

  func place(of client: Int) -> Int? {
    places.firstIndex { $0.subscriber.map { Int($0.number) == client } ?? false }
  }

  /// Takes no further request of a client while an earlier one is under way, or takes requests again.
  mutating func hold(_ client: Int, _ isHeld: Bool, _ turn: Turn) {
    guard let index = place(of: client), let subscriber = places[index].subscriber else { return }
    subscriber.workCount += isHeld ? 1 : -1
    noteWork(isHeld ? 1 : -1, of: subscriber.credentials.userID)
    list(index, subscriber, turn)
    // Another client of the user may have waited for this one.
    turn.owe(.clients)
  }

  /// Answers a client. The line waits as long as necessary and is never dropped. The call does nothing where the client
  /// is gone.
  mutating func reply(to client: Int, _ line: [UInt8], _ turn: Turn) {
    send(line, to: client, as: .kept, turn)
  }

  /// Sends an event's line to one client alone. The line may be dropped where the client does not read.
  mutating func tell(_ client: Int, _ line: [UInt8], _ turn: Turn) {
    send(line, to: client, as: .event, turn)
  }

  /// Sends a client a line that is written once. Allocates nothing.
  mutating func tell(
    _ client: Int, _ turn: Turn, _ write: (borrowing MessageEncoder, inout LineWriter) -> Void
  ) {
    guard let index = place(of: client), let subscriber = places[index].subscriber else { return }
    lines.with(write) { line, count in subscriber.send(line, count: count, as: .event, now: turn.now) }
    list(index, subscriber, turn)
  }

  private mutating func send(_ line: [UInt8], to client: Int, as tag: LineQueue.Tag, _ turn: Turn) {
    guard let index = place(of: client), let subscriber = places[index].subscriber else { return }
    subscriber.send(line, count: line.count, as: tag, now: turn.now)
    list(index, subscriber, turn)
  }

  /// Sends each subscriber of the audience its own line; a subscriber whose line is nil receives nothing. Not for the
  /// hot path.
  mutating func tellEach(_ turn: Turn, _ line: (Subscriber) -> [UInt8]?) {
    for index in places.indices {
      guard let subscriber = member(at: index), let line = line(subscriber) else { continue }
      subscriber.send(line, count: line.count, as: .event, now: turn.now)
      list(index, subscriber, turn)
    }
  }

  // MARK: Subscribing

  /// Replaces a client's subscription. The client receives nothing more about gestures and touches that have begun,
  /// unless a snapshot follows.
  ///
  /// - Parameters:
  ///   - subscription: the new subscription, resolved against the present scope.
  ///   - latestTouch: the id of the touch that landed last.
  mutating func subscribe(
    _ client: Int, to subscription: consuming Subscription, latestTouch: UInt64, _ turn: Turn
  ) {
    guard let index = place(of: client), let subscriber = places[index].subscriber else { return }
    hasSubscription = true
    subscriber.subscription = subscription
    subscriber.limit(to: subscriber.subscription.interval)
    subscriber.latestTouch = latestTouch
    subscriber.forwardedRegions = []
    gestures.remove(index)
    setReference(of: subscriber)
    setForms(of: subscriber)
    noteListeners(turn)
  }

  /// Chooses the forms of a subscriber's lines, and makes storage for them.
  func setForms(of subscriber: Subscriber) {
    var form = LineForm(
      units: subscriber.subscription.units, detail: detail(for: subscriber),
      hasPlaces: !subscriber.hidesPlaces)
    form.tellsSingleFingers = !subscriber.hidesSingleFinger
    form.inspection = subscriber.subscription.inspection
    form.reference = subscriber.reference
    form.wantsFingers = subscriber.subscription.wantsFingers
    subscriber.form = lines.number(of: form)
    form.isOwners = true
    subscriber.ownForm = lines.number(of: form)
    form.hasPlaces = false
    subscriber.ownPlacelessForm = lines.number(of: form)
    form.isOwners = false
    subscriber.placelessForm = lines.number(of: form)
  }

  /// Looks up the region whose coordinates the places of a subscriber's lines have (TFW-5).
  private func setReference(of subscriber: Subscriber) {
    subscriber.reference = 0
    guard let name = subscriber.subscription.relativeTo else { return }
    let used = Set(places.compactMap { $0.subscriber?.reference })
    subscriber.reference = lines.reference(to: name, besides: used)
    for device in scope.devices { setReferences(of: device) }
  }

  private func setReferences(of device: SubscriptionScope.Device) {
    lines.setReferences(of: device.number) { device.mapFromScreen(toRegion: $0) }
  }

  /// The details of a subscriber's lines of touches. The configuration may give every subscriber `all`.
  private func detail(for subscriber: Subscriber) -> TouchDetail {
    guard let detail = subscriber.subscription.touches else { return [] }
    return detail.union(declaredDetail.intersection(.all))
  }

  // MARK: Scope

  /// Takes over the recognizers, and updates the filters for those that changed.
  mutating func setRecognizers(_ set: RecognizerSet, _ turn: Turn) {
    let change = scope.setRecognizers(set)
    for owner in change.involvedOwners { subscriber(numbered: owner)?.prepareNumbers() }
    for index in places.indices { member(at: index)?.subscription.lookUp(change, in: scope) }
    noteListeners(turn)
  }

  /// Takes over a touchscreen's regions, and updates the filters for those that changed.
  mutating func setRegions(of device: Int, _ regions: RegionTree, _ turn: Turn) {
    let change = scope.setRegions(of: device, regions)
    for entry in scope.devices where entry.number == device { setReferences(of: entry) }
    noteListeners(ofGestures: !change.regions.isEmpty, turn)
    guard !change.regions.isEmpty, let found = scope.devices.first(where: { $0.number == device }) else {
      return
    }
    for index in places.indices {
      member(at: index)?.subscription.lookUp(change, of: found, in: scope)
    }
  }

  /// Adds a touchscreen, or takes over its changes.
  mutating func add(_ device: SubscriptionScope.Device, _ turn: Turn) {
    scope.set(device)
    lookUpRegions(turn)
  }

  /// Removes a touchscreen.
  mutating func remove(device: Int, _ turn: Turn) {
    gestures.endAll(on: device)
    scope.remove(device: device)
    lookUpRegions(turn)
  }

  private mutating func lookUpRegions(_ turn: Turn) {
    for index in places.indices { member(at: index)?.subscription.lookUpRegions(in: scope) }
    noteListeners(turn)
  }

  // MARK: Snapshots

  /// Begins a client's snapshot with the lines of the touchscreens.
  ///
  /// - Returns: how many touchscreens there are, and whether regions follow.
  mutating func beginSnapshot(to client: Int, _ turn: Turn) -> (count: Int, hasRegions: Bool) {
    guard let index = place(of: client), let subscriber = places[index].subscriber else { return (0, false) }
    subscriber.tellDropped(notices, now: turn.now)
    let devices = lines.deviceLines(tellingSingleFingers: !subscriber.hidesSingleFinger)
    for line in devices { subscriber.send(line, count: line.count, as: .kept, now: turn.now) }
    list(index, subscriber, turn)
    return (devices.count, subscriber.subscription.hasRegionsInSnapshot)
  }

  /// Sends a client part of the snapshot's regions.
  mutating func tell(_ client: Int, presentRegions regions: [RegionMessage], _ turn: Turn) {
    guard let index = place(of: client), let subscriber = places[index].subscriber else { return }
    let form = lines.form(form(for: subscriber))
    let seq = latestSeq.number(for: subscriber)
    for region in regions {
      let line = lines.bytes { encoder, line in
        encoder.write(
          region, seq: seq, for: subscriber.subscription.client,
          tellsClient: scope.isInspected(region.owner, form.inspection), in: form, isSnapshot: true, to: &line
        )
      }
      subscriber.send(line, count: line.count, as: .kept, now: turn.now)
    }
    list(index, subscriber, turn)
  }

  /// Sends a client the gestures under way that its subscription matches, then the line that ends the snapshot.
  ///
  /// - Parameters:
  ///   - devices: how many touchscreens the snapshot lists.
  ///   - regions: how many regions the snapshot lists.
  ///   - includesUntold: whether the snapshot includes gestures that began before the subscription.
  ///   - route: the audio route; nil where no program observes it.
  /// - Returns: how many gestures the snapshot lists.
  mutating func endSnapshot(
    to client: Int, devices: Int, regions: Int, includesUntold: Bool, _ route: FamilyMessage?, _ turn: Turn
  ) -> Int {
    guard let index = place(of: client), let subscriber = places[index].subscriber else { return 0 }
    if includesUntold {
      for position in 0..<gestures.count
      where subscriber.subscription.fits(
        gestures.events[position], on: gestures.entries[position].device)
      {
        gestures.add(index, to: position)
      }
    }
    if subscriber.subscription.observes(.route), let route {
      let seq = latestSeq.number(for: subscriber)
      let line = lines.bytes { encoder, line in
        encoder.write(route, seq: seq, isSnapshot: true, to: &line)
      }
      subscriber.send(line, count: line.count, as: .kept, now: turn.now)
    }
    var count = 0
    for position in 0..<gestures.count where gestures.isTold(index, of: position) {
      let entry = gestures.entries[position]
      guard scope.recognizers.indices.contains(entry.recognizer),
        subscriber.subscription.fits(stateOf: gestures.events[position], on: entry.device),
        !isHidden(entry.recognizer, from: subscriber)
      else { continue }
      let line = lines.bytes { encoder, line in
        encoder.write(
          gestures.event(at: position, for: subscriber), payload: gestures.payloads[position],
          fingers: gestures.fingers(at: position), isSnapshot: true, device: entry.device,
          seq: entry.shown.seq.number(for: subscriber),
          in: lines.form(self.form(for: subscriber, of: entry.owner)), to: &line)
      }
      subscriber.send(line, count: line.count, as: .kept, now: turn.now)
      count += 1
    }
    let end = lines.bytes { encoder, line in
      encoder.write(snapshotOf: devices, regions: regions, gestures: count, to: &line)
    }
    subscriber.send(end, count: end.count, as: .kept, now: turn.now)
    list(index, subscriber, turn)
    return count
  }

  // MARK: Hearing

  /// Notes whether members of the present audience want the touches of gestures.
  ///
  /// - Returns: whether a client of any audience does.
  mutating func noteFingers() -> Bool {
    gestures.listFingers(
      places.indices.contains { member(at: $0)?.subscription.wantsFingers ?? false })
    return places.contains { $0.subscriber?.subscription.wantsFingers ?? false }
  }

  /// Each recognizer's hearing; nil where nothing that decides it has changed since the last call.
  mutating func takeHearing(hasDump: Bool) -> [RecognizerHearing]? {
    guard takeStaleGestures() else { return nil }
    var hearing = Hearing(of: count)
    for index in places.indices {
      if let subscriber = member(at: index) {
        hearing.add(subscriber.subscription)
      } else if let subscriber = places[index].subscriber, subscriber.stage == audience {
        hearing.add(declarer: Int(subscriber.number))
      }
    }
    return hearing.levels(
      of: scope.recognizers, hasDump: hasDump, without: isPrivate ? scope.revealing : nil)
  }
}
