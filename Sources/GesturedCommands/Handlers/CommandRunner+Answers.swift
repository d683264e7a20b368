import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// `answer` and `state`: clients' answers to questions and offers (DMN-10, CUS-1 to CUS-9). The daemon replies only to
/// wrong answers.
extension CommandRunner {
  func answer(_ command: AnswerCommand, from client: ClientIdentity) throws(RequestError) {
    let question: UInt64
    switch subscriber(client)?.questions.meaning(of: command.question) ?? .unknown {
    case .number(let number): question = number
    case .past: throw .overdue(question: command.question)
    case .unknown:
      throw RequestError(
        .unknownQuestion, "this client was not asked question \(command.question)", path: "question")
    }
    var isTaken = answerAction(question, command.value, from: client)
    forEachTouchscreen(at: turn.now) { touchscreen, _ in
      guard !isTaken else { return }
      isTaken = touchscreen.pipeline.answer(
        question, with: command.value ? .yes : .no, from: client.number)
    }
    if !isTaken {
      isTaken = input.answer(question, with: command.value ? .yes : .no, from: client.number)
    }
    guard isTaken else { throw .overdue(question: command.question) }
  }

  func state(_ command: StateCommand, from client: ClientIdentity) throws(RequestError) {
    let offer: UInt64
    switch subscriber(client)?.offers.meaning(of: command.event) ?? .unknown {
    case .number(let number): offer = number
    case .past: throw .overdue(offer: command.event)
    case .unknown:
      throw RequestError(
        .unknownQuestion, "this client got no offer \(command.event)", path: "event")
    }
    let reply = CustomReply(
      event: offer, state: command.state,
      ignoredTouches: command.ignored.compactMap { UInt64(exactly: $0) }, deadline: command.deadline,
      values: command.values)
    var outcome = CustomReplyOutcome.unknown
    forEachTouchscreen(at: turn.now) { touchscreen, _ in
      guard case .unknown = outcome else { return }
      outcome = touchscreen.pipeline.reply(reply, from: client.number)
    }
    switch outcome {
    case .taken: return
    // The recognizer that received the offer is gone.
    case .unknown, .late: throw .overdue(offer: command.event)
    case .illegal(let from):
      throw RequestError(
        .conflict, "a recognizer that is \(from) cannot become \(command.state)", path: "state")
    }
  }

  private func subscriber(_ client: ClientIdentity) -> Subscriber? {
    publisher.subscriber(numbered: client.number)
  }
}

extension RequestError {
  /// No recognizer waits for the answer to the question any more.
  fileprivate static func overdue(question: UInt64) -> RequestError {
    RequestError(.late, "question \(question) does not wait for an answer any more", path: "question")
  }

  /// No recognizer waits for the reply to the offer any more.
  fileprivate static func overdue(offer: UInt64) -> RequestError {
    RequestError(.late, "the attempt that event \(offer) was part of is over", path: "event")
  }
}

extension AnswerCommand: ServedCommand {
  static var isAboutStage: Bool { true }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField]? {
    try runner.answer(self, from: client)
    return nil
  }
}

extension StateCommand: ServedCommand {
  static var isAboutStage: Bool { true }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField]? {
    try runner.state(self, from: client)
    return nil
  }
}
