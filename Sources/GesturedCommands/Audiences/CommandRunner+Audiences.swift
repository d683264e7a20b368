import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import GesturedServing
import LinuxEventLoop

/// Assigns clients to scenes, and updates scenes when those that they extend change (see `AudienceScene`).
extension CommandRunner {
  /// The most users with scenes of their own.
  static let maximumUsers = 16
  /// The most scenes of one user. Each costs as much processor time a frame as that of `everyone`, and the user pays.
  static let maximumScenes = 8

  /// The numbers of the audiences with a scene of their own. An audience comes after the one that it extends.
  var ownAudiences: [Int] {
    audiences.keys.filter { $0 != Audience.everyone }.sorted {
      (audiences[$0]?.base ?? 0, $0) < (audiences[$1]?.base ?? 0, $1)
    }
  }

  // MARK: For an audience

  /// Runs a function with `scene`, touchscreens, ids and lines switched to an audience.
  func within<Result, Failure: Error>(
    _ number: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let present = audience
    enter(number)
    defer { enter(present) }
    return try body()
  }

  private func enter(_ number: Int) {
    guard number != audience, audiences[number] != nil else { return }
    audience = number
    publisher.speak(to: number)
  }

  /// Calls a function for each audience.
  func forEachAudience(_ body: () -> Void) {
    within(Audience.everyone, body)
    for number in ownAudiences { within(number, body) }
  }

