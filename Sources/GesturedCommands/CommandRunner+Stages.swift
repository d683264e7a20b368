import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import GesturedScene
import GesturedServing
import LinuxEventLoop

/// Assigns clients to stages, and updates stages when those that they extend change (see `Stage`).
extension CommandRunner {
  /// The most users with stages of their own.
  static let maximumUsers = 16
  /// The most stages of one user. Each costs as much processor time a frame as everyone's, and the user pays.
  static let maximumScenes = 8

  // MARK: Membership

  /// Whether a client's declarations take part for all clients.
  package func mayDeclareForAll(_ credentials: ClientCredentials) -> Bool {
    rights.mayDo(.scene, credentials)
  }

  /// The stage that a new client hears, and the stage on which it declares.
  ///
  /// - Parameter isPlaceless: whether the client's socket reveals no places.
  package func stages(
    of credentials: ClientCredentials, isPlaceless: Bool
  ) -> (hears: Stage, declaresOn: Stage) {
    let base = isPlaceless ? placelessStage() : publisher.everyone
    if mayDeclareForAll(credentials) { return (base, publisher.everyone) }
    let own = stage(of: Stage.Origin(isPlaceless: isPlaceless, user: credentials.userID)) ?? base
    return (own, own)
  }

  /// The stage on which a client declares. A client without the right first gets a stage of its user's own.
  func declaringStage(
    of subscriber: Subscriber, _ client: ClientIdentity, path: String
  ) throws(RequestError) -> Stage {
    let base = subscriber.hears
    guard !mayDeclareForAll(client.credentials), base.origin.user == nil else { return subscriber.declaresOn }
    let origin = Stage.Origin(
      isPlaceless: base.origin.isPlaceless, user: client.credentials.userID, scene: subscriber.scene)
    try checkRoom(forScene: origin.scene, on: base, of: client, path: path)
    return addStage(origin, on: base)
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
    let declared = subscriber.declaresOn.scene
    guard subscriber.subscription.isStandard, declared.regions.count(of: client.number) == 0,
      declared.sources[client.number] == nil
    else {
      throw RequestError(
        .conflict,
        "this connection has declared or subscribed already; allowed: a scene before the first declaration and subscribe",
        path: LimitCommand.scene.name, hint: "limit as the first request of a new connection")
    }
    // With the right, declarations take part for all clients in any case.
    if !mayDeclareForAll(client.credentials) {
      let heard = subscriber.hears
      let origin = Stage.Origin(
        isPlaceless: heard.origin.isPlaceless, user: client.credentials.userID, scene: scene)
      if let known = stage(of: origin) {
        publisher.move(client.number, to: known)
      } else if let base = heard.base, heard.origin.user != nil {
        // Numbers of the stage that the client leaves may be above those of everyone's, which no user changes (H8). A
        // stage of its own continues them.
        // A stage that the client alone hears ends with the move.
        let isLeft = !connections.hasMembers(heard, besides: client.number)
        try checkRoom(
          forScene: scene, on: base, of: client, leaving: isLeft ? heard : nil,
          path: LimitCommand.scene.name)
        publisher.move(client.number, to: addStage(origin, on: base))
      }
    }
    subscriber.scene = scene
    removeEmptyStages()
  }

  /// Checks that a client may get another scene of its user's own.
  ///
  /// - Parameter left: the user's stage that ends because the client leaves it; nil for none.
  private func checkRoom(
    forScene scene: String?, on base: Stage, of client: ClientIdentity, leaving left: Stage? = nil,
    path: String
  ) throws(RequestError) {
    let users = publisher.stages.filter { $0 !== left }.compactMap(\.origin.user)
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
    if scene != nil { try checkMemory(adding: base.scene.bytesOfCopy, for: client, path: path) }
  }

  private func stage(of origin: Stage.Origin) -> Stage? { publisher.stages.first { $0.origin == origin } }

  private func placelessStage() -> Stage {
    let origin = Stage.Origin(isPlaceless: true)
    if let known = stage(of: origin) { return known }
    let added = addStage(origin, on: publisher.everyone)
    rebase(added)
    // The stage has no members yet, and the first of them gets the scene as it is.
    added.news = NewsQueue()
    return added
  }

  // MARK: Coming and going

  /// Makes a stage for members of another one: the clients of its user and scene. Their gestures and regions go on
  /// unchanged.
  private func addStage(_ origin: Stage.Origin, on base: Stage) -> Stage {
    let stage = publisher.addStage(origin, on: base) { [rights] in
      $0.credentials.userID == origin.user && $0.scene == origin.scene
        && !rights.mayDo(.scene, $0.credentials)
    }
    input.forEachTouchscreen(at: turn.now) { touchscreen, _ in
      touchscreen.addPipeline(of: stage)
      guard let own = touchscreen.pipeline(of: stage) else { return }
      publisher.setGeometry(
        of: touchscreen.number, size: touchscreen.panel.size, pixels: touchscreen.pixels, on: stage)
      publisher.setRegions(of: touchscreen.number, own.pipeline.regions, on: stage)
    }
    if let own = stage.scene.recognizers.withoutQuestions(of: { _ in true }) {
      replace(by: own, of: [], on: stage, paidBy: [origin.user].compactMap(\.self))
    }
    return stage
  }

  /// Removes the stages of users whose last client is gone, with all their declarations.
  func removeEmptyStages() {
    for stage in publisher.stages where stage.origin.user != nil && !connections.hasMembers(stage) {
      input.forEachTouchscreen(at: turn.now) { touchscreen, _ in touchscreen.removePipeline(of: stage) }
      publisher.remove(stage)
    }
  }

