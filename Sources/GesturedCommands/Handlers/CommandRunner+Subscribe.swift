import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// `subscribe`: sets what a client hears.
extension CommandRunner {
  func subscribe(
    _ command: SubscribeCommand, id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    guard command.touches == nil || client.tier == .raw else { throw .needsRawSocket("touches") }
    if command.touches == nil,
      let position = command.filters.firstIndex(where: { $0.types?.contains(.touches) ?? false })
    {
      throw RequestError(
        .conflict, "the filter asks for lines of touches, but touches is \"none\": set touches too",
        path: "filter[\(position)].type", hint: #""touches":"phases""#)
    }
    if let name = command.relativeTo, stage.scene.regions[name] == nil {
      throw RequestError(
        .unknownRegion,
        "found “\(name.escapedForMessage)”, which is no region that this client may see; allowed: a region that the request regions lists",
        path: "relative_to",
        hint: NearestWord.nearest(to: name, among: stage.scene.regions.names(toldTo: client.number)).map(
          \.escapedForMessage))
    }
    guard let subscriber = connections.subscriber(numbered: client.number) else { return nil }
    guard !command.wantsFingers || !connections.hidesPlaces(at: client.tier) else {
      throw RequestError(
        .notPermitted, "fingers have places, which positions = \"none\" keeps off this socket",
        path: SubscribeCommand.fingers.name, hint: "raw_path, or positions in [socket]")
    }
    if command.touches == nil,
      let position = command.responders.firstIndex(where: { $0.namesTouches })
    {
      throw client.tier == .raw
        ? RequestError(
          .conflict, "the responder asks for touches, but touches is \"none\": set touches too",
          path: "responders[\(position)].types", hint: #""touches":"phases""#)
        : .needsRawSocket("responders[\(position)].types")
    }
    try check(command.responders, of: subscriber, client)
    let filterCount = max(1, command.filters.count)
    try checkRoom(forFilters: filterCount, of: client)
    try checkMemory(
      adding: command.keptBytes - subscriber.subscription.keptBytes, for: client, path: "filter")
    var draft = SubscriptionDraft(.chosen(command), of: client.number, subscriber.inspection)
    var snapshot: Snapshot?
    return try spread(id, from: client, on: stage, isListing: command.wantsSnapshot) {
      [unowned self] stage throws(RequestError) in
      if snapshot == nil {
        while draft.lookUpNext(in: stage.scope) {
          if turn.isOver, draft.mayPause { return .goesOn }
        }
        // Other clients may have subscribed meanwhile.
        try check(command.responders, of: subscriber, client)
        try checkRoom(forFilters: filterCount, of: client)
        try checkMemory(
          adding: command.keptBytes - subscriber.subscription.keptBytes, for: client, path: "filter")
        publisher.subscribe(client.number, id, to: draft, units: command.units)
        publisher.setIdle(
          command.idleSpans, of: client.number,
          hearsSingles: !subscriber.hidesSingleFinger || rights.mayDo(.idle, client.credentials),
          at: input.stamp(at: turn.now))
        guard command.wantsSnapshot else { return .replied }
        snapshot = beginSnapshot(to: client, on: stage, includesUntold: true)
      }
      return goOn(&snapshot, to: client, on: stage)
    }
  }

  /// Checks that a client may be some responders. A responder has one client: among those with the right `scene`, or
  /// among those of a user without it.
  private func check(
    _ responders: [HeldResponder], of subscriber: Subscriber, _ client: ClientIdentity
  ) throws(RequestError) {
    guard !responders.isEmpty else { return }
    // The first responder may be a field that was tapped, so its chain reveals where.
    guard !subscriber.isGuarded else {
      throw RequestError(
        .notPermitted,
        "events of a responder would reveal where a finger tapped, and the configuration keeps this off the socket",
        path: "responders", hint: "raw_path, or positions and single_finger in [socket]")
    }
    let reach = ActionReach(of: subscriber)
    for (index, responder) in responders.enumerated() {
      let isHeld = connections.all.contains { other in
        other.number != subscriber.number && reach.contains(other)
          && other.subscription.responders.contains { $0.name == responder.name }
      }
      guard !isHeld else {
        throw RequestError(
          .conflict,
          "another client is “\(responder.name.text)” already; allowed: a responder that no other client is",
          path: "responders[\(index)]",
          hint: "unsubscribe, or another responder, in one of the two clients")
      }
    }
  }

  /// Sends the present state to clients that lost lines, once they have taken the others.
  package func catchUp() {
    connections.removeBehind { subscriber in
      let client = subscriber.identity
      var snapshot: Snapshot?
      goOnLater(nil, with: client, on: subscriber.hears, isListing: true) { [unowned self] stage in
        if snapshot == nil {
          guard connections.subscriber(numbered: client.number)?.beginCatchUp() ?? false else {
            return .replied
          }
          snapshot = beginSnapshot(to: client, on: stage, includesUntold: false)
        }
        return goOn(&snapshot, to: client, on: stage)
      }
    }
  }

  // MARK: Snapshots

  /// The progress of a client's snapshot.
  private struct Snapshot {
    /// How many touchscreens the client has received.
    let deviceCount: Int
    /// Whether the snapshot includes gestures that began before the client subscribed to them.
    let includesUntold: Bool
    /// The regions in the snapshot.
    var regions: Listing<RegionMessage>
  }

  private func beginSnapshot(
    to client: ClientIdentity, on stage: Stage, includesUntold: Bool
  ) -> Snapshot? {
    guard let begun = publisher.beginSnapshot(to: client.number) else { return nil }
    let regions = begun.hasRegions ? presentRegions(of: stage) : []
    cost.lines += begun.count + regions.count
    return Snapshot(
      deviceCount: begun.count, includesUntold: includesUntold,
      regions: Listing(regions, version: stage.version)
    )
  }

  private func goOn(
    _ snapshot: inout Snapshot?, to client: ClientIdentity, on stage: Stage
  ) -> OngoingRequest.Progress {
    guard snapshot != nil else { return .replied }
    if snapshot?.regions.isOutdated(stage.version) ?? false {
      snapshot?.regions.replace(by: presentRegions(of: stage), version: stage.version) {
        $0.place
      }
    }
    while let regions = snapshot?.regions.removeSome() {
      publisher.tell(client.number, presentRegions: regions)
      if turn.isOver { return .goesOn }
    }
    guard let snapshot else { return .replied }
    cost.lines += publisher.endSnapshot(
      to: client.number, devices: snapshot.deviceCount, regions: snapshot.regions.count,
      includesUntold: snapshot.includesUntold, desk.presentRoute(at: input.stamp(at: turn.now)))
    return .replied
  }
}

extension SubscribeCommand: ServedCommand {
  /// The stage that the client hears. Taking touches or actions from listeners further out must not affect other users,
  /// so such a client gets a stage of its user's own first.
  func stage(
    for client: ClientIdentity, _ subscriber: Subscriber, by runner: CommandRunner
  ) throws(RequestError) -> Stage {
    if takesTouches || takesActions && !subscriber.isGuarded {
      _ = try runner.declaringStage(of: subscriber, client, path: "filter")
    }
    return subscriber.hears
  }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.subscribe(self, id: id, from: client, on: stage)
  }
}

extension UnsubscribeCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    runner.publisher.unsubscribe(client.number, id)
    return nil
  }
}

extension SubscribeCommand {
  /// Whether the subscription takes touches of regions by name, so that other subscribers do not get them (RSP-3).
  fileprivate var takesTouches: Bool { touches != .none && filters.contains { $0.regions != nil } }

  /// Whether the subscription may take actions, or touches that reach a controller or the application.
  fileprivate var takesActions: Bool {
    !responders.isEmpty || filters.contains { $0.regions != nil && $0.types?.contains(.action) ?? false }
  }
}
