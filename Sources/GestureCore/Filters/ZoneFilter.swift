/// Ignores contacts that land in a zone of the screen until they lift, wherever they go (QUE-3).
struct ZoneFilter: ContactFilter {
  private let frames: [(frame: Rect, types: Set<TouchType>?)]
  private var swallowed: SwallowedContacts

  /// A filter for the zones of a screen; nil without zones.
  init?(_ zones: [ExclusionZone], screen: Size, maximumTouches: Int) {
    guard !zones.isEmpty else { return nil }
    frames = zones.map { ($0.frame(on: screen), $0.touchTypes) }
    swallowed = SwallowedContacts(maximumTouches: maximumTouches)
  }

  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    output.append(time: frame.time, cause: frame.cause)
    for change in frame.changes where !swallowed.swallows(change) {
      if change.kind == .began, excludes(change) {
        swallowed.swallow(change.slot)
      } else {
        output.append(change)
      }
    }
    output.closeFrame()
  }

  private func excludes(_ change: ContactChange) -> Bool {
    for (frame, types) in frames where frame.contains(change.position) {
      if types?.contains(change.attributes.type) ?? true { return true }
    }
    return false
  }
}
