/// What authors and delegates allow beyond the rules of conflict. A property is looked at before the delegate is
/// asked, and without a delegate nothing here costs anything.
extension GestureArena {
  // MARK: Receiving

  /// ARB-22 to ARB-24: the event first, once for each recognizer, then the touch.
  mutating func mayReceive(_ touch: borrowing Touch, _ number: Int, at time: Instant) -> Bool {
    guard let delegate else { return true }
    if attempts[number].askedEvent != eventCount {
      attempts[number].askedEvent = eventCount
      attempts[number].mayReceiveEvent = delegate.recognizer(number, shouldReceiveEventAt: time) == .yes
    }
    guard attempts[number].mayReceiveEvent else { return false }
    return delegate.recognizer(number, shouldReceive: touch) == .yes
  }

  /// ARB-38, ARB-39: a recognizer has been offered a touch; with each other that has it for the first time, both
  /// are asked whether one waits for the other.
  mutating func askForRequirements(_ number: Int, sharing slot: Int) {
    guard let delegate, !attempts[number].isPassive else { return }
    for other in engaged where other != number && !attempts[other].isPassive {
      guard offered[other].isTracking(slot), memory.noteSharing(number, other) else { continue }
      askForRequirement(of: number, toFail: other, delegate)
      askForRequirement(of: other, toFail: number, delegate)
    }
  }

  private mutating func askForRequirement(
    of dependent: Int, toFail required: Int, _ delegate: any GestureDelegate
  ) {
    let isWanted =
      delegate.recognizer(dependent, shouldRequireFailureOf: required) == .yes
      || delegate.recognizer(required, shouldBeRequiredToFailBy: dependent) == .yes
    // ARB-41: of requirements that close a circle the later one is dropped.
    guard isWanted, !waits(required, for: dependent) else { return }
    memory.require(dependent, toFail: required)
  }

  /// Whether a recognizer waits for another, directly or by way of others.
  private func waits(_ number: Int, for other: Int) -> Bool {
    var reached = [number]
    var position = 0
    while position < reached.count {
      let dependent = reached[position]
      if dependent == other { return true }
      var required = relations[dependent].requireToFail
      for requirement in memory.requirements where requirement.dependent == dependent {
        required.append(requirement.required)
      }
      for next in required where !reached.contains(next) { reached.append(next) }
      position += 1
    }
    return false
  }

  // MARK: Going together

  /// Whether a recognizer that acts makes another fail, as far as the two are concerned (ARB-9 to ARB-16).
  mutating func prevents(_ number: Int, _ other: Int) -> Bool {
    if relations[number].spares.contains(other) { return false }
    return delegate == nil || !(answersSimultaneity(number, other) || answersSimultaneity(other, number))
  }

  /// ARB-11: asked anew at each conflict, once an event.
  private mutating func answersSimultaneity(_ asking: Int, _ other: Int) -> Bool {
    if let known = memory.simultaneity(asking, other) { return known }
    let answer = delegate?.recognizer(asking, shouldRecognizeSimultaneouslyWith: other) == .yes
    memory.note(asking, other, answer)
    return answer
  }

  // MARK: Beginning

  /// ARB-19, ARB-21: asked once per attempt, when nothing else is in the way of a recognizer.
  ///
  /// - Returns: why it may not act; nil where it may.
  func refusal(of number: Int, _ tracker: borrowing TouchTracker, at time: Instant) -> Reason? {
    guard isAllowed(number, by: attempts[number].shouldBegin, at: time) else { return Reason("mayNotBegin") }
    guard let delegate else { return nil }
    let proposal = proposal(of: number, at: time)
    guard delegate.recognizer(number, shouldBegin: proposal) == .yes else { return Reason("mayNotBegin") }
    guard !attempts[number].isPassive else { return nil }
    var asked = attempts[number].touchedRegion
    guard delegate.region(asked, shouldBegin: proposal) == .yes else { return Reason("refusedByRegion") }
    for slot in offered[number].tracked where tracker.touches[slot].region != asked {
      asked = tracker.touches[slot].region
      guard delegate.region(asked, shouldBegin: proposal) == .yes else { return Reason("refusedByRegion") }
    }
    return nil
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
  /// Where the gesture goes: its first displacement or velocity.
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
