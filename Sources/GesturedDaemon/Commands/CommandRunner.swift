import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop
import TouchInput

/// Does what clients ask for, one request at a time, between the events of all touchscreens (QUE-5).
///
/// Each command has a handler in a file of its own, `CommandRunner+NAME.swift`, a `ServedCommand`. A command checks
/// everything first and changes something only when nothing can be wrong any more: so a request that is refused has
/// changed nothing.
final class CommandRunner {
  let publisher: Publisher
  let input: any InputSource
  /// The audiences there are, by their numbers, and the one that something is done for.
  var audiences: [Int: Audience]
  var audience = Audience.everyone
  var rights: Rights
  /// When the daemon began, for `status`.
  var start = Instant(microseconds: 0)
  /// What became of the configuration, for `status`.
  var configurationState = ConfigurationState()
  /// Who holds the private mode.
  var lease = Lease()
  /// Whose landings are none (DLV-11).
  var ignored = IgnoredInteraction()
  /// How touchscreens were turned by request: one that is plugged in again lies as it did.
  var rotations: [ScreenPlace: PanelPlacement.Rotation] = [:]
  /// What the requests have cost since this was taken last.
  var cost = RequestCost()
  /// The requests that are not done yet, and those that wait for one of them, each with the audience whose scene it is about.
  var ongoing: [OngoingRequest] = []
  var waiting: [(request: Request, client: ClientIdentity, audience: Int)] = []
  /// Whether scenes of users may not have followed yet what they are made of: the next turn goes on with it.
  var hasStaleAudiences = false
  /// Whether a part of a request was put off because it takes long and cannot be spread, and whether the turn begins with it.
  var isLongStepPutOff = false
  var beginsWithLongStep = false
  /// The number of the touchscreen that came last, of those that were turned as `rotations` says.
  var latestTurned = 0

  init(publisher: Publisher, input: any InputSource, scene: Scene, rights: Rights, _ turn: Turn) {
    self.publisher = publisher
    self.input = input
    audiences = [
      Audience.everyone: Audience(origin: .init(isPlaceless: false, user: nil), base: nil, scene: scene)
    ]
    common = scene
    self.rights = rights
    publisher.setRecognizers(scene.recognizers, turn)
    publisher.desk.scene = self
  }

  /// What the requests have cost since this was asked last.
  func takeCost() -> RequestCost {
    defer { cost = RequestCost() }
    return cost
  }

  /// What is declared for everyone.
  let common: Scene
  /// What is declared for the audience that something is done for.
  var scene: Scene { audiences[audience]?.scene ?? common }

  /// What is declared for that audience may be something else where this is: a batch of edits made on an older copy begins
  /// again.
  var sceneVersion: Int { audiences[audience]?.version ?? 0 }

  /// Does what a request asks for, and replies.
  func run(_ request: Request, from client: ClientIdentity, _ turn: Turn) {
    publisher.desk.noteWishes(turn)
    guard let command = request.command as? any ServedCommand else {
      preconditionFailure("the request \(request.command) is declared and has no handler")
    }
    do throws(RequestError) {
      let fields = try within(try audience(for: command, of: client, turn)) {
        () throws(RequestError) in try command.serve(by: self, request.id, from: client, turn)
      }
      guard let fields else { return }
      publisher.reply(to: client.number, request.id, fields, turn)
    } catch {
      publisher.reply(to: client.number, request.id, error, turn)
    }
    settle(turn)
  }

  /// Has recognizers and regions know who listens now, where that has changed: at the end of each turn at the latest,
  /// as clients and touchscreens come and go too.
  func settle(_ turn: Turn) {
    settleAudience(turn)
    guard audiences.count > 1 else {
      hasStaleAudiences = false
      return
    }
    rebaseStaleAudiences(turn)
    for number in ownAudiences { within(number) { settleAudience(turn) } }
  }

  private func settleAudience(_ turn: Turn) {
    if let hearing = publisher.takeHearing() { setHearing(joined(hearing), turn) }
    guard let listeners = publisher.takeAudiences() else { return }
    // A touchscreen may be new, too.
    if audience == Audience.everyone { turnNewcomers(turn) }
    takeOverIgnored(turn)
    keepTapsSecret(turn)
    let hasDump = publisher.hasDump && audience == Audience.everyone
    forEachTouchscreen(at: turn.now) { touchscreen, _ in
      guard let listener = listeners.first(where: { $0.0 == touchscreen.number }) else { return }
      touchscreen.pipeline.setAudience(listener.1, isRead: listener.1 != nil || hasDump)
    }
  }

  /// Forgets clients that are gone, with all that hung on their connections (DMN-5, MULTI-10): of all who went in a turn at
  /// once, however many they are.
  func forget(_ clients: Set<Int>, _ turn: Turn) {
    guard !clients.isEmpty else { return }
    publisher.desk.noteWishes(turn)
    abandonRequests(of: clients)
    dropEmptyAudiences(turn)
    forEachAudience {
      removeRecognizers(of: clients, turn)
      removeRegions(of: clients, turn)
    }
    stopIgnoring(for: clients, turn)
    for client in clients.sorted() { forgetFamilies(of: client, turn) }
    for client in clients.sorted() where lease.release(by: client) { endLease(turn) }
    publisher.forget(clients: clients)
    settle(turn)
  }

  // MARK: What several commands need

  /// Refuses what a client has no right to.
  func require(_ right: Right, for client: ClientIdentity, path: String? = nil) throws(RequestError) {
    guard rights.mayDo(right, client.credentials) else {
      throw RequestError(
        .notPermitted, "user \(client.credentials.userID) does not have the right \(right.rawValue)",
        path: path, hint: "[rights] \(right.rawValue) in the configuration of gestured")
    }
  }

  /// The numbers of the touchscreens that a request speaks of; nil in the request means all.
  func numbers(of device: DeviceReference?, at now: Instant) throws(RequestError) -> [Int] {
    var found: [Int] = []
    var names: [String] = []
    forEachTouchscreen(at: now) { touchscreen, _ in
      let own = [touchscreen.names.device, touchscreen.names.table].compactMap(\.self)
      names += own
      switch device {
      case nil: found.append(touchscreen.number)
      case .number(let number): if touchscreen.number == number { found.append(number) }
      case .name(let name): if own.contains(name) { found.append(touchscreen.number) }
      }
    }
    guard let device, found.isEmpty else { return found }
    switch device {
    case .number(let number):
      throw RequestError(.unknownDevice, "there is no device \(number)", path: "device")
    case .name(let name):
      throw RequestError(
        .unknownDevice, "there is no device “\(name.escapedForMessage)”", path: "device",
        hint: NearestWord.nearest(to: name, among: names).map(\.escapedForMessage))
    }
  }

  /// Has the touchscreens of some numbers changed between their events.
  func change(
    _ numbers: [Int], _ turn: Turn,
    _ body: (inout TouchscreenPipeline, Instant, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    forEachTouchscreen(at: turn.now) { touchscreen, time in
      guard numbers.contains(touchscreen.number) else { return }
      touchscreen.change(at: time, publisher, turn, body)
    }
  }
}
