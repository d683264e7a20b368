/// Takes fingers that are too large for palms: never told of where they land so, cancelled where they become so. A
/// pen is no palm.
struct PalmFilter: ContactFilter {
  private let maximumRadius: Double
  private var swallowed: SwallowedContacts

  /// A filter; nil where the settings take nothing for a palm.
  init?(_ settings: FilterSettings, maximumTouches: Int) {
    guard settings.palmRadius > 0 else { return nil }
    maximumRadius = settings.palmRadius + Tolerance.distance
    swallowed = SwallowedContacts(maximumTouches: maximumTouches)
  }

  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    output.append(time: frame.time, cause: frame.cause)
    for change in frame.changes where !swallowed.takes(change) {
      guard isPalm(change) else {
        output.append(change)
        continue
      }
      swallowed.swallow(change.slot)
      if change.kind == .moved {
        var loss = change
        loss.kind = .cancelled
        output.append(loss)
      }
    }
    output.closeFrame()
  }

  /// A contact that is over is not judged any more.
  private func isPalm(_ change: ContactChange) -> Bool {
    switch change.kind {
    case .began, .moved: change.attributes.type != .pencil && change.attributes.majorRadius > maximumRadius
    case .ended, .cancelled: false
    }
  }
}
