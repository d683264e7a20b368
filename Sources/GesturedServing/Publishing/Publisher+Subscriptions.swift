import GestureCore
import GestureProtocol
import GesturedBase
import LinuxEventLoop
import SystemPackage

/// Clients come and go, subscribe, and learn what is present.
extension Publisher {
  /// Takes over a connection as a member of the present audience, and greets the client.
  ///
  /// - Parameters:
  ///   - credentials: the client's user and process.
  ///   - tier: the socket that the client connected to.
  ///   - stage: the audience whose scene the client declares in. The client hears the present audience's events.
  ///   - isStaging: whether the client has the right `scene`.
  ///   - inspection: the users whose recognizers the client may see when it asks for all owners.
  /// - Returns: the client's number; nil where too many clients are connected, which the connection is told.
  /// - Throws: an error where `Poller` cannot watch the descriptor; the connection is closed then.
  package func welcome(
    _ connection: consuming UnixConnection, from credentials: ClientCredentials, tier: SocketTier, stage: Int,
    isStaging: Bool, inspection: Inspection, _ hello: Hello
  ) throws(SystemError) -> UInt64? {
    let greeting = greeting(hello, at: tier)
    let subscriber = try connections.add(
      connection, from: credentials, tier: tier, inspection: inspection, scope: channel.scope,
      greeting: greeting)
    guard let subscriber else { return nil }
    subscriber.audience = audience
    subscriber.stage = stage
    subscriber.isStaging = isStaging
    subscriber.latestTouch = channel.identifiers.latestTouch
    setForms(of: subscriber)
    forEachAudience { channel.scope.add(client: Int(subscriber.number), of: credentials.userID) }
    channel.noteListeners(turn)
    return subscriber.number
  }

  /// A new subscriber's first lines: the greeting and the present devices.
  func greeting(_ hello: Hello, at tier: SocketTier) -> [[UInt8]] {
    [channel.lines.bytes { encoder, line in encoder.write(hello, to: &line) }]
      + channel.lines.deviceLines(tellingSingleFingers: !connections.hidesSingleFingers(at: tier))
  }

  /// Removes clients that are gone or have made no progress for too long, a few each turn.
  ///
  /// - Returns: the clients that were removed.
  package func settleClients() throws(SystemError) -> [Departure] {
    let present = audience
    defer { speak(to: present) }
    let departures = try connections.settle { subscriber in
      speak(to: subscriber.audience)
      channel.tellDueUpdates(to: subscriber, connections)
    } forget: { place, subscriber in
      speak(to: subscriber.audience)
      channel.gestures.remove(place)
      channel.noteListeners(turn)
    }
    for departure in departures { idle.forget(client: departure.client) }
    return departures
  }

  /// Forgets clients that are gone, in the present audience.
  package func forget(clients: Set<Int>) { channel.scope.forget(clients: clients) }

  // MARK: Subscribing

  /// Replaces a client's subscription and answers the request. The client receives nothing more about gestures and
  /// touches that have begun, unless a snapshot follows.
  package func subscribe(_ client: Int, _ id: RequestID?, to draft: SubscriptionDraft, units: WireUnits) {
    subscribe(client, to: Subscription(draft))
    reply(
      to: client, id, [ReplyField("units", .text(units.rawValue))] + channel.lines.withoutPlaces(in: units))
  }

  /// Ends a client's subscription: the client receives only lines about its own connection.
  package func unsubscribe(_ client: Int, _ id: RequestID?) {
    idle.forget(client: client)
    subscribe(client, to: Subscription(.none, of: client, in: channel.scope))
    reply(to: client, id, [])
  }

  private func subscribe(_ client: Int, to subscription: consuming Subscription) {
    guard let index = connections.place(of: client), let subscriber = connections.places[index].subscriber
    else { return }
    connections.hasSubscription = true
    subscriber.subscription = subscription
    subscriber.limit(to: subscriber.subscription.interval)
    subscriber.latestTouch = channel.identifiers.latestTouch
    subscriber.forwardedResponders = []
    channel.gestures.remove(index)
    setReference(of: subscriber)
    setForms(of: subscriber)
    channel.noteListeners(turn)
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
    subscriber.form = channel.lines.number(of: form)
    form.isOwners = true
    subscriber.ownForm = channel.lines.number(of: form)
    form.hasPlaces = false
    subscriber.ownPlacelessForm = channel.lines.number(of: form)
    form.isOwners = false
    subscriber.placelessForm = channel.lines.number(of: form)
  }

  /// Looks up the region whose coordinates the places of a subscriber's lines have (TFW-5).
  private func setReference(of subscriber: Subscriber) {
    subscriber.reference = 0
    guard let name = subscriber.subscription.relativeTo else { return }
    let used = Set(connections.all.map(\.reference))
    subscriber.reference = channel.lines.reference(to: name, besides: used)
    for device in channel.scope.devices { setReferences(of: device) }
  }

