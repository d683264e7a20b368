import GestureCore
import GestureProtocol
import GesturedBase
import LinuxEventLoop
import SystemPackage

/// Clients come and go, subscribe, and learn what is present.
extension Publisher {
  /// Adds a connection, and greets the client.
  ///
  /// - Parameters:
  ///   - credentials: the client's user and process.
  ///   - tier: the socket that the client connected to.
  ///   - hears: the stage whose events the client hears.
  ///   - declaresOn: the stage in whose scene it declares.
  ///   - declaresForAll: whether the client has the right `scene`.
  ///   - inspection: the users whose recognizers the client may see when it asks for all owners.
  /// - Returns: the client's number; nil where too many clients are connected; the connection then receives the reason.
  /// - Throws: an error where `Poller` cannot watch the descriptor; the connection is closed then.
  package func welcome(
    _ connection: consuming UnixConnection, from credentials: ClientCredentials, tier: SocketTier,
    hears: Stage,
    declaresOn: Stage, declaresForAll: Bool, inspection: Inspection, _ hello: Hello
  ) throws(SystemError) -> Int? {
    let greeting = greeting(hello, at: tier, on: hears)
    let subscriber = try connections.add(
      connection, from: credentials, tier: tier, inspection: inspection, hears: hears,
      declaresOn: declaresOn, greeting: greeting)
    guard let subscriber else { return nil }
    subscriber.declaresForAll = declaresForAll
    subscriber.latestTouch = hears.identifiers.latestTouch
    setForms(of: subscriber)
    for stage in stages { stage.scope.add(client: subscriber.number, of: credentials.userID) }
    hears.markListenersStale(turn)
    return subscriber.number
  }

  /// A new subscriber's first lines: the greeting and the present devices.
  func greeting(_ hello: Hello, at tier: SocketTier, on stage: Stage) -> [[UInt8]] {
    [stage.lines.bytes { encoder, line in encoder.write(hello, to: &line) }]
      + stage.lines.deviceLines(
        tellingSingleFingers: !connections.limits.withheld(at: tier).contains(.singleFingers))
  }

  /// Removes clients that are gone or have made no progress for too long, a few each turn.
  ///
  /// - Returns: the clients that were removed.
  package func settleClients() throws(SystemError) -> [Departure] {
    let departures = try connections.settle { subscriber in
      subscriber.hears.tellDueUpdates(to: subscriber, connections)
    } forget: { place, subscriber in
      subscriber.hears.gestures.remove(place)
      subscriber.hears.markListenersStale(turn)
    }
    for departure in departures { idle.forget(client: departure.client) }
    return departures
  }

  // MARK: Subscribing

  /// Replaces a client's subscription and answers the request. The client receives nothing more about gestures and
  /// touches that have begun, unless a snapshot follows.
  package func subscribe(_ client: Int, _ id: RequestID?, to draft: SubscriptionDraft, units: WireUnits) {
    guard let subscriber = connections.subscriber(numbered: client) else { return }
    subscribe(client, to: Subscription(draft))
    reply(
      to: client, id,
      [ReplyField("units", .text(units.rawValue))] + subscriber.hears.lines.withoutPlaces(in: units))
  }

  /// Ends a client's subscription: the client receives only lines about its own connection.
  package func unsubscribe(_ client: Int, _ id: RequestID?) {
    idle.forget(client: client)
    guard let subscriber = connections.subscriber(numbered: client) else { return }
    subscribe(client, to: Subscription(.none, of: client, in: subscriber.hears.scope))
    reply(to: client, id, [])
  }

  private func subscribe(_ client: Int, to subscription: consuming Subscription) {
    guard let index = connections.place(of: client), let subscriber = connections.places[index].subscriber
    else { return }
    connections.hasSubscription = true
    subscriber.subscription = subscription
    subscriber.limiter = UpdateLimiter(interval: subscriber.subscription.interval)
    subscriber.latestTouch = subscriber.hears.identifiers.latestTouch
    subscriber.forwardedResponders = []
    subscriber.hears.gestures.remove(index)
    setReference(of: subscriber)
    setForms(of: subscriber)
    subscriber.hears.markListenersStale(turn)
  }

