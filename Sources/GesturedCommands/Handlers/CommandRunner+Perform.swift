import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// `perform`: sends an action to a responder that performs it, or passes on one that the client took (ACT-1).
extension CommandRunner {
  func perform(
    _ command: PerformCommand, id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    guard let subscriber = connections.subscriber(numbered: client.number) else { return }
    guard !subscriber.isGuarded else {
      throw RequestError(
        .notPermitted,
        "the responder of an action would reveal where a finger tapped, and the configuration keeps this off the socket",
        path: "command", hint: "raw_path, or positions and single_finger in [socket]")
    }
    // The first responder may be the field of a secret.
    guard lease.holders.isEmpty else {
      throw RequestError(
        .unavailable, "private mode is on: send the request again after the line inhibit with ended",
        path: "command")
    }
    let isOwn = { (course: ActionCourse) in
      course.request?.client.credentials.userID == client.credentials.userID
    }
    guard actions.open.count(where: isOwn) < ActionDesk.mostOpen else {
      throw RequestError(
        .limitReached,
        "\(ActionDesk.mostOpen) actions of this user wait for answers already; allowed: at most \(ActionDesk.mostOpen)",
        path: "command",
        hint: "send it again when one of them is answered")
    }
    for (name, path) in [(command.sender, "sender"), (command.target?.region, "target")] {
      guard let name, stage.scene.regions[name] == nil else { continue }
      throw .unknownRegion(name, among: stage.scene.regions.names(toldTo: client.number), path: path)
    }
    if let passed = command.passed {
      return goOn(try course(passing: passed, command, id, subscriber, client, on: stage))
    }
    let stops = command.target.map { [stop(of: $0, on: stage)] } ?? stops(andFrom: command.sender, on: stage)
    let message = ActionMessage(
      command.action, value: command.value, at: input.stamp(at: turn.now), responder: nil,
      from: .client(client.number), in: command.sender)
    goOn(
      ActionCourse(
        message: message, stage: stage, reach: ActionReach(of: subscriber), request: (client, id),
        stops: stops[...]))
  }

  /// The rest of the way of an action that a client took. It goes to the target, or to the responders behind the
  /// client's.
  private func course(
    passing number: UInt64, _ command: PerformCommand, _ id: RequestID?, _ subscriber: Subscriber,
    _ client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> ActionCourse {
    var known: (course: ActionCourse, client: Int)?
    switch subscriber.told.actions.meaning(of: number) {
    case .number(let own): known = actions.taken[own]
    case .past: break
    case .unknown:
      throw RequestError(
        .unknownQuestion,
        "found \(number), an action that this client never took; allowed: the action_id of a line action",
        path: "pass")
    }
    guard var course = known?.course, case .number(let own) = subscriber.told.actions.meaning(of: number)
    else {
      throw RequestError(
        .late,
        "found \(number), which is passed on already or too old; allowed: each of the latest \(ActionDesk.mostPassable) "
          + "actions, once", path: "pass")
    }
    guard course.message.action == command.action else {
      throw RequestError(
        .conflict, "found another action; allowed: “\(course.message.action)”, as in action \(number)",
        path: "action",
        hint: course.message.action)
    }
    if let target = command.target {
      guard !course.takers.contains(target) else {
        throw RequestError(
          .conflict,
          "“\(target.text.escapedForMessage)” has taken this action already; allowed: a responder that has not",
          path: "target")
      }
      course.stops = [stop(of: target, on: stage)]
    }
    actions.taken[own] = nil
    if let value = command.value { course.message.value = value }
    course.request = (client, id)
    return course
  }
}

extension ResponderName {
  /// The name of a region or window; nil for a controller and the application.
  fileprivate var region: String? {
    if case .region(let name) = self { name } else { nil }
  }
}

extension PerformCommand: ServedCommand {
  static var isAboutDeclarations: Bool { true }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.perform(self, id: id, from: client, on: stage)
    return nil
  }
}
