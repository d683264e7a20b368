/// The permissions of authors and owners beyond the rules of conflict. Properties are read before the owner is asked.
/// Where no owner wants a question, nothing here costs anything.
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
    case .later: return .later
    case .yes, nil: break
    }
    let matter = OpenQuestion.Matter.receive(touch.id)
    return answerOfOwner(number, matter, .shouldReceive, blocking: number, slot: touch.slot, at: time) ?? .yes
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
        roster.touches[other].isTracking(slot) || undecided.contains(tracker.touches[slot].id, of: other),
        dynamicRequirements.recordSharing(number, other)
      else { continue }
      askForRequirement(of: number, toFail: other, at: time)
      askForRequirement(of: other, toFail: number, at: time)
    }
  }

  /// Asks both recognizers, unless the first says yes at once. A late yes counts from then on.
  private mutating func askForRequirement(of dependent: Int, toFail required: Int, at time: Instant) {
    let own = answerOfOwner(
      dependent, .requireFailure(required), .requireFailure, blocking: dependent, at: time)
    if own == .yes { return require(dependent, toFail: required) }
    let others = answerOfOwner(
      required, .beRequiredToFail(dependent), .beRequiredToFail, blocking: dependent, at: time)
    if others == .yes { require(dependent, toFail: required) }
  }

  /// Adds a requirement. A later requirement that would close a circle is dropped (ARB-41).
  mutating func require(_ dependent: Int, toFail required: Int) {
    guard !waits(required, for: dependent) else { return }
    dynamicRequirements.require(dependent, toFail: required)
  }

  /// Whether a recognizer waits for another, directly or through others.
  private func waits(_ number: Int, for other: Int) -> Bool {
    var isReached = Array(repeating: false, count: roster.indices.count)
    var upcoming = [number]
    isReached[number] = true
    while let dependent = upcoming.popLast() {
      if dependent == other { return true }
      var required = tables.relations[dependent].requireToFail
      if dynamicRequirements.hasRequirement(of: dependent) {
        for requirement in dynamicRequirements.requirements where requirement.dependent == dependent {
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
    if tables.relations[number].letsContinue(tables.relations[other], numbered: other, from: number) {
      return .no
    }
    guard tables.asksOwners else { return .yes }
    let first = answersSimultaneity(number, other, blocking: blocked, at: time)
    if first == .yes { return .no }
    let second = answersSimultaneity(other, number, blocking: blocked, at: time)
    if second == .yes { return .no }
    return first == .no && second == .no ? .yes : .later
  }

  /// Asks at each conflict again (ARB-11). The answer counts until one of the two attempts is over.
  private mutating func answersSimultaneity(
    _ asking: Int, _ other: Int, blocking blocked: Int?, at time: Instant
  ) -> GestureAnswer {
    let matter = OpenQuestion.Matter.simultaneous(other)
    guard let blocked else { return questions.answer(asking, matter) ?? .no }
    return answerOfOwner(asking, matter, .simultaneous, blocking: blocked, at: time) ?? .no
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

  /// Asks once per attempt, when nothing else prevents the recognizer (ARB-19).
  mutating func permission(
    of number: Int, _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) -> Permission {
    if !deferrals.isEmpty, isDeferred(number, tracker, at: time, into: &buffer) {
      return .refused(Reason("deferred"))
    }
    let policy = roster.attempts[number].shouldBegin
    guard policy == .always || isAllowed(number, by: policy, at: time) else {
      return .refused(Reason("mayNotBegin"))
    }
    guard tables.asksOwners else { return .granted }
    let proposal = proposal(of: number, at: time)
    let answer = answerOfOwner(
      number, .begin, .shouldBegin, blocking: number, proposal: proposal, at: time)
    if answer == .no { return .refused(Reason("mayNotBegin")) }
    let regional = answerOfRegion(about: number, proposal, at: time)
    if regional == .no { return .refused(Reason("refusedByRegion")) }
    // All questions are asked at once, so that their answers do not wait for one another.
    let knowsPreventions = knowsPreventions(number, at: time)
    return answer == .later || regional == .later || !knowsPreventions ? .open : .granted
  }

  /// Whether a region keeps a system edge pan that is about to begin (EDG-12). A finger's first such pan is reported.
  private mutating func isDeferred(
    _ number: Int, _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    guard !roster.attempts[number].isPassive, tables.set.instances[number].isSystemEdge,
      let slot = roster.touches[number].tracked.first,
      case .word(let word) = roster.recognizers[number].values(at: time)[0],
      let edge = ScreenEdge(rawValue: word)
    else { return false }
    let touch = tracker.touches[slot]
    switch deferrals.judge(edge, from: touch.region, landed: touch.beganTime, at: time) {
    case .begins: return false
    case .isDeferred: return true
    case .isDeferredNow(let region):
      buffer.append(
        .deferred(
          DeferralEvent(edge: edge, region: region, sequence: roster.attempts[number].sequence, time: time)))
      return true
    }
  }

  /// The answer of the innermost region that is asked about a recognizer; yes where none is (ARB-21).
  private mutating func answerOfRegion(
    about number: Int, _ proposal: GestureProposal, at time: Instant
  ) -> GestureAnswer {
    guard let region = askingRegions.region(askedAbout: number, attachedTo: roster.attempts[number].region)
    else { return .yes }
    let matter = OpenQuestion.Matter.beginIn(region)
    if let known = questions.answer(number, matter) { return known }
    var question = OpenQuestion(
      number: 0, recognizer: number, matter: matter, blocked: number, deadline: time + settings.askTimeout)
    question.proposal = proposal
    return questions.open(question) ? .later : .yes
  }

  private func isAllowed(
    _ number: Int, by policy: RecognizerProperties.BeginPolicy, at time: Instant
  ) -> Bool {
    switch policy {
    case .always: return true
    case .never: return false
    case .horizontal, .vertical:
      guard let way = roster.recognizers[number].values(at: time).way else { return true }
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