  /// Chooses the forms of a subscriber's lines, and makes storage for them.
  func setForms(of subscriber: Subscriber) {
    var form = LineForm(
      units: subscriber.subscription.units, detail: detail(for: subscriber),
      hasPlaces: !subscriber.hidesPlaces)
    form.tellsSingleFingers = !subscriber.hidesSingleFinger
    form.inspection = subscriber.subscription.inspection
    form.reference = subscriber.forms.reference
    form.wantsFingers = subscriber.subscription.wantsFingers
    let lines = subscriber.hears.lines
    subscriber.forms.usual = lines.number(of: form)
    form.isOwners = true
    subscriber.forms.own = lines.number(of: form)
    form.hasPlaces = false
    subscriber.forms.ownPlaceless = lines.number(of: form)
    form.isOwners = false
    subscriber.forms.placeless = lines.number(of: form)
    for stage in stages { stage.lines.adoptForms() }
  }

  /// Looks up the region whose coordinates the places of a subscriber's lines have (TFW-5).
  private func setReference(of subscriber: Subscriber) {
    subscriber.forms.reference = 0
    guard let name = subscriber.subscription.relativeTo else { return }
    let used = Set(connections.all.map(\.forms.reference))
    let stage = subscriber.hears
    subscriber.forms.reference = stage.lines.reference(to: name, besides: used)
    for device in stage.scope.devices { setReferences(of: device, on: stage) }
  }

  func setReferences(of device: SubscriptionScope.Device, on stage: Stage) {
    stage.lines.setReferences(of: device.number) { device.mapFromScreen(toRegion: $0) }
  }

  /// The details of a subscriber's lines of touches. The configuration may give every subscriber `all`.
  private func detail(for subscriber: Subscriber) -> TouchDetail {
    guard let detail = subscriber.subscription.touches else { return [] }
    return detail.union(declaredDetail.intersection(.all))
  }

  // MARK: Snapshots

  /// Begins a client's snapshot with the lines of the touchscreens.
  ///
  /// - Returns: how many touchscreens there are, and whether regions follow; nil where the client is gone.
  package func beginSnapshot(to client: Int) -> (count: Int, hasRegions: Bool)? {
    guard let subscriber = connections.subscriber(numbered: client) else { return nil }
    subscriber.limiter.removeAll()
    let devices = subscriber.hears.lines.deviceLines(tellingSingleFingers: !subscriber.hidesSingleFinger)
    connections.beginSnapshot(to: client, devices)
    return (devices.count, subscriber.subscription.hasRegionsInSnapshot)
  }

  /// Sends a client part of the snapshot's regions.
  package func tell(_ client: Int, presentRegions regions: [RegionMessage]) {
    guard let index = connections.place(of: client), let subscriber = connections.places[index].subscriber
    else { return }
    let stage = subscriber.hears
    let form = stage.lines.form(connections.form(for: subscriber))
    let seq = latestSeq(for: subscriber)
    for region in regions {
      tell(at: index, as: .kept) { encoder, line in
        encoder.write(
          region, seq: seq, for: subscriber.subscription.client,
          tellsClient: stage.scope.isInspected(region.owner, form.inspection), in: form, isSnapshot: true,
          to: &line
        )
      }
    }
  }

