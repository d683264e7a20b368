/// The permissions of authors and delegates beyond the rules of conflict. Properties are read before the delegate is
/// asked. Without a delegate nothing here costs anything.
extension GestureArena {
  // MARK: Receiving

  /// Asks about the event first, once for each recognizer, then about the touch (ARB-22 to ARB-24). Owners are asked
  /// only about touches that the recognizer would take.
  mutating func mayReceive(
    _ touch: borrowing Touch, _ number: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) -> GestureAnswer {
    let asked = roster.attempts[number].asks
    if asked.contains(.shouldReceiveEvent) || asked.contains(.shouldReceive),
      !isAcceptable(touch.slot, to: number, tracker, at: time)
    {
      return .no
    }
    let event = OpenQuestion.Matter.receiveEvent(eventCount)
    switch answerOfOwner(number, event, .shouldReceiveEvent, blocking: number, at: time) {
    case .no: return .no
    case .later(let question): return .later(question)
    case .yes: break
    case nil:
      if roster.attempts[number].askedEvent != eventCount {
        roster[number].askedEvent = eventCount
        let answer = take(
          delegate?.recognizer(number, shouldReceiveEventAt: time), number, event, blocking: number, at: time)
        roster[number].mayReceiveEvent = answer != .no
        if case .later = answer { return answer }
      }
      guard roster.attempts[number].mayReceiveEvent else { return .no }
    }
    let matter = OpenQuestion.Matter.receive(touch.id)
    if let answer = answerOfOwner(
      number, matter, .shouldReceive, blocking: number, slot: touch.slot, at: time)
    {
      return answer
    }
    return take(
      delegate?.recognizer(number, shouldReceive: touch), number, matter, blocking: number, at: time)
  }

  /// Asks a recognizer that was offered a touch, and each other one that shares a touch with it for the first time,
  /// whether one waits for the other (ARB-38, ARB-39).
  ///
  /// A touch that an owner has not decided on yet counts as shared. Otherwise the recognizer that would wait could act
  /// before the decision.
  mutating func askForRequirements(
    _ number: Int, sharing slot: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) {
    guard !roster.attempts[number].isPassive else { return }
    for other in roster.engaged where other != number && !roster.attempts[other].isPassive {
      guard
        offered[other].isTracking(slot) || undecided.contains(tracker.touches[slot].id, of: other),
        memory.noteSharing(number, other)
      else { continue }
      askForRequirement(of: number, toFail: other, at: time)
      askForRequirement(of: other, toFail: number, at: time)
    }
  }

  /// Asks both recognizers, unless the first says yes at once. A late yes counts from then on.
  private mutating func askForRequirement(of dependent: Int, toFail required: Int, at time: Instant) {
    var matter = OpenQuestion.Matter.requireFailure(required)
    let own =
      answerOfOwner(dependent, matter, .requireFailure, blocking: dependent, at: time)
      ?? take(
        delegate?.recognizer(dependent, shouldRequireFailureOf: required), dependent, matter,
        blocking: dependent, at: time)
    if own == .yes { return require(dependent, toFail: required) }
    matter = .beRequiredToFail(dependent)
    let others =
      answerOfOwner(required, matter, .beRequiredToFail, blocking: dependent, at: time)
      ?? take(
        delegate?.recognizer(required, shouldBeRequiredToFailBy: dependent), required, matter,
        blocking: dependent, at: time)
    if others == .yes { require(dependent, toFail: required) }
  }

  /// Adds a requirement. A later requirement that would close a circle is dropped (ARB-41).
  mutating func require(_ dependent: Int, toFail required: Int) {
    guard !waits(required, for: dependent) else { return }
    memory.require(dependent, toFail: required)
  }

  /// Whether a recognizer waits for another, directly or through others.
  private func waits(_ number: Int, for other: Int) -> Bool {
    var isReached = Array(repeating: false, count: roster.indices.count)
    var upcoming = [number]
    isReached[number] = true
    while let dependent = upcoming.popLast() {
      if dependent == other { return true }
      var required = relations[dependent].requireToFail
      if memory.hasRequirement(of: dependent) {
        for requirement in memory.requirements where requirement.dependent == dependent {
          required.append(requirement.required)
        }
      }
      for next in required where !isReached[next] {
        isReached[next] = true
        upcoming.append(next)
      }
    }
    return false
  }

  // MARK: Going together

