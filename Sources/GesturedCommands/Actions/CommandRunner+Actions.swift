import GestureCore
import GestureProtocol
import GesturedBase
import GesturedDevices
import GesturedServing

/// Leads actions from responder to responder (ACT-1 to ACT-4).
extension CommandRunner {
  /// The answer of one responder.
  private enum Takers {
    /// No client performs the action there.
    case noClient
    /// These clients take it.
    case clients([Int])
    /// This client is asked first.
    case asks(Int)
  }

  /// The time at which the first unanswered question means no; nil where no action waits.
  package var actionDeadline: Instant? { actions.nextDeadline }

  /// Sends the actions of recognizers on their way, and goes on with actions whose questions are over.
  package func advanceActions() {
    if turn.takes(.actions) {
      for fired in publisher.removeFiredActions() { send(fired) }
    }
    while let position = actions.open.firstIndex(where: {
      $0.question.map { $0.deadline <= turn.now } ?? true
    }) {
      var course = actions.open.remove(at: position)
      if let question = course.question.take() {
        publisher.tell(question.client, unanswered: question.number, at: question.deadline)
      }
      goOn(course)
    }
  }

  /// Accepts the answer to a question about an action.
  ///
  /// - Returns: whether an action waits for the answer.
  func answerAction(
    _ number: UInt64, _ answer: Bool, from client: ClientIdentity, on stage: Stage
  ) -> Bool {
    guard
      let position = actions.open.firstIndex(where: {
        $0.stage === stage && $0.question?.number == number && $0.question?.client == client.number
      })
    else { return false }
    var course = actions.open.remove(at: position)
    guard let question = course.question.take() else { return false }
    if answer { finish(course, at: question.stop, [question.client]) } else { goOn(course) }
    return true
  }

  /// Forgets the actions of clients that are gone, and goes on where they were asked.
  func forgetActions(of clients: Set<Int>) {
    actions.taken = actions.taken.filter { !clients.contains($0.value.client) }
    actions.open.removeAll { $0.request.map { clients.contains($0.client.number) } ?? false }
    while let position = actions.open.firstIndex(where: {
      $0.question.map { clients.contains($0.client) } ?? false
    }) {
      var course = actions.open.remove(at: position)
      course.question = nil
      goOn(course)
    }
  }

  // MARK: The way

  /// Goes on with an action until a responder takes it, one is asked, or none is left.
  func goOn(_ course: ActionCourse) {
    var course = course
    let clients = connections.all.filter { course.reach.contains($0) && !$0.isGuarded && $0.isServed }
    let stage = course.stage
    while let stop = course.stops.popFirst() {
      guard !course.takers.contains(stop.name) else { continue }
      switch takers(of: course.message.action, at: stop, among: clients, on: stage) {
      case .noClient: continue
      case .clients(let clients): return finish(course, at: stop, clients)
      case .asks(let client):
        var message = course.message
        message.responder = stop.name
        guard let number = publisher.ask(client, about: message, on: stage) else { continue }
        course.question = ActionCourse.Question(
          client: client, number: number, stop: stop,
          deadline: turn.now + stage.scene.configuration.touch.askTimeout)
        actions.open.append(course)
        turn.owe(.deadlines)
        return
      }
    }
    finish(course, at: nil, [])
  }

  private func takers(
    of action: String, at stop: ResponderPath.Stop, among clients: [Subscriber], on stage: Stage
  ) -> Takers {
    switch stop.name {
    case .region(let name):
      guard let declared = stage.scene.regions[name], declared.region.actions.contains(action) else {
        return .noClient
      }
      guard declared.owner == RegionTree.configuration else {
        guard clients.contains(where: { $0.number == declared.owner }) else { return .noClient }
        return declared.region.asks.contains(.canPerform) ? .asks(declared.owner) : .clients([declared.owner])
      }
      let listeners = connections.listenersToActions(at: stop, among: clients)
      return listeners.isEmpty ? .noClient : .clients(listeners)
    case .controller, .application:
      for client in clients {
        guard let held = client.subscription.held(stop.name, for: .action) else { continue }
        guard
          held.actions.contains(action)
            || stage.scene.configuration.responderActions[stop.name]?.contains(action) ?? false
        else { return .noClient }
        return held.asksCanPerform ? .asks(client.number) : .clients([client.number])
      }
      return .noClient
    }
  }

  /// Ends an action: sends it to its takers and to the observers, and replies to the request.
  private func finish(_ course: ActionCourse, at stop: ResponderPath.Stop?, _ clients: [Int]) {
    var course = course
    course.message.responder = stop?.name
    if let stop { course.takers.insert(stop.name) }
    for client in clients {
      publisher.tell(
        client, message(of: course, for: client), numbered: actions.record(course, takenBy: client))
    }
    publisher.show(message(of: course, for: nil), to: course.reach, besides: clients)
    guard let (client, id) = course.request else { return }
    if let stop {
      publisher.reply(to: client.number, id, [ReplyField("responder", .text(stop.name.text))])
    } else if let error = undeclared(course) {
      publisher.reply(to: client.number, id, error)
    } else {
      publisher.reply(to: client.number, id, [ReplyField("unhandled", .flag(true))])
    }
  }

