import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// `answer` and `state`: clients' answers to questions and offers (DMN-10, CUS-1 to CUS-9). The daemon replies only to
/// wrong answers.
extension CommandRunner {
  func answer(
    _ command: AnswerCommand, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    let question: UInt64
    switch subscriber(client)?.told.questions.meaning(of: command.question) ?? .unknown {
    case .number(let number): question = number
    case .past: throw .overdue(question: command.question)
    case .unknown:
      throw RequestError(
        .unknownQuestion,
        "found \(command.question), which this client was never asked; allowed: the number of a line ask",
        path: "question")
    }
    var isTaken = answerAction(question, command.value, from: client, on: stage)
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      guard !isTaken else { return }
      isTaken = own.pipeline.answer(
        question, with: command.value ? .yes : .no, from: client.number)
    }
    if !isTaken {
      isTaken = input.answer(question, with: command.value ? .yes : .no, from: client.number)
    }
    guard isTaken else { throw .overdue(question: command.question) }
  }

  func state(
    _ command: StateCommand, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    let offer: UInt64
    switch subscriber(client)?.told.offers.meaning(of: command.event) ?? .unknown {
    case .number(let number): offer = number
    case .past: throw .overdue(offer: command.event)
    case .unknown:
      throw RequestError(
        .unknownQuestion,
        "found \(command.event), which this client was never offered; allowed: the event of a line offer",
        path: "event")
    }
    let reply = CustomReply(
      event: offer, state: command.state,
      ignoredTouches: command.ignored.compactMap { UInt64(exactly: $0) }, deadline: command.deadline,
      values: command.values)
    var outcome = CustomReplyOutcome.unknown
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      guard case .unknown = outcome else { return }
      outcome = own.pipeline.reply(reply, from: client.number)
    }
    switch outcome {
    case .taken: return
    // The recognizer that received the offer is gone.
    case .unknown, .late: throw .overdue(offer: command.event)
    case .illegal(let from):
      throw RequestError(
        .conflict, "found \(command.state) after \(from); allowed: \(Self.states(after: from))", path: "state"
      )
    }
  }

  /// The states that a reply may name next, for a message.
  private static func states(after state: GestureState) -> String {
    switch state {
    case .possible: "possible, began, ended, failed"
    case .began, .changed: "changed, ended, cancelled"
    case .ended, .cancelled, .failed: "none before the line reset"
    }
  }

  private func subscriber(_ client: ClientIdentity) -> Subscriber? {
    connections.subscriber(numbered: client.number)
  }
}

extension RequestError {
  /// No recognizer waits for the answer to the question any more.
  fileprivate static func overdue(question: UInt64) -> RequestError {
    RequestError(
      .late, "question \(question) is closed: an answer or the default counts; allowed: one answer, in time",
      path: "question", hint: "ask_timeout_ms in [touch]")
  }

  /// No recognizer waits for the reply to the offer any more.
  fileprivate static func overdue(offer: UInt64) -> RequestError {
    RequestError(
      .late,
      "found \(offer), whose gesture is over; allowed: the event of an offer since the last line reset",
      path: "event")
  }
}

extension AnswerCommand: ServedCommand {
  static var isAboutDeclarations: Bool { true }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.answer(self, from: client, on: stage)
    return nil
  }
}

extension StateCommand: ServedCommand {
  static var isAboutDeclarations: Bool { true }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.state(self, from: client, on: stage)
    return nil
  }
}