  /// Calls a function for each touchscreen that has a pipeline of the present audience.
  func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    let audience = audience
    input.forEachTouchscreen(at: now) { touchscreen, time in
      guard touchscreen.enter(audience) else { return }
      body(&touchscreen, time)
      touchscreen.leave(audience)
    }
  }

  // MARK: Membership

  /// Whether a client's declarations take part for all clients.
  package func mayStage(_ credentials: ClientCredentials) -> Bool { rights.mayDo(.scene, credentials) }

  /// The audience that a new client hears, and the audience in which it declares.
  ///
  /// - Parameter isPlaceless: whether the client's socket reveals no places.
  package func audiences(of credentials: ClientCredentials, isPlaceless: Bool) -> (hears: Int, stage: Int) {
    let base = isPlaceless ? placelessAudience() : Audience.everyone
    if mayStage(credentials) { return (base, Audience.everyone) }
    let own = number(of: AudienceScene.Origin(isPlaceless: isPlaceless, user: credentials.userID)) ?? base
    return (own, own)
  }

  /// The audience that a request is about. Declarations concern the audience in which the client declares. All other
  /// requests concern the audience that the client hears.
  func audience(for command: any ServedCommand, of client: ClientIdentity) throws(RequestError) -> Int {
    guard let subscriber = connections.subscriber(numbered: client.number) else { return audience }
    switch command {
    case let command as RegionsCommand where command.isListing: return subscriber.audience
    case let command as RecognizersCommand where command.isListing: return subscriber.audience
    case let command as RegionsCommand:
      if command.edits.isEmpty { return subscriber.stage }
      if audiences[subscriber.audience]?.origin.isPlaceless ?? false, subscriber.stage != Audience.everyone {
        throw RequestError(
          .notPermitted,
          "regions of clients would reveal places, which positions = \"none\" keeps off this socket",
          path: "edits",
          hint: "[rights] scene, or positions in [socket], in the configuration of gestured")
      }
      return try stage(of: subscriber, client, path: "edits")
    case is RecognizersCommand: return try stage(of: subscriber, client, path: "edits")
    case let command as SubscribeCommand
    where command.takesTouches || command.takesActions && !subscriber.isGuarded:
      // The user's own audience is needed here: taking touches or actions from listeners further out must not affect
      // other users.
      _ = try stage(of: subscriber, client, path: "filter")
      return subscriber.audience
    // The request may leave the audience that the client hears, and that audience may end then.
    case is LimitCommand: return Audience.everyone
    case let command as SetCommand where isAboutConfiguration(command, from: client, at: subscriber.stage):
      return Audience.everyone
    default: return command.isAboutStage ? subscriber.stage : subscriber.audience
    }
  }

  /// The audience in which a client declares. A client without the right first gets an audience of its user's own.
  private func stage(
    of subscriber: Subscriber, _ client: ClientIdentity, path: String
  ) throws(RequestError) -> Int {
    guard !mayStage(client.credentials), let base = audiences[subscriber.audience],
      base.origin.user == nil
    else { return subscriber.stage }
    let origin = AudienceScene.Origin(
      isPlaceless: base.origin.isPlaceless, user: client.credentials.userID, scene: subscriber.scene)
    try checkRoom(forScene: origin.scene, on: subscriber.audience, of: client, path: path)
    return add(origin, on: subscriber.audience)
  }

  /// Names the scene of a client among those of its user. The client hears that scene from now on. Where no client has
  /// declared in the scene so far, the client hears the one that the scene would extend.
  ///
  /// - Throws: an error where the client has another scene already, or has declared or subscribed.
  func join(_ scene: String, by client: ClientIdentity) throws(RequestError) {
    guard let subscriber = connections.subscriber(numbered: client.number), subscriber.scene != scene else {
      return
    }
    if let present = subscriber.scene {
      throw RequestError(
        .conflict,
        "the scene of this connection is “\(present.escapedForMessage)” already; allowed: one scene a connection",
        path: LimitCommand.scene.name, hint: "a new connection")
    }
    let declared = audiences[subscriber.stage]?.scene
    guard subscriber.subscription.isStandard, declared?.regions.count(of: client.number) ?? 0 == 0,
      declared?.sources[client.number] == nil
    else {
      throw RequestError(
        .conflict,
        "this connection has declared or subscribed already; allowed: a scene before the first declaration and subscribe",
        path: LimitCommand.scene.name, hint: "limit as the first request of a new connection")
    }
    // With the right, declarations take part for all clients in any case.
    if !mayStage(client.credentials), let heard = audiences[subscriber.audience] {
      let origin = AudienceScene.Origin(
        isPlaceless: heard.origin.isPlaceless, user: client.credentials.userID, scene: scene)
      if let known = number(of: origin) {
        publisher.move(client.number, to: known)
      } else if let base = heard.base, heard.origin.user != nil {
        // Numbers of the scene that the client leaves may be above those of everyone's, which no user changes (H8). A scene
        // of its own continues them.
        // A scene that the client alone hears ends with the move.
        let isLeft = !connections.hasMembers(subscriber.audience, besides: client.number)
        try checkRoom(
          forScene: scene, on: base, of: client, leaving: isLeft ? subscriber.audience : nil,
          path: LimitCommand.scene.name)
        publisher.move(client.number, to: add(origin, on: base))
      }
    }
    subscriber.scene = scene
    dropEmptyAudiences()
  }

  /// Checks that a client may get another scene of its user's own.
  ///
  /// - Parameter left: the user's audience that ends because the client leaves it; nil for none.
  private func checkRoom(
    forScene scene: String?, on base: Int, of client: ClientIdentity, leaving left: Int? = nil, path: String
  ) throws(RequestError) {
    let users = audiences.filter { $0.key != left }.compactMap(\.value.origin.user)
    let scenes = users.count { $0 == client.credentials.userID }
    guard scenes > 0 || Set(users).count < Self.maximumUsers else {
      throw RequestError(
        .limitReached,
        "\(Self.maximumUsers) users have scenes of their own already; allowed: at most \(Self.maximumUsers)",
        path: path, hint: "[rights] scene in the configuration of gestured")
    }
    guard scenes < Self.maximumScenes else {
      throw RequestError(
        .limitReached,
        "this user's clients have \(scenes) scenes of their own already; allowed: at most \(Self.maximumScenes)",
        path: path, hint: "fewer different scenes in the requests limit")
    }
    if scene != nil, let source = audiences[base]?.scene {
      try checkMemory(adding: source.bytesOfCopy, for: client, path: path)
    }
  }

  private func number(of origin: AudienceScene.Origin) -> Int? {
    audiences.first { $0.value.origin == origin }?.key
  }

  private func placelessAudience() -> Int {
    let origin = AudienceScene.Origin(isPlaceless: true, user: nil)
    if let known = number(of: origin) { return known }
    let added = add(origin, on: Audience.everyone)
    rebase(added)
    // The audience has no members yet, and the first of them gets the scene as it is.
    audiences[added]?.news = NewsQueue()
    return added
  }

  // MARK: Coming and going

  /// Makes an audience from members of another one: the clients of its user and scene. Their gestures and regions go on
  /// unchanged.
  private func add(_ origin: AudienceScene.Origin, on base: Int) -> Int {
    let number = (1...).first { audiences[$0] == nil } ?? audiences.count
    let payers = [origin.user].compactMap(\.self)
    within(base) {
      let scene = Scene(copying: scene)
      var added = AudienceScene(origin: origin, base: base, scene: scene)
      // The copied scene has changes that its members have not heard of yet.
      if let news = audiences[base]?.news { added.news = news.paid(by: payers) }
      audiences[number] = added
      publisher.split(
        number, Vocabulary(scene.recognizers, users: publisher.scope.users), isPaid: origin.user != nil
      ) { [rights] in
        $0.credentials.userID == origin.user && $0.scene == origin.scene
          && !rights.mayDo(.scene, $0.credentials)
      }
      input.forEachTouchscreen(at: turn.now) { touchscreen, _ in
        touchscreen.split(number, of: origin.user, from: base)
      }
    }
    within(number) {
      forEachTouchscreen(at: turn.now) { touchscreen, _ in
        publisher.setGeometry(
          of: touchscreen.number, size: touchscreen.panel.size, pixels: touchscreen.pixels)
        publisher.setRegions(of: touchscreen.number, touchscreen.pipeline.regions)
      }
      if let own = scene.recognizers.withoutQuestions(of: { _ in true }) {
        take(own, of: [], paidBy: payers)
      }
    }
    connections.setStage(number)
    return number
  }

  /// Removes the audiences of users whose last client is gone, with all their declarations.
  func dropEmptyAudiences() {
    for number in ownAudiences {
      guard audiences[number]?.origin.user != nil, !connections.hasMembers(number) else {
        continue
      }
      audiences[number] = nil
      input.forEachTouchscreen(at: turn.now) { touchscreen, _ in touchscreen.forget(audience: number) }
      publisher.forget(audience: number)
    }
  }

  // MARK: Following

  /// Notes that the present scene has changed, so that the scenes that extend it must follow.
  ///
  /// - Parameter users: the users whose requests changed it; empty where the configuration did.
  func noteChange(by users: [UInt32]) {
    turn.owe(.hearing)
    audiences[audience]?.version += 1
    for number in audiences.keys where audiences[number]?.base == audience {
      audiences[number]?.isStale = true
      audiences[number]?.changers = users
    }
  }

  /// The hearing in the present audience, joined with the hearing in the audience that it extends. A recognizer that
  /// acts there acts here too. Without clients of its own, that audience counts only behind a filter, where recognizers
  /// act for all clients.
  func joined(_ hearing: [RecognizerHearing]) -> [RecognizerHearing] {
    guard let base = audiences[audience]?.base, let source = audiences[base]?.scene.recognizers.instances,
      publisher.isFiltering || connections.hasMembers(base)
    else { return hearing }
    let own = scene.recognizers.instances
    return hearing.enumerated().map { number, level in
      guard own.indices.contains(number), source.indices.contains(number), !source[number].isRemoved,
        source[number].owner == own[number].owner, source[number].name == own[number].name
      else { return level }
      return max(level, source[number].hearing)
    }
  }

  /// Notes that the hearing of the present audience has changed.
  func noteHearing() {
    turn.owe(.hearing)
    for number in ownAudiences where audiences[number]?.base == audience {
      within(number) { publisher.noteHearing() }
    }
  }

  /// Updates scenes after the scenes that they extend have changed, and after touchscreens came or turned. At least one
  /// scene is updated; others follow while the turn has time. A scene with unpublished changes waits for those, and one
  /// whose edits have begun often waits for these.
  ///
  /// - Returns: whether a scene was updated.
  func rebaseStaleAudiences() -> Bool {
    hasStaleAudiences = false
    var hasRebased = false
    for number in ownAudiences {
      var isStale = audiences[number]?.isStale ?? false
      input.forEachTouchscreen(at: turn.now) { touchscreen, _ in
        if !touchscreen.has(number) { isStale = true }
      }
      guard isStale, publishedAllNews(of: number), !mustStay(number) else { continue }
      guard !hasStaleAudiences else { return hasRebased }
      let begin = turn.processorTime()
      let payers = payers(forFollowing: number)
      rebase(number)
      hasRebased = true
      turn.charge(turn.processorTime() - begin, toEach: payers)
      hasStaleAudiences = turn.isOver
      if hasStaleAudiences { turn.owe(.hearing | .requests) }
    }
    return hasRebased
  }

  /// The users that pay when a scene follows another: its own user, or those whose requests changed the other.
  private func payers(forFollowing number: Int) -> [UInt32] {
    guard let entry = audiences[number] else { return [] }
    return entry.origin.user.map { [$0] } ?? entry.changers
  }

  /// Rebuilds a scene from the one that it extends and from its users' declarations. Gestures under way end.
  private func rebase(_ number: Int) {
    guard let entry = audiences[number], let base = entry.base, let source = audiences[base]?.scene else {
      return
    }
    let (owners, isPlaceless) = (declarers(in: number), entry.origin.isPlaceless)
    let payers = payers(forFollowing: number)
    audiences[number]?.isStale = false
    audiences[number]?.changers = []
    let before = presentRegions(of: number, at: turn.now)
    within(number) {
      input.forEachTouchscreen(at: turn.now) { touchscreen, time in
        cancel(number, &touchscreen, at: time)
        touchscreen.split(number, of: entry.origin.user, from: base)
        cancelUnpublished(number, &touchscreen, at: time)
      }
      scene.configuration = source.configuration
      var regions = scene.regions.rebased(on: source.regions, keeping: owners.contains)
      if isPlaceless { regions.removeAllPlaces() }
      if let layouts = try? layouts(of: regions, for: nil) {
        // The touchscreens get all regions again. `news(of:since:_:)` has the real changes.
        _ = change(to: regions, layouts, by: payers)
        forEachTouchscreen(at: turn.now) { touchscreen, _ in
          publisher.setRegions(of: touchscreen.number, touchscreen.pipeline.regions)
        }
        announce(news(of: number, since: before).map { .region($0) }, paidBy: payers)
      }
      let next = rebased(scene.recognizers, on: source.recognizers, of: owners, isPlaceless: isPlaceless)
      let declarers = (scene.recognizers.instances + next.instances).map(\.owner)
      take(next, of: Set(declarers), paidBy: payers)
      for owner in owners { scene.keepSources(of: owner, named: Set(next.names(of: owner))) }
    }
  }

  /// The messages about an audience's regions that came, went or changed since an earlier time.
  private func news(of number: Int, since before: [RegionMessage]) -> [RegionMessage] {
    let after = presentRegions(of: number, at: turn.now)
    let (old, new) = (before.byPlace, after.byPlace)
    var news: [RegionMessage] = []
    for var message in before where new[message.place] == nil {
      message.state = .removed
      message.time = input.stamp(at: turn.now)
      news.append(message)
    }
    for var message in after {
      let known = old[message.place]
      guard known?.withoutTime != message.withoutTime else { continue }
      message.state = known == nil ? .added : .changed
      news.append(message)
    }
    return news
  }

  /// Cancels an audience's gestures on a touchscreen, and publishes their ends.
  private func cancel(_ number: Int, _ touchscreen: inout Touchscreen, at time: Instant) {
    guard touchscreen.enter(number) else { return }
    touchscreen.change(at: time, publisher) { pipeline, time, identifiers, buffer in
      pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
    }
    touchscreen.leave(number)
    // A hovering pen, or a recognizer that a client runs, may act without a touch.
    publisher.cancelGestures(on: touchscreen.number)
  }

  /// Cancels the gestures of a pipeline without publishing it: this audience never heard their beginning.
  private func cancelUnpublished(_ number: Int, _ touchscreen: inout Touchscreen, at time: Instant) {
    guard touchscreen.enter(number) else { return }
    var (identifiers, buffer) = (publisher.channel.identifiers, EventBuffer())
    touchscreen.pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
    touchscreen.leave(number)
  }

  /// The clients that declare in the scene of a user's own audience; empty for other audiences.
  func declarers(in number: Int) -> Set<Int> {
    guard audiences[number]?.origin.user != nil else { return [] }
    return Set(connections.all.filter { $0.stage == number }.map { Int($0.number) })
  }

  private func rebased(
    _ old: RecognizerSet, on base: RecognizerSet, of owners: Set<Int>, isPlaceless: Bool
  ) -> RecognizerSet {
    var next = base.withoutQuestions { !owners.contains($0) } ?? base
    _ = next.setRegionKinds(old.regionKinds)
    if isPlaceless { next.removeAll { $0.kind.tellsPlaces } }
    var own = old.declarations(of: owners)
    while !own.isEmpty {
      do throws(DeclarationError) {
        try next.add(own)
        break
      } catch {
        // The declaration no longer fits and goes. Later rounds remove the declarations that refer to it. The others
        // stay.
        let count = own.count
        own.removeAll { $0.name == error.declaration }
        guard own.count < count else { break }
      }
    }
    return next
  }
}

extension [RegionMessage] {
  /// The messages by their regions.
  fileprivate var byPlace: [RegionMessage.Place: RegionMessage] {
    Dictionary(map { ($0.place, $0) }) { first, _ in first }
  }
}

extension RegionMessage {
  /// The region of a message.
  struct Place: Hashable {
    let device: Int
    let name: String
  }

  /// The region of this message.
  var place: Place { Place(device: device, name: name) }

  /// The message without time and state, for comparison.
  fileprivate var withoutTime: RegionMessage {
    var message = self
    message.time = Instant(microseconds: 0)
    message.state = .present
    return message
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
