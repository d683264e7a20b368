/// Decides which recognizer is recognized when several watch the same fingers. All rules of conflict are in this file.
///
/// A recognizer that has met its criteria is a candidate. Candidates are judged in the order of delivery, and again
/// after each verdict, since a verdict changes the situation of the others:
///
/// ```
///                     ┌─ one it requires has been recognized ──▶ fails            (ARB-30, ARB-43)
///   candidate ────────┼─ one that must not have begun, has ────▶ fails            (ARB-45)
///                     ├─ one it requires is still possible ────▶ waits            (ARB-29, ARB-35)
///                     ├─ an active one does not allow it ──────▶ fails            (ARB-7, ARB-8)
///                     ├─ a region defers it ───────────────────▶ fails            (EDG-12)
///                     ├─ its author or owner says no ───────────▶ fails            (ARB-19)
///                     └─ otherwise ────────────────────────────▶ is recognized, and prevents:
///
///   each possible one that shares a touch ─┬─ requires it ─────────────────────▶ fails      (ARB-30)
///                                          ├─ must not see it begin ───────────▶ fails      (ARB-45)
///                                          ├─ waits for more taps than it ─────▶ goes on    (ARB-17)
///                                          ├─ simultaneous by either's word ───▶ goes on    (ARB-9, ARB-10)
///                                          ├─ may not be prevented by it ──────▶ goes on    (ARB-14 to ARB-16)
///                                          └─ otherwise ───────────────────────▶ fails      (ARB-3)
/// ```
///
/// A waiting recognizer prevents no other (ARB-44). Passive recognizers are outside these rules: they are recognized as
/// soon as they have met their criteria, they prevent no other, and no other prevents them.
extension GestureArena {
  /// The verdict about a candidate.
  private enum Verdict {
    case recognized
    case waits(for: Int)
    case waitsForAnswer
    case fails(Reason)
  }

  /// Whether two recognizers share a touch.
  private enum Sharing {
    /// The recognizers share a touch.
    case certain
    /// The recognizers share a touch if an owner lets the other one have it.
    case undecided
    /// The recognizers share no touch.
    case none
  }

  /// Judges candidates until no verdict changes anything.
  mutating func decideRecognition(
    _ tracker: borrowing TouchTracker, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    var hasMoved = true
    while hasMoved {
      hasMoved = false
      for number in roster.attentive
      where roster.attempts[number].isCandidate && !isOutranked(number, at: time) {
        switch judge(number, at: time) {
        case .recognized:
          switch permission(of: number, tracker, at: time, into: &buffer) {
          case .refused(let reason):
            move(number, to: .failed, reason, at: time, into: &buffer)
          case .granted:
            recognize(number, at: time, identifiers: &identifiers, into: &buffer)
          case .open:
            waitForAnswer(number, at: time, into: &buffer)
            continue
          }
          hasMoved = true
        case .fails(let reason):
          move(number, to: .failed, reason, at: time, into: &buffer)
          hasMoved = true
        case .waits(let required):
          guard roster.wait(number, for: .others, at: time) else { continue }
          appendTransition(
            number, from: .possible, to: .possible, Reason("waitsFor", cause: required), at: time,
            into: &buffer)
        case .waitsForAnswer:
          waitForAnswer(number, at: time, into: &buffer)
        }
        if hasMoved { break }
      }
    }
  }

  /// Makes a recognizer wait for an answer, as others wait for failures (DMN-10).
  private mutating func waitForAnswer(_ number: Int, at time: Instant, into buffer: inout EventBuffer) {
    guard roster.wait(number, for: .answer, at: time) else { return }
    appendTransition(
      number, from: .possible, to: .possible, Reason("waitsForAnswer"), at: time, into: &buffer)
  }

  private mutating func judge(_ number: Int, at time: Instant) -> Verdict {
    if !questions.isEmpty, questions.blocks(number) { return .waitsForAnswer }
    if roster.attempts[number].isPassive { return .recognized }
    var awaited: Int?
    var isOpen = false
    for required in tables.relations[number].requireToFail {
      if let verdict = judge(number, requiring: required, &awaited, &isOpen) { return verdict }
    }
    if dynamicRequirements.hasRequirement(of: number) {
      for requirement in dynamicRequirements.requirements where requirement.dependent == number {
        if let verdict = judge(number, requiring: requirement.required, &awaited, &isOpen) { return verdict }
      }
    }
    for other in tables.relations[number].requireNotBegun where hasBegun(other) {
      switch sharing(number, other) {
      case .certain: return .fails(Reason("requiredHasBegun", cause: other))
      case .undecided: isOpen = true
      case .none: break
      }
    }
    if let awaited { return .waits(for: awaited) }
    for other in roster.attentive where other != number && roster.attempts[other].excludesOthers {
      guard !roster.attempts[other].isPassive else { continue }
      let sharing = sharing(number, other)
      guard sharing != .none else { continue }
      switch prevents(other, number, blocking: number, at: time) {
      case .yes:
        if sharing == .certain { return .fails(Reason("preventedBy", cause: other)) }
        isOpen = true
      case .later: isOpen = true
      case .no: break
      }
    }
    return isOpen ? .waitsForAnswer : .recognized
  }

  /// The verdict of one failure requirement on a candidate. Nil where the requirement is fulfilled, or only holds the
  /// candidate back.
  ///
  /// - Parameter isOpen: set where the verdict depends on an answer that an owner has not given yet.
  private func judge(
    _ number: Int, requiring required: Int, _ awaited: inout Int?, _ isOpen: inout Bool
  ) -> Verdict? {
    let sharing = sharing(number, required)
    guard sharing != .none, !roster.attempts[required].isPassive else { return nil }
    switch roster.attempts[required].state {
    case .began, .changed, .ended:
      if sharing == .certain { return .fails(Reason("requiredWasRecognized", cause: required)) }
      isOpen = true
      return nil
    case .possible:
      if awaited == nil { awaited = required }
      return nil
    case .failed, .cancelled:
      return nil
    }
  }

