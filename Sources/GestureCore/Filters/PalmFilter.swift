/// Treats large contacts as palms. A contact that lands as a palm never begins, and one that becomes a palm is
/// cancelled. Pens pass.
struct PalmFilter: ContactFilter {
  private let maximumRadius: Double
  private var swallowed: SwallowedContacts

  /// A filter; nil where the settings set no limit.
  init?(_ settings: FilterSettings, maximumTouches: Int) {
    guard settings.palmRadius > 0 else { return nil }
    maximumRadius = settings.palmRadius + Tolerance.distance
    swallowed = SwallowedContacts(maximumTouches: maximumTouches)
  }

  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    output.append(time: frame.time, cause: frame.cause)
    for change in frame.changes where !swallowed.swallows(change) {
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

  /// A contact that ends is no longer judged.
  private func isPalm(_ change: ContactChange) -> Bool {
    switch change.kind {
    case .began, .moved: !change.attributes.type.isPen && change.attributes.majorRadius > maximumRadius
    case .ended, .cancelled: false
    }
  }
}
