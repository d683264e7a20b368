/// The order of touches that are let go. Such a touch waits for the lifts of earlier ones, where they did not overlap on the
/// glass. It waits no longer than its own region states. Once it has lifted too, the gaps of those that the app already knew
/// shrink, so that no queue grows (FLT-65).
extension AppReceiver {
  /// The time before which a late touch does not lift (FLT-53).
  func earliestLift(of position: Int) -> Instant {
    touches[position].isLate && !touches[position].isHurried
      ? touches[position].told + bounds.settings.replayGap : touches[position].told
  }

  /// Whether a touch that waited is free, or has lost its gap.
  func hasFollowers(at time: Instant) -> Bool {
    for position in touches.indices {
      switch touches[position].progress.stage {
      case .held: if touches[position].isReleased, !mustWait(position) { return true }
      case .told:
        if touches[position].progress.isInGap, earliestLift(of: position) <= received(at: time) {
          return true
        }
      case .over: continue
      }
    }
    return false
  }

  /// Makes a touch wait that recognizers have let go of. Earlier touches lose their gaps once it has waited as long as
  /// its region states. Once it has lifted, those that the app knew before it was let go lose theirs: otherwise the
  /// waits of quick taps add up. The app receives no such tap's landing and lift at once.
  mutating func wait(_ position: Int, at time: Instant, into buffer: inout EventBuffer) {
    let (latest, now) = (touches[position].latestLanding, received(at: time))
    let isOrdered = hasEarlierToEnd(position)
    hold(position, until: isOrdered ? time : nil, at: time, into: &buffer)
    guard !isOrdered else { return }
    if latest > now { touches[position].outputDue = latest }
    let released = touches[position].progress.lifted == nil ? nil : touches[position].released
    for earlier in 0..<position where !touches[earlier].isHurried && isBefore(earlier, position) {
      switch touches[earlier].progress.stage {
      case .held: guard touches[earlier].isReleased, latest <= now else { continue }
      case .told:
        let isFollowed = released.map { touches[earlier].told < $0 } ?? false
        guard touches[earlier].progress.isInGap, latest <= now || isFollowed else { continue }
      case .over: continue
      }
      touches[earlier].isHurried = true
    }
  }

  /// Whether a touch waits for the end of an earlier one that is let go too, which the app may receive late. Such touches do
  /// not overlap for the app where they did not overlap on the glass. The wait ends once the earlier one has lost its gap.
  func mustWait(_ position: Int) -> Bool {
    if hasEarlierToEnd(position) { return true }
    for earlier in 0..<position where isBefore(earlier, position) {
      switch touches[earlier].progress.stage {
      case .held: if touches[earlier].isReleased { return true }
      case .told: if touches[earlier].progress.isInGap { return true }
      // The end is sent in this event, after all landings.
      case .over: if touches[earlier].isLate, touches[earlier].progress.marks.contains(.ended) { return true }
      }
    }
    return false
  }

  /// Whether the hold of an earlier touch may end at this very instant, by a deadline after this event. Touches that are let go
  /// in one instant go out in the order of their landings, whichever recognizer held them (FLT-54).
  private func hasEarlierToEnd(_ position: Int) -> Bool {
    for earlier in 0..<position
    where touches[earlier].progress.stage == .held && !touches[earlier].isReleased
      && touches[earlier].mayEndNow
    {
      return true
    }
    return false
  }

  /// Whether an earlier touch had lifted when another one landed.
  private func isBefore(_ earlier: Int, _ position: Int) -> Bool {
    touches[earlier].progress.lifted.map { $0 <= touches[position].landed } ?? false
  }
}
