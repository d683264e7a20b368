/// The contacts of a device that nobody is told of, from their landing, or from when they were found out, to their
/// lift.
struct SwallowedContacts: Sendable {
  private var isSwallowed: [Bool]

  /// None, of a device with that many slots.
  init(maximumTouches: Int) {
    isSwallowed = Array(repeating: false, count: maximumTouches)
  }

  /// Swallows the contact of a slot from now on.
  mutating func swallow(_ slot: Int) {
    guard isSwallowed.indices.contains(slot) else { return }
    isSwallowed[slot] = true
  }

  /// Whether a change is of a contact that nobody is told of. After its end the slot is as any other.
  mutating func takes(_ change: ContactChange) -> Bool {
    guard isSwallowed.indices.contains(change.slot), isSwallowed[change.slot] else { return false }
    switch change.kind {
    case .began:
      isSwallowed[change.slot] = false
      return false
    case .moved:
      return true
    case .ended, .cancelled:
      isSwallowed[change.slot] = false
      return true
    }
  }
}
