/// Holds a contact at its last reported position until it is far enough away, for hands that shake and panels that
/// jitter.
struct MovementFilter: ContactFilter {
  private let minimumMovement: Double
  /// The last reported change of each slot.
  private var told: [ContactChange]

  /// A filter; nil where the settings let every movement pass.
  init?(_ settings: FilterSettings, maximumTouches: Int) {
    guard settings.minimumMovement > 0 else { return nil }
    minimumMovement = settings.minimumMovement - Tolerance.distance
    told = Array(
      repeating: ContactChange(slot: 0, kind: .cancelled, position: .zero), count: maximumTouches)
  }

  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    output.append(time: frame.time, cause: frame.cause)
    for var change in frame.changes where told.indices.contains(change.slot) {
      let last = told[change.slot]
      if change.kind != .began, (change.position - last.position).length < minimumMovement {
        change.position = last.position
        // Force and radius may still have changed (TCH-8).
        if change.kind == .moved, change.attributes == last.attributes { continue }
      }
      told[change.slot] = change
      output.append(change)
    }
    output.closeFrame()
  }
}
