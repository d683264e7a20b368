/// The contacts of a device that no later stage sees. A contact is in this set from its landing, or from its detection,
/// until its lift.
struct SwallowedContacts: Sendable {
  private var isSwallowed: [Bool]

  /// An empty set for a device with that many slots.
  init(maximumTouches: Int) {
    isSwallowed = Array(repeating: false, count: maximumTouches)
  }

  /// Swallows the contact in a slot from now on.
  mutating func swallow(_ slot: Int) {
    guard isSwallowed.indices.contains(slot) else { return }
    isSwallowed[slot] = true
  }

  /// Whether a change belongs to a swallowed contact. The contact's end frees the slot.
  mutating func swallows(_ change: ContactChange) -> Bool {
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