  /// Ends a client's snapshot with the spans without contacts, the audio route and the gestures under way that its
  /// subscription matches.
  ///
  /// - Parameters:
  ///   - devices: how many touchscreens the snapshot lists.
  ///   - regions: how many regions the snapshot lists.
  ///   - includesUntold: whether the snapshot includes gestures that began before the subscription.
  ///   - route: the audio route; nil where no program observes it.
  /// - Returns: how many gestures the snapshot lists.
  package func endSnapshot(
    to client: Int, devices: Int, regions: Int, includesUntold: Bool, _ route: FamilyMessage?
  ) -> Int {
    idle.tellPassed(to: client) { client, message in
      tell(client, as: .kept) { encoder, line in encoder.write(message, to: &line) }
    }
    guard let index = connections.place(of: client), let subscriber = connections.places[index].subscriber
    else { return 0 }
    let stage = subscriber.hears
    if includesUntold {
      for position in 0..<stage.gestures.count
      where subscriber.subscription.fits(
        stage.gestures.events[position], on: stage.gestures.entries[position].device)
      {
        stage.gestures.add(index, to: position)
      }
    }
    if subscriber.subscription.observes(.route), let route {
      let seq = latestSeq(for: subscriber)
      tell(at: index, as: .kept) { encoder, line in
        encoder.write(route, seq: seq, isSnapshot: true, to: &line)
      }
    }
    var count = 0
    for position in 0..<stage.gestures.count where stage.gestures.isTold(index, of: position) {
      let entry = stage.gestures.entries[position]
      guard stage.scope.recognizers.indices.contains(entry.recognizer),
        subscriber.subscription.fits(stateOf: stage.gestures.events[position], on: entry.device),
        !stage.isHidden(entry.recognizer, from: subscriber, connections)
      else { continue }
      tell(at: index, as: .kept) { encoder, line in
        encoder.write(
          stage.gestures.event(at: position, for: subscriber), payload: stage.gestures.payloads[position],
          fingers: stage.gestures.fingers(at: position), isSnapshot: true, device: entry.device,
          seq: entry.shown.seq.number(for: subscriber),
          in: stage.lines.form(connections.form(for: subscriber, of: entry.owner)), to: &line)
      }
      count += 1
    }
    tell(at: index, as: .kept) { encoder, line in
      encoder.write(snapshotOf: devices, regions: regions, gestures: count, to: &line)
    }
    return count
  }

  // MARK: Hearing

  /// Each recognizer's hearing; nil where nothing that decides it has changed since the last call.
  package func consumeHearing(on stage: Stage) -> [RecognizerHearing]? {
    stage.gestures.listFingers(
      connections.places.indices.contains {
        connections.member(at: $0, of: stage)?.subscription.wantsFingers ?? false
      })
    buffer.listsFingers = connections.places.contains { $0.subscriber?.subscription.wantsFingers ?? false }
    buffer.listsTransitions =
      hasDump || connections.places.contains { $0.subscriber?.subscription.wantsTransitions ?? false }
    // Only everyone's recognizers take touches from applications, so they hear the clients of all scenes there.
    let hearsOthers = isFiltering && stage.isEveryones
    let isStale = stage.consumeStaleGestures()
    guard isStale || hearsOthers && stages.contains(where: \.hasStaleGestures) else { return nil }
    var hearing = hearing(on: stage)
    if hearsOthers {
      for other in stages where other !== stage { hearing.add(asked: asked(on: other)) }
    }
    return hearing.levels(
      of: stage.scope.recognizers, hasDump: showsDump(of: stage), isFiltering: isFiltering,
      without: connections.isPrivate ? stage.scope.revealing : nil)
  }

  /// The hearing by a stage's own clients.
  private func hearing(on stage: Stage) -> Hearing {
    var hearing = Hearing(of: connections.count)
    for index in connections.places.indices {
      if let subscriber = connections.member(at: index, of: stage) {
        hearing.add(subscriber.subscription)
      } else if let subscriber = connections.places[index].subscriber, subscriber.declaresOn === stage {
        hearing.add(declarer: subscriber.number)
      }
    }
    return hearing
  }

  /// Everyone's recognizers that clients of another stage asked for. Their own declarations are not in everyone's scene.
  /// Until the other scene has followed a change of everyone's, a number may mean two recognizers.
  private func asked(on other: Stage) -> NumberMask {
    let (own, theirs) = (everyone.scope.recognizers, other.scope.recognizers)
    let levels = hearing(on: other).levels(of: theirs, hasDump: false, isFiltering: true)
    return NumberMask(
      own.indices.lazy.filter { number in
        theirs.indices.contains(number) && levels[number] == .asked
          && own[number].owner == theirs[number].owner
          && own[number].name == theirs[number].name && other.scope.hasRegion(of: number)
      })
  }
}