  /// Whether a candidate and another recognizer share a touch. A candidate has no undecided touches, since a recognizer
  /// with undecided touches is not judged.
  private func sharing(_ number: Int, _ other: Int) -> Sharing {
    if roster.touches[number].shares(with: roster.touches[other]) { return .certain }
    guard undecided.contains(other) else { return .none }
    for entry in undecided.entries
    where entry.recognizer == other && roster.touches[number].contains(entry.touch) {
      return .undecided
    }
    return .none
  }

  private func hasBegun(_ number: Int) -> Bool {
    roster.attempts[number].isActive || roster.attempts[number].state == .ended
  }

  private mutating func recognize(
    _ number: Int, at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    let reason: Reason
    if case .answer = roster.attempts[number].awaited {
      reason = Reason("wasAllowed")
    } else if roster.attempts[number].isCustom {
      reason = Reason("recognizedByClient")
    } else if roster.attempts[number].isWaiting {
      reason = Reason("requiredHaveFailed")
    } else if case .recognize(let own) = roster.attempts[number].decision {
      reason = own
    } else {
      preconditionFailure("a candidate has met its criteria or waits")
    }
    let endsAtOnce = roster.attempts[number].hasEndedWhileWaiting
    roster.identify(number, identifiers.nextGesture(), at: time)
    move(number, to: roster.attempts[number].isDiscrete ? .ended : .began, reason, at: time, into: &buffer)
    if endsAtOnce {
      move(number, to: .ended, Reason("endedWhileWaiting"), at: time, into: &buffer)
      roster.beginAndEnd(number)
    }
    if !roster.attempts[number].isPassive { preventOthers(number, at: time, into: &buffer) }
  }

  private mutating func preventOthers(
    _ number: Int, at time: Instant, into buffer: inout EventBuffer
  ) {
    for other in roster.attentive where other != number && roster.attempts[other].isPossible {
      guard !roster.attempts[other].isPassive else { continue }
      let sharing = sharing(number, other)
      guard sharing != .none, let reason = reasonToFail(other, for: number, at: time) else { continue }
      if sharing == .certain {
        move(other, to: .failed, reason, at: time, into: &buffer)
      } else {
        let own = roster.touches[number]
        undecided.record(failure: reason, of: other) { own.contains($0) }
      }
    }
  }

  /// The reason why a recognizer fails because another one acts with a shared touch; nil if it goes on.
  private mutating func reasonToFail(_ other: Int, for number: Int, at time: Instant) -> Reason? {
    if tables.relations[other].requireToFail.contains(number)
      || dynamicRequirements.requires(other, toFail: number)
    {
      return Reason("requiredWasRecognized", cause: number)
    }
    if tables.relations[other].requireNotBegun.contains(number) {
      return Reason("requiredHasBegun", cause: number)
    }
    return isPrevented(other, by: number, at: time) ? Reason("preventedBy", cause: number) : nil
  }

  /// Whether all open questions about preventing others are answered. Otherwise the recognizer waits, since the others
  /// it makes fail are not known yet (DMN-10).
  mutating func knowsPreventions(_ number: Int, at time: Instant) -> Bool {
    guard !roster.attempts[number].isPassive else { return true }
    var isKnown = true
    for other in roster.attentive where other != number && roster.attempts[other].isPossible {
      guard !roster.attempts[other].isPassive, sharing(number, other) != .none,
        !tables.relations[other].requireToFail.contains(number),
        !dynamicRequirements.requires(other, toFail: number),
        !tables.relations[other].requireNotBegun.contains(number), !waitsForMoreTaps(other, than: number)
      else { continue }
      if case .later = prevents(number, other, blocking: number, at: time) { isKnown = false }
    }
    return isKnown
  }

  private mutating func isPrevented(_ other: Int, by number: Int, at time: Instant) -> Bool {
    guard !waitsForMoreTaps(other, than: number) else { return false }
    // No recognizer is left to wait for an answer, so the default counts: the two do not go together.
    return prevents(number, other, blocking: other, at: time) != .no
  }

  /// Whether a recognizer waits for more taps than another. A tap prevents neither a tap with more taps nor a hold
  /// after at least as many taps (ARB-17).
  private func waitsForMoreTaps(_ other: Int, than number: Int) -> Bool {
    guard roster.attempts[number].isTap else { return false }
    let taps = roster.attempts[number].numberOfTaps
    let otherTaps = roster.attempts[other].numberOfTaps
    return roster.attempts[other].isTap ? otherTaps > taps : otherTaps >= taps
  }

  /// Whether a tap with more taps is recognized in the same event. It is judged first, even before a deeper one
  /// (ARB-18).
  private mutating func isOutranked(_ number: Int, at time: Instant) -> Bool {
    guard roster.attempts[number].isTap, !roster.attempts[number].isPassive else { return false }
    for other in roster.attentive
    where other != number && roster.attempts[other].isCandidate && roster.attempts[other].isTap {
      guard roster.attempts[other].numberOfTaps > roster.attempts[number].numberOfTaps,
        !roster.attempts[other].isPassive, sharing(number, other) == .certain,
        prevents(other, number, blocking: other, at: time) != .no
      else { continue }
      if case .recognized = judge(other, at: time) { return true }
    }
    return false
  }
}
