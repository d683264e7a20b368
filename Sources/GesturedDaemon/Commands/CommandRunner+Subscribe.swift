import GestureCore
import GestureProtocol

/// `subscribe`: what a client hears of from now on.
extension CommandRunner {
  func subscribe(
    _ command: SubscribeCommand, id: RequestID?, from client: ClientIdentity, now: Instant
  ) throws(RequestError) -> [ReplyField]? {
    guard command.touches == .none || client.tier == .raw else { throw .needsRawSocket("touches") }
    if command.touches == .none,
      let position = command.filters.firstIndex(where: { $0.types?.contains(.touches) ?? false })
    {
      throw RequestError(
        .conflict, "the filter asks for lines of touches, and touches is none: say how much of them",
        path: "filter[\(position)].type", hint: #""touches":"phases""#)
    }
    guard let subscriber = publisher.broadcaster?.subscriber(numbered: client.number) else { return nil }
    let filterCount = max(1, command.filters.count)
    try checkRoom(forFilters: filterCount, of: client)
    try checkMemory(
      adding: command.keptBytes - subscriber.subscription.keptBytes, for: client, path: "filter")
    var draft = SubscriptionDraft(.chosen(command), of: client.number, subscriber.inspection)
    var snapshot: Snapshot?
    return try spread(id, from: client, now: now) { [unowned self] now throws(RequestError) in
      if snapshot == nil {
        while draft.lookUpNext(in: publisher.scope) {
          if isTurnOver(), draft.mayPause { return .goesOn }
        }
        // Others of the same user may have subscribed meanwhile.
        try checkRoom(forFilters: filterCount, of: client)
        publisher.subscribe(client.number, id, to: draft, units: command.units, now: now)
        guard command.wantsSnapshot else { return .replied }
        snapshot = beginSnapshot(to: client, includesUntold: true, now: now)
      }
      return goOn(&snapshot, to: client, now: now)
    }
  }

  /// Tells clients how things are that lines were left out for, now that they have taken the others.
  func catchUp() {
    guard let behind = publisher.broadcaster?.behind, !behind.isEmpty else { return }
    publisher.broadcaster?.behind = []
    for number in behind.sorted() {
      guard let subscriber = publisher.broadcaster?.subscriber(numbered: number), subscriber.mayCatchUp else {
        continue
      }
      let client = ClientIdentity(
        number: number, credentials: subscriber.credentials, tier: subscriber.tier)
      var snapshot: Snapshot?
      // Once, however often its turn comes before this is done.
      subscriber.isCatchingUp = true
      goOnLater(nil, with: client, in: subscriber.audience) { [unowned self] now in
        if snapshot == nil {
          guard let subscriber = publisher.broadcaster?.subscriber(numbered: number) else { return .replied }
          subscriber.isCatchingUp = false
          guard subscriber.mayCatchUp else { return .replied }
          snapshot = beginSnapshot(to: client, includesUntold: false, now: now)
        }
        return goOn(&snapshot, to: client, now: now)
      }
    }
  }

  // MARK: Snapshots

  /// How far a client was told how things are.
  private struct Snapshot {
    /// How many touchscreens it was told of.
    let deviceCount: Int
    /// Whether gestures are told of that began before it wanted to hear of them.
    let includesUntold: Bool
    /// The regions that it is told of.
    var regions: Listing<RegionMessage>
  }

  private func beginSnapshot(to client: ClientIdentity, includesUntold: Bool, now: Instant) -> Snapshot? {
    publisher.broadcaster?.subscriber(numbered: client.number)?.limiter?.removeAll()
    guard let begun = publisher.broadcaster?.beginSnapshot(to: client.number, now: now) else { return nil }
    let regions = begun.hasRegions ? presentRegions(of: audience, at: now) : []
    cost.lines += begun.count + regions.count
    return Snapshot(
      deviceCount: begun.count, includesUntold: includesUntold,
      regions: Listing(regions, version: sceneVersion)
    )
  }

  private func goOn(
    _ snapshot: inout Snapshot?, to client: ClientIdentity, now: Instant
  ) -> OngoingRequest.Progress {
    guard snapshot != nil else { return .replied }
    if snapshot?.regions.isOutdated(sceneVersion) ?? false {
      snapshot?.regions.replace(by: presentRegions(of: audience, at: now), version: sceneVersion) { $0.place }
    }
    while let regions = snapshot?.regions.takeSome() {
      publisher.broadcaster?.tell(client.number, presentRegions: regions, now: now)
      if isTurnOver() { return .goesOn }
    }
    guard let snapshot else { return .replied }
    cost.lines +=
      publisher.broadcaster?.endSnapshot(
        to: client.number, devices: snapshot.deviceCount, regions: snapshot.regions.count,
        includesUntold: snapshot.includesUntold, now: now) ?? 0
    return .replied
  }
}

extension SubscribeCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, journal: inout Journal,
    now: Instant
  ) throws(RequestError) -> [ReplyField]? {
    try runner.subscribe(self, id: id, from: client, now: now)
  }
}

extension UnsubscribeCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, journal: inout Journal,
    now: Instant
  ) throws(RequestError) -> [ReplyField]? {
    runner.publisher.unsubscribe(client.number, id, now: now)
    return nil
  }
}
