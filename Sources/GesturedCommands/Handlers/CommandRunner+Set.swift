import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing

/// `set`: sets a value of an active recognizer (PAN-11, PIN-4, ROT-7). A client may do so for its own recognizers. With
/// the right `adjust` it may also change recognizers of the configuration, for everyone (RES-4).
extension CommandRunner {
  func set(
    _ command: SetCommand, id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    let path = "recognizer"
    guard stage.scene.recognizers.ownNumbers(named: command.recognizer, of: client.number).isEmpty else {
      guard case .value(let value) = command.change else {
        throw RequestError(
          .conflict,
          "“\(command.recognizer.escapedForMessage)” is this client's own, which the request recognizers changes; allowed: "
            + "a recognizer of the configuration",
          path: path, hint: "recognizers")
      }
      try set(value, of: command, owner: client.number, on: [stage])
      return []
    }
    let isKnown = !configured(command.recognizer).isEmpty
    guard isKnown || stage.scene.recognizers.disabledNames.contains(command.recognizer) else {
      throw RequestError(
        .unknownRecognizer,
        "neither this client nor the configuration has a recognizer “\(command.recognizer.escapedForMessage)”; "
          + "allowed: a recognizer of one of them",
        path: path,
        hint: NearestWord.nearest(
          to: command.recognizer,
          among: stage.scene.recognizers.names(of: client.number)
            + stage.scene.recognizers.names(of: RegionTree.configuration)
        ).map(\.escapedForMessage))
    }
    try require(.adjust, for: client, path: path)
    guard isKnown else {
      throw RequestError(
        .conflict,
        "the configuration removes “\(command.recognizer.escapedForMessage)” with enabled = false; allowed: a recognizer "
          + "that it has",
        path: path, hint: "enabled in [recognizer.\(command.recognizer.escapedForMessage)]")
    }
    if case .value(let value) = command.change {
      try set(value, of: command, owner: RegionTree.configuration, on: publisher.stages)
      return []
    }
    return try adjust(command, id: id, from: client, on: stage)
  }

  /// The numbers of a recognizer of the configuration in everyone's scene.
  private func configured(_ name: String) -> [Int] {
    publisher.everyone.scene.recognizers.ownNumbers(named: name, of: RegionTree.configuration)
  }

  /// Sets a value of gestures under way. A value of a recognizer of the configuration counts on all stages.
  private func set(
    _ value: GestureAdjustment, of command: SetCommand, owner: Int, on stages: [Stage]
  ) throws(RequestError) {
    let devices = try numbers(of: command.device, on: stages[0])
    var hasValue = devices.isEmpty
    for stage in stages {
      let recognizers = stage.scene.recognizers.ownNumbers(named: command.recognizer, of: owner)
      change(devices, on: stage) { pipeline, _, _, _ in
        for number in recognizers where pipeline.adjust(number, value) { hasValue = true }
      }
    }
    guard hasValue else {
      throw RequestError(
        .conflict, "the recognizer “\(command.recognizer.escapedForMessage)” has no such value",
        path: "recognizer",
        hint: "translation of a pan, scale of a pinch, rotation of a rotation, identity of a transform")
    }
  }

  // MARK: Changes that stay

  private func adjust(
    _ command: SetCommand, id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    if try mustWait(Request(id: id, command: command), path: "recognizer", from: client, on: stage) {
      return nil
    }
    var next = adjustments
    next.record(command.change, of: command.recognizer, by: client.number)
    var recognizers = stage.scene.recognizers
    do throws(SettingMistake) {
      try next.apply(to: &recognizers, [command.recognizer]) { mistake throws(SettingMistake) in throw mistake
      }
    } catch {
      throw RequestError(error)
    }
    try checkMemory(
      adding: next.keptBytes(of: client.number) - adjustments.keptBytes(of: client.number), for: client,
      path: "recognizer")
    adjustments = next
    replace(by: recognizers, of: [RegionTree.configuration], on: stage, paidBy: [client.credentials.userID])
    return try spread(id, from: client, on: stage, isEdit: true) { [unowned self] stage in
      publishNews(of: stage) { turn.isOver }
      return stage.news.isEmpty ? .done([]) : .goesOn
    }
  }

  /// Ends the changes of clients that are gone, or that have lost the right.
  ///
  /// - Parameter payers: the clients' users, which pay for the messages.
  func endAdjustments(of clients: Set<Int>, paidBy payers: [UInt32]) {
    let names = adjustments.drop(of: clients)
    guard !names.isEmpty else { return }
    var recognizers = publisher.everyone.scene.recognizers
    adjustments.applyFitting(to: &recognizers, names)
    replace(by: recognizers, of: [RegionTree.configuration], on: publisher.everyone, paidBy: payers)
  }

  /// Ends the changes that a new configuration leaves without a recognizer or without a right.
  func checkAdjustments() {
    adjustments.keep { !configured($0).isEmpty }
    let clients = Set(adjustments.entries.map(\.client)).filter { number in
      guard let subscriber = connections.subscriber(numbered: number) else { return true }
      return !rights.mayDo(.adjust, subscriber.credentials)
    }
    endAdjustments(of: clients, paidBy: [])
  }

  /// The most changes in a reply to `status`, so that it fits in a line.
  private static let mostAdjustments = 16

  /// The latest changes for the reply to `status`: who has changed which recognizers.
  var presentAdjustments: ReplyValue {
    .list(
      adjustments.entries.suffix(Self.mostAdjustments).map { entry in
        var fields = [
          ReplyField("recognizer", .text(entry.recognizer)), ReplyField("client", .integer(entry.client)),
        ]
        if let credentials = connections.subscriber(numbered: entry.client)?.credentials {
          fields.append(ReplyField("uid", .integer(Int(credentials.userID))))
        }
        if let isEnabled = entry.isEnabled { fields.append(ReplyField("enabled", .flag(isEnabled))) }
        let keys = entry.options.keys.sorted()
        if !keys.isEmpty { fields.append(ReplyField("options", .list(keys.map { .text($0) }))) }
        return .object(fields)
      })
  }
}

extension SetCommand: ServedCommand {
  /// Everyone's stage for a recognizer of the configuration, and the client's for its own.
  func stage(
    for client: ClientIdentity, _ subscriber: Subscriber, by runner: CommandRunner
  ) throws(RequestError) -> Stage {
    let own = subscriber.declaresOn.scene.recognizers.ownNumbers(named: recognizer, of: client.number)
    return own.isEmpty ? runner.publisher.everyone : subscriber.declaresOn
  }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.set(self, id: id, from: client, on: stage)
  }
}