  /// The action as a client may know it: without the name of another client's own recognizer.
  private func message(of course: ActionCourse, for client: Int?) -> ActionMessage {
    var message = course.message
    guard let recognizer = course.recognizer, case .recognizer(_, let kind, let device) = message.sender
    else {
      return message
    }
    let isKnown =
      recognizer.owner == RegionTree.configuration || recognizer.isPublic || recognizer.owner == client
    message.sender = .recognizer(name: isKnown ? recognizer.recognizer : nil, kind: kind, device: device)
    return message
  }

  /// The mistake of an action that no responder declares; nil where one does. An action that was taken once is declared.
  private func undeclared(_ course: ActionCourse) -> RequestError? {
    guard course.takers.isEmpty else { return nil }
    let stage = course.stage
    var known = Set(stage.scene.configuration.responderActions.values.joined())
    let clients = connections.all.filter(course.reach.contains)
    let owners = Set(clients.map { $0.number } + [RegionTree.configuration])
    for declaration in stage.scene.regions.declarations where owners.contains(declaration.owner) {
      known.formUnion(declaration.region.actions)
    }
    for client in clients { for held in client.subscription.responders { known.formUnion(held.actions) } }
    let action = course.message.action
    guard !known.contains(action) else { return nil }
    return RequestError(
      .invalidValue, "found “\(action)”; allowed: an action that a responder declares", path: "action",
      hint: NearestWord.nearest(to: action, among: known.sorted())
        ?? "actions of a region, of [controller.NAME], or of responders in subscribe")
  }

  // MARK: Recognizers

  /// Sends an action of a recognizer on its way (ACT-4).
  private func send(_ fired: FiredAction) {
    let (stage, origin) = (fired.stage, fired.stage.origin)
    guard publisher.has(stage), !origin.isPlaceless, lease.holders.isEmpty,
      actions.open.count(where: { $0.request == nil }) < ActionDesk.mostOpen
    else { return }
    let action = fired.action
    let begin = turn.processorTime()
    let stops =
      action.target.map { [stop(of: $0, on: stage)] }
      ?? stops(andFrom: action.region, of: fired.device, on: stage)
    goOn(
      ActionCourse(
        message: ActionMessage(
          action.name, at: fired.time, responder: nil,
          from: .recognizer(name: nil, kind: action.kind, device: fired.device), in: action.region),
        stage: stage, reach: origin.reach, recognizer: action, stops: stops[...]))
    if let user = origin.user { turn.charge(turn.processorTime() - begin, toEach: [user]) }
  }

  /// The hearing of recognizers, with those that send an action which a client may take: they take part as declared.
  func withActions(_ hearing: [RecognizerHearing], on stage: Stage) -> [RecognizerHearing] {
    let sent = stage.scope.actions
    guard !sent.isEmpty, lease.holders.isEmpty, !stage.origin.isPlaceless else { return hearing }
    let reach = stage.origin.reach
    let clients = connections.all.filter { reach.contains($0) && !$0.isGuarded }
    let listens = clients.contains { $0.subscription.takesActions }
    let owners = Set(clients.map { $0.number })
    var declared: Set<String> = []
    if sent.contains(where: { $0.value.owner == RegionTree.configuration }), !listens {
      for region in stage.scene.regions.declarations where owners.contains(region.owner) {
        declared.formUnion(region.region.actions)
      }
    }
    var hearing = hearing
    for (number, action) in sent
    where action.owner == RegionTree.configuration && hearing.indices.contains(number) {
      if listens || declared.contains(action.name) { hearing[number] = .asked }
    }
    return hearing
  }

  // MARK: Paths

  /// The responders for an action without a target: from the first responder, then from the sender (RSP-14).
  ///
  /// - Parameters:
  ///   - sender: the name of the sender's region; nil for none.
  ///   - device: the sender's touchscreen; nil for the first one that has the region.
  func stops(
    andFrom sender: String?, of device: Int? = nil, on stage: Stage
  ) -> [ResponderPath.Stop] {
    var stops = responderPath(on: stage).stops
    guard let sender else { return stops }
    for stop in path(from: sender, of: device, on: stage)?.stops ?? [] where !stops.contains(stop) {
      stops.append(stop)
    }
    return stops
  }

  /// The chain from a region on; nil where the region lies on no touchscreen.
  private func path(from region: String, of device: Int?, on stage: Stage) -> ResponderPath? {
    var path: ResponderPath?
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      let regions = own.pipeline.regions
      guard path == nil, device.map({ $0 == touchscreen.number || $0 == 0 }) ?? true,
        let number = regions.number(named: region)
      else { return }
      let start: Responder = regions.regions[number].parent == nil ? .window(number) : .region(number)
      path = ResponderPath(device: touchscreen.number, from: start, in: regions)
    }
    return path
  }

  /// A responder that an action names as its target.
  func stop(of name: ResponderName, on stage: Stage) -> ResponderPath.Stop {
    guard case .region(let region) = name, let first = path(from: region, of: nil, on: stage)?.stops.first
    else {
      return ResponderPath.Stop(device: 0, number: -1, name: name)
    }
    return first
  }
}