  func setReferences(of device: SubscriptionScope.Device) {
    channel.lines.setReferences(of: device.number) { device.mapFromScreen(toRegion: $0) }
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
    subscriber.limiter?.removeAll()
    let devices = channel.lines.deviceLines(tellingSingleFingers: !subscriber.hidesSingleFinger)
    connections.beginSnapshot(to: client, devices)
    return (devices.count, subscriber.subscription.hasRegionsInSnapshot)
  }

  /// Sends a client part of the snapshot's regions.
  package func tell(_ client: Int, presentRegions regions: [RegionMessage]) {
    guard let index = connections.place(of: client), let subscriber = connections.places[index].subscriber
    else { return }
    let form = channel.lines.form(connections.form(for: subscriber))
    let seq = latestSeq(for: subscriber)
    for region in regions {
      tell(at: index, as: .kept) { encoder, line in
        encoder.write(
          region, seq: seq, for: subscriber.subscription.client,
          tellsClient: channel.scope.isInspected(region.owner, form.inspection), in: form, isSnapshot: true,
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
    if includesUntold {
      for position in 0..<channel.gestures.count
      where subscriber.subscription.fits(
        channel.gestures.events[position], on: channel.gestures.entries[position].device)
      {
        channel.gestures.add(index, to: position)
      }
    }
    if subscriber.subscription.observes(.route), let route {
      let seq = latestSeq(for: subscriber)
      tell(at: index, as: .kept) { encoder, line in
        encoder.write(route, seq: seq, isSnapshot: true, to: &line)
      }
    }
    var count = 0
    for position in 0..<channel.gestures.count where channel.gestures.isTold(index, of: position) {
      let entry = channel.gestures.entries[position]
      guard channel.scope.recognizers.indices.contains(entry.recognizer),
        subscriber.subscription.fits(stateOf: channel.gestures.events[position], on: entry.device),
        !channel.isHidden(entry.recognizer, from: subscriber, connections)
      else { continue }
      tell(at: index, as: .kept) { encoder, line in
        encoder.write(
          channel.gestures.event(at: position, for: subscriber), payload: channel.gestures.payloads[position],
          fingers: channel.gestures.fingers(at: position), isSnapshot: true, device: entry.device,
          seq: entry.shown.seq.number(for: subscriber),
          in: channel.lines.form(connections.form(for: subscriber, of: entry.owner)), to: &line)
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
  package func takeHearing() -> [RecognizerHearing]? {
    channel.gestures.listFingers(
      connections.places.indices.contains {
        connections.member(at: $0, of: audience)?.subscription.wantsFingers ?? false
      })
    buffer.listsFingers = connections.places.contains { $0.subscriber?.subscription.wantsFingers ?? false }
    // Only everyone's recognizers take touches from applications, so they hear the clients of all scenes there.
    let hearsOthers = isFiltering && isForEveryone
    let isStale = channel.takeStaleGestures()
    guard isStale || hearsOthers && others.contains(where: \.hasStaleGestures) else { return nil }
    var hearing = hearing(in: audience)
    if hearsOthers { for other in others { hearing.add(asked: asked(in: other)) } }
    return hearing.levels(
      of: channel.scope.recognizers, hasDump: showsDump, isFiltering: isFiltering,
      without: connections.isPrivate ? channel.scope.revealing : nil)
  }

  /// The hearing by an audience's own clients.
  private func hearing(in audience: Int) -> Hearing {
    var hearing = Hearing(of: connections.count)
    for index in connections.places.indices {
      if let subscriber = connections.member(at: index, of: audience) {
        hearing.add(subscriber.subscription)
      } else if let subscriber = connections.places[index].subscriber, subscriber.stage == audience {
        hearing.add(declarer: Int(subscriber.number))
      }
    }
    return hearing
  }

  /// The recognizers of the present scene that another audience's clients asked for. Their own declarations are not in the
  /// present scene. Until the other scene has followed a change of this one, a number may mean two recognizers.
  private func asked(in other: Channel) -> NumberMask {
    let (own, theirs) = (channel.scope.recognizers, other.scope.recognizers)
    let levels = hearing(in: other.number).levels(of: theirs, hasDump: false, isFiltering: true)
    return NumberMask(
      own.indices.lazy.filter { number in
        theirs.indices.contains(number) && levels[number] == .asked
          && own[number].owner == theirs[number].owner
          && own[number].name == theirs[number].name && other.scope.hasRegion(of: number)
      })
  }

  /// Notes that the present audience's hearing may have changed.
  package func noteHearing() { channel.noteListeners(ofTouches: false, turn) }
}
