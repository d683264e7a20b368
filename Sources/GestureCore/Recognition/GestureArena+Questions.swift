/// Questions with late answers (DMN-10). An answer counts at the touchscreen's next event, or when its time is over,
/// never in between. Until then the recognizer stays possible, and the touches it holds stay held.
extension GestureArena {
  /// Answers a question.
  ///
  /// - Returns: whether the question is open here and the owner may answer it.
  mutating func answer(_ question: UInt64, _ answer: Bool, from owner: Int) -> Bool {
    questions.record(question, answer) { question in
      if case .beginIn(let region) = question.matter { return askingRegions.owner(of: region) == owner }
      return tables.set.instances[question.recognizer].owner == owner
    }
  }

  /// The known answer to a question, or the result of asking the recognizer's owner. Nil where the owner does not want
  /// this question.
  mutating func answerOfOwner(
    _ number: Int, _ matter: OpenQuestion.Matter, _ kind: OwnerQuestions, blocking blocked: Int,
    slot: Int = -1,
    proposal: GestureProposal? = nil, at time: Instant
  ) -> GestureAnswer? {
    if let known = questions.answer(number, matter) { return known }
    guard roster.attempts[number].asks.contains(kind) else { return nil }
    var question = OpenQuestion(
      number: 0, recognizer: number, matter: matter, blocked: blocked, deadline: time + settings.askTimeout)
    question.slot = slot
    question.proposal = proposal
    guard questions.open(question) else { return matter.defaultAnswer ? .yes : .no }
    return .later
  }

  /// Applies answers, at the beginning of an event.
  ///
  /// - Parameter expired: whether the event is a deadline, so that expired questions count too.
  mutating func settleQuestions(
    _ tracker: borrowing TouchTracker, at time: Instant, expired: Bool, into buffer: inout EventBuffer
  ) {
    while let (question, answer, isExpired) = questions.settleNext(at: time, expired: expired) {
      if isExpired {
        var expiry = ExpiryEvent(
          question: question.number, recognizer: question.recognizer, value: answer, time: time)
        if case .beginIn(let region) = question.matter { expiry.region = region }
        buffer.append(.expired(expiry))
      }
      guard !question.isMoot else { continue }
      switch question.matter {
      case .receiveEvent(let event): settle(question, event: event, answer, tracker, at: time, into: &buffer)
      case .receive(let touch):
        settle(touch, of: question.recognizer, answer, tracker, at: time, into: &buffer)
      case .requireFailure(let required):
        if answer { require(question.recognizer, toFail: required) }
      case .beRequiredToFail(let dependent):
        if answer { require(dependent, toFail: question.recognizer) }
      case .begin, .beginIn, .simultaneous: break
      }
    }
    roster.dropIdle()
  }

  /// Sends owners their questions.
  mutating func sendQuestions(
    _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    guard !questions.isEmpty else { return }
    for position in questions.entries.indices where questions.entries[position].number == 0 {
      let entry = questions.entries[position]
      let matter: QuestionEvent.Matter
      switch entry.matter {
      case .receiveEvent: matter = .shouldReceiveEvent
      case .receive:
        buffer.append(
          record(of: tracker.touches[entry.slot], in: roster.attempts[entry.recognizer].region, regions))
        matter = .shouldReceive(record: buffer.recordCount - 1)
      case .begin:
        matter = .shouldBegin(entry.proposal ?? proposal(of: entry.recognizer, at: time))
      case .beginIn(let region):
        matter = .shouldBeginIn(region, entry.proposal ?? proposal(of: entry.recognizer, at: time))
      case .simultaneous(let other): matter = .simultaneous(other: other)
      case .requireFailure(let required): matter = .requireFailure(of: required)
      case .beRequiredToFail(let dependent): matter = .beRequiredToFail(by: dependent)
      }
      let question = identifiers.nextQuestion()
      questions.setNumber(of: position, to: question)
      // A question about a landing belongs to the landing's sequence, not to an earlier one of the attempt.
      let sequence = entry.matter.isOfLanding ? tracker.sequence : roster.attempts[entry.recognizer].sequence
      buffer.append(
        .asked(
          QuestionEvent(
            question: question, recognizer: entry.recognizer, matter: matter, sequence: sequence, time: time))
      )
    }
  }

  /// The record of a touch for an owner.
  func record(of touch: Touch, in region: Int, _ regions: borrowing RegionTree) -> TouchRecord {
    var record = TouchRecord(
      id: touch.id, phase: touch.phase, time: touch.time, location: touch.location, tapCount: touch.tapCount,
      region: touch.region, window: regions.regions[touch.region].window, attributes: touch.attributes)
    record.previousLocation = touch.previousLocation
    record.regionLocation = regions.location(of: touch.location, in: region)
    record.previousRegionLocation = regions.location(of: touch.previousLocation, in: region)
    return record
  }
}
