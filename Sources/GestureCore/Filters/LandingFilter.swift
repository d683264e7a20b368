/// Skips the first positions of a contact: some panels report them far from the finger.
///
/// ```
///   panel   ↓  ·  ·  ·  ·  ↑        the first positions may be anywhere
///   told          ↓  ·  ·  ↑        with two positions skipped
///   panel   ↓  ·     ↑              the finger was up before: the lift is reported at its last position
///   told             ↓↑
/// ```
///
/// A finger at rest sends nothing. A landing is therefore reported at the latest when the slowest panel would have sent
/// the skipped positions.
struct LandingFilter: ContactFilter {
  /// A landing that is held back.
  private struct HeldLanding {
    var change: ContactChange
    /// The number of positions still to skip.
    var remaining: Int
    /// The time at which the landing is reported anyway.
    var due: Instant
  }

  /// A frame for the landings of each report, one for the moves, and one for lifts of held landings.
  let mostFrames: Int
  private let skippedSamples: Int
  private let patience: TimeSpan
  private var held: [HeldLanding] = []

  /// A filter; nil where the settings skip no position.
  init?(_ settings: FilterSettings, maximumTouches: Int) {
    guard settings.skippedSamples > 0 else { return nil }
    mostFrames = maximumTouches + 2
    skippedSamples = settings.skippedSamples
    patience = settings.landingDelay
    held.reserveCapacity(maximumTouches)
  }

  var nextDeadline: Instant? {
    held.lazy.map(\.due).min()
  }

  var withheldContacts: Int { held.count }

  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    releaseLiftedLandings(frame, into: &output)
    output.append(time: frame.time, cause: frame.cause)
    for change in frame.changes { filter(change, at: frame.time, into: &output) }
    if let last = held.lastIndex(where: { $0.remaining <= 0 }) {
      releaseFirst(last + 1, at: frame.time, into: &output)
    }
    switch frame.cause {
    case .deviceRemoved, .interrupted: held.removeAll(keepingCapacity: true)
    case .report, .resynchronized, .cancelled: break
    }
    output.closeFrame()
  }

  mutating func release(by time: Instant, into output: inout FrameQueue) {
    output.append(time: time, cause: .report)
    releaseFirst(held.prefix { $0.due <= time }.count, at: time, into: &output)
    output.closeFrame()
  }

  mutating func forgetContacts() {
    held.removeAll(keepingCapacity: true)
  }

  /// A frame has each slot at most once, so the landing of a contact that lifts needs a frame of its own.
  private mutating func releaseLiftedLandings(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    guard !held.isEmpty else { return }
    var count = 0
    for change in frame.changes where change.kind == .ended {
      guard let position = held.firstIndex(where: { $0.change.slot == change.slot }) else { continue }
      held[position].change.position = change.position
      count = max(count, position + 1)
    }
    output.append(time: frame.time, cause: .report)
    releaseFirst(count, at: frame.time, into: &output)
    output.closeFrame()
  }

  /// Releases the earliest landings, so that fingers keep the order in which they landed. A frame is sorted by slot, so
  /// landings of several reports get a frame each.
  private mutating func releaseFirst(_ count: Int, at time: Instant, into output: inout FrameQueue) {
    for position in 0..<count {
      if position > 0, held[position].due != held[position - 1].due {
        output.closeFrame()
        output.append(time: time, cause: .report)
      }
      output.append(held[position].change)
    }
    held.removeFirst(count)
  }

  private mutating func filter(_ change: ContactChange, at time: Instant, into output: inout FrameQueue) {
    switch change.kind {
    case .began:
      _ = removeHeld(change.slot)
      held.append(HeldLanding(change: change, remaining: skippedSamples, due: time + patience))
    case .moved:
      guard let position = held.firstIndex(where: { $0.change.slot == change.slot }) else {
        output.append(change)
        return
      }
      held[position].change.position = change.position
      held[position].change.attributes = change.attributes
      held[position].remaining -= 1
    case .cancelled:
      // A contact whose landing is held never began in the output, so it needs no cancellation.
      if removeHeld(change.slot) == nil { output.append(change) }
    case .ended:
      output.append(change)
    }
  }

  /// Removes a held landing from the list and returns it.
  private mutating func removeHeld(_ slot: Int) -> ContactChange? {
    guard let position = held.firstIndex(where: { $0.change.slot == slot }) else { return nil }
    return held.remove(at: position).change
  }
}