  /// Whether an acting recognizer makes another fail, by the rules for the two (ARB-9 to ARB-16). The answer is `later`
  /// while it is open whether they go together.
  ///
  /// - Parameter blocked: the recognizer that waits for the answer in the meantime; nil to ask no new question.
  mutating func prevents(
    _ number: Int, _ other: Int, blocking blocked: Int?, at time: Instant
  ) -> GestureAnswer {
    if relations[number].spare(relations[other], numbered: other, from: number) { return .no }
    guard asksAnybody else { return .yes }
    let first = answersSimultaneity(number, other, blocking: blocked, at: time)
    if first == .yes { return .no }
    let second = answersSimultaneity(other, number, blocking: blocked, at: time)
    if second == .yes { return .no }
    return first == .no && second == .no ? .yes : .later(0)
  }

  /// Asks at each conflict anew, once an event (ARB-11). A late answer counts until one of the two attempts is over.
  private mutating func answersSimultaneity(
    _ asking: Int, _ other: Int, blocking blocked: Int?, at time: Instant
  ) -> GestureAnswer {
    let matter = OpenQuestion.Matter.simultaneous(other)
    if let known = questions.answer(asking, matter) { return known }
    if let known = memory.simultaneity(asking, other) { return known ? .yes : .no }
    if let blocked {
      let answer = answerOfOwner(asking, matter, .simultaneous, blocking: blocked, at: time)
      if let answer { return answer }
    } else if roster.attempts[asking].asks.contains(.simultaneous) {
      return .no
    }
    let answer = take(
      delegate?.recognizer(asking, shouldRecognizeSimultaneouslyWith: other), asking, matter,
      blocking: blocked ?? asking, at: time)
    if case .later = answer { return answer }
    memory.note(asking, other, answer == .yes)
    return answer
  }

  // MARK: Beginning

  /// The permission of a recognizer that no other recognizer prevents.
  enum Permission {
    /// The recognizer may act.
    case granted
    /// The recognizer may not act, and fails.
    case refused(Reason)
    /// The answer is open, and the recognizer waits.
    case open
  }

  /// Asks once per attempt, when nothing else prevents the recognizer (ARB-19, ARB-21).
  mutating func permission(
    of number: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) -> Permission {
    guard isAllowed(number, by: roster.attempts[number].shouldBegin, at: time) else {
      return .refused(Reason("mayNotBegin"))
    }
    guard asksAnybody else { return .granted }
    let proposal = proposal(of: number, at: time)
    let own =
      answerOfOwner(number, .begin, .shouldBegin, blocking: number, proposal: proposal, at: time)
      ?? take(
        delegate?.recognizer(number, shouldBegin: proposal), number, .begin, blocking: number, at: time)
    if own == .no { return .refused(Reason("mayNotBegin")) }
    var isOpen = own != .yes
    if !roster.attempts[number].isPassive, hasDelegate {
      var asked = roster.attempts[number].touchedRegion
      var answers = [askRegion(asked, proposal, at: time)]
      for slot in offered[number].tracked where tracker.touches[slot].region != asked {
        guard answers.last != .no else { break }
        asked = tracker.touches[slot].region
        answers.append(askRegion(asked, proposal, at: time))
      }
      if answers.contains(.no) { return .refused(Reason("refusedByRegion")) }
      if answers.contains(where: { $0 != .yes }) { isOpen = true }
    }
    if !knowsWhomToPrevent(number, at: time) { isOpen = true }
    return isOpen ? .open : .granted
  }

  private mutating func askRegion(
    _ region: Int, _ proposal: GestureProposal, at time: Instant
  ) -> GestureAnswer {
    let number = proposal.recognizer
    if let known = questions.answer(number, .regionBegin(region)) { return known }
    return take(
      delegate?.region(region, shouldBegin: proposal), number, .regionBegin(region), blocking: number,
      at: time)
  }

  private func isAllowed(
    _ number: Int, by policy: RecognizerProperties.BeginPolicy, at time: Instant
  ) -> Bool {
    switch policy {
    case .always: return true
    case .never: return false
    case .horizontal, .vertical:
      guard let way = recognizers[number].values(at: time).way else { return true }
      return policy == .horizontal ? abs(way.x) > abs(way.y) : abs(way.y) > abs(way.x)
    }
  }
}

extension GestureValues {
  /// The direction of the gesture: its first displacement or velocity.
  fileprivate var way: Vector? {
    for position in 0..<count {
      switch self[position] {
      case .displacement(let vector), .velocity(let vector): return vector
      case .count, .word, .point, .span, .ratio, .ratioVelocity, .angle, .angularVelocity, .matrix: break
      }
    }
    return nil
  }
}