  // MARK: Following

  /// Counts a change of a stage's scene, so that the scenes that extend it follow.
  ///
  /// - Parameter users: the users whose requests changed it; empty where the configuration did.
  func countChange(of stage: Stage, by users: [UInt32]) {
    turn.owe(.hearing)
    stage.countChange()
    for other in publisher.stages where other.base === stage {
      other.isStale = true
      other.changers = users
    }
  }

  /// The hearing on a stage, joined with the hearing on the stage that it extends. A recognizer that acts there acts here
  /// too. Without clients of its own, that stage counts only behind a filter, where recognizers act for all clients.
  func joined(_ hearing: [RecognizerHearing], on stage: Stage) -> [RecognizerHearing] {
    guard let base = stage.base, publisher.isFiltering || connections.hasMembers(base) else {
      return hearing
    }
    let (own, source) = (stage.scene.recognizers.instances, base.scene.recognizers.instances)
    return hearing.enumerated().map { number, level in
      guard own.indices.contains(number), source.indices.contains(number), !source[number].isRemoved,
        source[number].owner == own[number].owner, source[number].name == own[number].name
      else { return level }
      return max(level, source[number].hearing)
    }
  }

  /// Updates scenes after the scenes that they extend have changed, and after touchscreens came or turned. At least one
  /// scene is updated; others follow while the turn has time. A scene with unpublished changes waits for those, and one
  /// whose edits have begun often waits for these.
  ///
  /// - Returns: whether a scene was updated.
  func rebaseStaleStages() -> Bool {
    hasStaleStages = false
    var hasRebased = false
    for stage in publisher.stages where !stage.isEveryones {
      var isStale = stage.isStale
      input.forEachTouchscreen(at: turn.now) { touchscreen, _ in
        if touchscreen.pipeline(of: stage) == nil { isStale = true }
      }
      guard isStale, stage.news.isEmpty, !mustStay(stage) else { continue }
      guard !hasStaleStages else { return hasRebased }
      let begin = turn.processorTime()
      let payers = payers(forFollowing: stage)
      rebase(stage)
      hasRebased = true
      turn.charge(turn.processorTime() - begin, toEach: payers)
      hasStaleStages = turn.isOver
      if hasStaleStages { turn.owe(.hearing | .requests) }
    }
    return hasRebased
  }

  /// The users that pay when a scene follows another: its own user, or those whose requests changed the other.
  private func payers(forFollowing stage: Stage) -> [UInt32] {
    stage.origin.user.map { [$0] } ?? stage.changers
  }

  /// Rebuilds a scene from the one that it extends and from its users' declarations. Gestures under way end.
  private func rebase(_ stage: Stage) {
    guard let base = stage.base else { return }
    let (owners, scene) = (declarers(on: stage), stage.scene)
    let payers = payers(forFollowing: stage)
    stage.isStale = false
    stage.changers = []
    let before = presentRegions(of: stage)
    input.forEachTouchscreen(at: turn.now) { touchscreen, time in
      cancel(stage, &touchscreen, at: time)
      touchscreen.addPipeline(of: stage)
      cancelUnpublished(stage, &touchscreen, at: time)
    }
    scene.configuration = base.scene.configuration
    var regions = scene.regions.rebased(on: base.scene.regions, keeping: owners.contains)
    if stage.origin.isPlaceless { regions.removeAllPlaces() }
    if let layouts = try? layouts(of: regions, on: stage, for: nil) {
      // The touchscreens get all regions again. `news(of:since:)` has the real changes.
      _ = change(to: regions, layouts, on: stage, by: payers)
      forEachTouchscreen(on: stage) { touchscreen, own, _ in
        publisher.setRegions(of: touchscreen.number, own.pipeline.regions, on: stage)
      }
      announce(news(of: stage, since: before).map { .region($0) }, of: stage, paidBy: payers)
    }
    let next = rebased(
      scene.recognizers, on: base.scene.recognizers, of: owners, isPlaceless: stage.origin.isPlaceless)
    let declarers = (scene.recognizers.instances + next.instances).map(\.owner)
    replace(by: next, of: Set(declarers), on: stage, paidBy: payers)
    for owner in owners { scene.keepSources(of: owner, named: Set(next.names(of: owner))) }
  }

  /// The messages about a stage's regions that came, went or changed since an earlier time.
  private func news(of stage: Stage, since before: [RegionMessage]) -> [RegionMessage] {
    let after = presentRegions(of: stage)
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

  /// Cancels a stage's gestures on a touchscreen, and publishes their ends.
  private func cancel(_ stage: Stage, _ touchscreen: inout Touchscreen, at time: Instant) {
    guard touchscreen.pipeline(of: stage) != nil else { return }
    touchscreen.change(on: stage, at: time, publisher) { pipeline, time, identifiers, buffer in
      pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
    }
    // A hovering pen, or a recognizer that a client runs, may act without a touch.
    publisher.cancelGestures(on: touchscreen.number, of: stage)
  }

  /// Cancels the gestures of a pipeline without publishing it: this stage never heard their beginning.
  private func cancelUnpublished(_ stage: Stage, _ touchscreen: inout Touchscreen, at time: Instant) {
    var (identifiers, buffer) = (stage.identifiers, EventBuffer())
    touchscreen.pipeline(of: stage)?.pipeline.cancelTouches(
      at: time, identifiers: &identifiers, into: &buffer)
  }

  /// The clients that declare on a user's own stage; empty for other stages.
  func declarers(on stage: Stage) -> Set<Int> {
    guard stage.origin.user != nil else { return [] }
    return Set(connections.all.filter { $0.declaresOn === stage }.map { $0.number })
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
