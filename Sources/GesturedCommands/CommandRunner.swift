import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import GesturedServing
import LinuxEventLoop
import TouchInput

/// Runs clients' requests, one at a time, between the events of all touchscreens (QUE-5).
///
/// Each command has a handler in a file of its own, `CommandRunner+NAME.swift`, which makes it a `ServedCommand`. A
/// handler checks everything before it changes anything, so that a refused request has changed nothing.
package final class CommandRunner {
  let publisher: Publisher
  let connections: Connections
  let desk: FamilyDesk
  let input: any InputSource
  /// All audiences, by number, and the present one.
  var audiences: [Int: AudienceScene]
  var audience = Audience.everyone
  package var rights: Rights
  /// The daemon's start, for `status`.
  package var start = Instant(microseconds: 0)
  /// The state of the configuration, for `status`.
  package var configurationState = ConfigurationState()
  /// The clients that hold the private mode.
  var lease = Lease()
  /// The recognizers of the configuration that clients hold off (FLT-104).
  var switches: [(client: Int, name: String)] = []
  /// The changes of clients to recognizers of the configuration (RES-4).
  var adjustments = Adjustments()
  /// The clients that ignore interaction (DLV-11).
  var ignored = IgnoredInteraction()
  /// The touchscreens that clients have turned.
  var turned = TurnedScreens()
  /// The cost of requests since the last `takeCost`.
  var cost = RequestCost()
  /// The requests that are spread over several turns.
  var unfinished = UnfinishedRequests()
  /// The audience whose changes were published last.
  var latestNews = Audience.everyone
  /// Whether scenes of users may lag behind the scenes that they extend. The next turn goes on with them.
  package internal(set) var hasStaleAudiences = false
  /// The actions whose responders are being asked, and those that their takers may pass on.
  var actions = ActionDesk()

  package init(desk: FamilyDesk, input: any InputSource, scene: Scene, rights: Rights) {
    publisher = desk.publisher
    connections = desk.publisher.connections
    self.desk = desk
    self.input = input
    audiences = [
      Audience.everyone: AudienceScene(origin: .init(isPlaceless: false, user: nil), base: nil, scene: scene)
    ]
    common = scene
    self.rights = rights
    publisher.setRecognizers(scene.recognizers)
    desk.setRecognizers(scene.recognizers)
    desk.setScene(self)
  }

  var turn: Turn { publisher.turn }

  /// The cost of requests since the last call.
  package func takeCost() -> RequestCost {
    defer { cost = RequestCost() }
    return cost
  }

  /// The declarations for everyone.
  let common: Scene
  /// The declarations of the present audience.
  var scene: Scene { audiences[audience]?.scene ?? common }

  /// Grows with each change of the present scene. A batch of edits on an older copy begins again.
  var sceneVersion: Int { audiences[audience]?.version ?? 0 }

  /// Runs a request, and replies.
  package func run(_ request: Request, from client: ClientIdentity) {
    desk.noteWishes()
    guard let command = request.command as? any ServedCommand else {
      preconditionFailure("the request \(request.command) is declared and has no handler")
    }
    do throws(RequestError) {
      let fields = try within(try audience(for: command, of: client)) {
        () throws(RequestError) in try command.serve(by: self, request.id, from: client)
      }
      guard let fields else { return }
      publisher.reply(to: client.number, request.id, fields)
    } catch {
      publisher.reply(to: client.number, request.id, error)
    }
    settle()
  }

  /// Updates recognizers and regions when the listeners have changed. The loop pays the debt `hearing` with it too,
  /// because clients and touchscreens come and go.
  package func settle() {
    settleAudience()
    guard audiences.count > 1 else {
      hasStaleAudiences = false
      return
    }
    if rebaseStaleAudiences() {
      // Everyone's recognizers hear the clients of all scenes, and can tell which ones these ask for only now.
      publisher.noteHearing()
      settleAudience()
    }
    for number in ownAudiences { within(number) { settleAudience() } }
  }

  private func settleAudience() {
    if let heard = publisher.takeHearing() {
      let hearing = joined(withActions(heard))
      setHearing(withSwitches(hearing))
      letGo(notAskedBy: hearing)
    }
    guard let listeners = publisher.takeAudiences() else { return }
    // A touchscreen may be new, too.
    if audience == Audience.everyone { turnNewcomers() }
    takeOverIgnored()
    keepTapsSecret()
    let hasDump = publisher.hasDump && audience == Audience.everyone
    forEachTouchscreen(at: turn.now) { touchscreen, _ in
      guard let listener = listeners.first(where: { $0.0 == touchscreen.number }) else { return }
      touchscreen.pipeline.setAudience(listener.1, isRead: listener.1 != nil || hasDump)
    }
  }

  /// Forgets all clients that departed in a turn at once, with everything that depended on their connections (DMN-5,
  /// MULTI-10).
  package func forget(_ departures: [Departure]) {
    guard !departures.isEmpty else { return }
    let (clients, users) = (Set(departures.map(\.client)), departures.map(\.userID))
    desk.noteWishes()
    abandonRequests(of: clients)
    forgetActions(of: clients)
    dropEmptyAudiences()
    forEachAudience {
      removeRecognizers(of: clients, paidBy: users)
      removeRegions(of: clients, paidBy: users)
      // Lines that wait may still name them.
      if publishedAllNews {
        publisher.forget(clients: clients)
      } else {
        announce([.departure(clients)], paidBy: users)
      }
    }
    endAdjustments(of: clients, paidBy: users)
    stopIgnoring(for: clients)
    for client in clients.sorted() { desk.forget(client: client, at: input.stamp(at: turn.now)) }
    for client in clients.sorted() where lease.release(by: client) { endLease() }
    within(Audience.everyone) { input.forgetPauses(of: clients) }
    endSwitches(of: clients)
    settle()
  }

  // MARK: What several commands need

  /// Refuses a client without the right.
  func require(_ right: Right, for client: ClientIdentity, path: String? = nil) throws(RequestError) {
    guard rights.mayDo(right, client.credentials) else {
      throw RequestError(
        .notPermitted, "user \(client.credentials.userID) does not have the right \(right.rawValue)",
        path: path, hint: "[rights] \(right.rawValue) in the configuration of gestured")
    }
  }

  /// The numbers of the touchscreens that a request names; all of them where the request names none.
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
      throw RequestError(
        .unknownDevice,
        "there is no touchscreen \(number); allowed: a number or name in the reply to devices",
        path: "device", hint: "devices")
    case .name(let name):
      throw RequestError(
        .unknownDevice,
        "there is no touchscreen “\(name.escapedForMessage)”; allowed: a number or name in the reply to devices",
        path: "device",
        hint: NearestWord.nearest(to: name, among: names).map(\.escapedForMessage) ?? "devices")
    }
  }

  /// Changes some touchscreens between their events.
  func change(
    _ numbers: [Int],
    _ body: (inout TouchscreenPipeline, Instant, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    forEachTouchscreen(at: turn.now) { touchscreen, time in
      guard numbers.contains(touchscreen.number) else { return }
      touchscreen.change(at: time, publisher, body)
    }
  }
}

/// The cost of a request apart from its processor time, which is measured.
package struct RequestCost: Hashable {
  /// The lines sent before the reply.
  package var lines = 0
}
