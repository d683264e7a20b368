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
  /// The cost of requests since the last `consumeCost`.
  var cost = RequestCost()
  /// The requests that are spread over several turns.
  var unfinished = UnfinishedRequests()
  /// The stage whose changes were published last.
  weak var latestNews: Stage?
  /// Whether scenes of users may lag behind the scenes that they extend. The next turn goes on with them.
  package internal(set) var hasStaleStages = false
  /// The actions whose responders are being asked, and those that their takers may pass on.
  var actions = ActionDesk()

  package init(desk: FamilyDesk, input: any InputSource, rights: Rights) {
    publisher = desk.publisher
    connections = desk.publisher.connections
    self.desk = desk
    self.input = input
    self.rights = rights
    publisher.setRecognizers(of: publisher.everyone)
    desk.setRecognizers(publisher.everyone.scene.recognizers)
    desk.setScene(self)
  }

  var turn: Turn { publisher.turn }

  /// The present settings of the sockets.
  var socketSettings: SocketSettings { publisher.everyone.scene.configuration.socket }

  /// The cost of requests since the last call.
  package func consumeCost() -> RequestCost {
    defer { cost = RequestCost() }
    return cost
  }

  /// Runs a request, and replies.
  package func run(_ request: Request, from client: ClientIdentity) {
    desk.renewWishes()
    guard let command = request.command as? any ServedCommand else {
      preconditionFailure("the request \(request.command) is declared and has no handler")
    }
    // A request of a departed client has no effect left to cause.
    guard let subscriber = connections.subscriber(numbered: client.number) else { return }
    do throws(RequestError) {
      let stage = try command.stage(for: client, subscriber, by: self)
      guard let fields = try command.serve(by: self, request.id, from: client, on: stage) else { return }
      publisher.reply(to: client.number, request.id, fields)
    } catch {
      publisher.reply(to: client.number, request.id, error)
    }
    settle()
  }

  /// Updates recognizers and regions when the listeners have changed. The loop pays the debt `hearing` with it too,
  /// because clients and touchscreens come and go.
  package func settle() {
    let everyone = publisher.everyone
    settle(everyone)
    guard publisher.stages.count > 1 else {
      hasStaleStages = false
      return
    }
    if rebaseStaleStages() {
      // Clients of other scenes listen to everyone's recognizers too. Only scenes that are up to date show to which.
      everyone.markListenersStale(ofTouches: false, turn)
      settle(everyone)
    }
    for stage in publisher.stages where !stage.isEveryones { settle(stage) }
  }

  private func settle(_ stage: Stage) {
    if let heard = publisher.consumeHearing(on: stage) {
      let hearing = joined(withActions(heard, on: stage), on: stage)
      setHearing(withSwitches(hearing, on: stage), on: stage)
      letGo(notAskedBy: hearing, on: stage)
    }
    guard let listeners = publisher.consumeTouchListeners(on: stage) else { return }
    // A touchscreen may be new, too.
    if stage.isEveryones { turnNewcomers() }
    adoptIgnored(on: stage)
    keepTapsSecret(on: stage)
    let hasDump = publisher.hasDump && stage.isEveryones
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      guard let listener = listeners.first(where: { $0.0 == touchscreen.number }) else { return }
      own.pipeline.setAudience(listener.1, isRead: listener.1 != nil || hasDump)
    }
  }

  /// Forgets all clients that departed in a turn at once, with everything that depended on their connections (DMN-5,
  /// MULTI-10).
  package func forget(_ departures: [Departure]) {
    guard !departures.isEmpty else { return }
    let (clients, users) = (Set(departures.map(\.client)), departures.map(\.userID))
    desk.renewWishes()
    abandonRequests(of: clients)
    forgetActions(of: clients)
    removeEmptyStages()
    for stage in publisher.stages {
      removeRecognizers(of: clients, on: stage, paidBy: users)
      removeRegions(of: clients, on: stage, paidBy: users)
      // Lines that wait may still name them.
      if stage.news.isEmpty {
        stage.scope.forget(clients: clients)
      } else {
        announce([.departure(clients)], of: stage, paidBy: users)
      }
    }
    endAdjustments(of: clients, paidBy: users)
    stopIgnoring(for: clients)
    for client in clients.sorted() { desk.forget(client: client, at: input.stamp(at: turn.now)) }
    for client in clients.sorted() where lease.release(by: client) { endLease() }
    input.forgetPauses(of: clients)
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

  /// Calls a function for each touchscreen that has a pipeline of a stage.
  func forEachTouchscreen(
    on stage: Stage, _ body: (inout Touchscreen, StagePipeline, Instant) -> Void
  ) {
    input.forEachTouchscreen(at: turn.now) { touchscreen, time in
      if let own = touchscreen.pipeline(of: stage) { body(&touchscreen, own, time) }
    }
  }

  /// The numbers of the touchscreens that a request names; all of them where the request names none. A touchscreen that
  /// has just come does not count while the stage does not have it yet.
  func numbers(of device: DeviceReference?, on stage: Stage) throws(RequestError) -> [Int] {
    var found: [Int] = []
    var names: [String] = []
    forEachTouchscreen(on: stage) { touchscreen, _, _ in
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

  /// Changes a stage's pipelines of some touchscreens between their events.
  func change(
    _ numbers: [Int], on stage: Stage,
    _ body: (inout TouchscreenPipeline, Instant, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    input.forEachTouchscreen(at: turn.now) { touchscreen, time in
      guard numbers.contains(touchscreen.number) else { return }
      touchscreen.change(on: stage, at: time, publisher, body)
    }
  }
}

/// The cost of a request apart from its processor time, which is measured.
package struct RequestCost: Hashable {
  /// The lines sent before the reply.
  package var lines = 0
}
