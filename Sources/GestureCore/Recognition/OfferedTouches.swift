/// The touches that a recognizer has been offered in its present attempt, ignored ones left out.
struct OfferedTouches: Sendable {
  /// The most touches of one attempt that are remembered, more than ten taps of ten fingers: a recognizer that
  /// takes in fingers for ever forgets the oldest that lifted.
  private static let capacity = 128

  /// The ids of all of them, those that have lifted too.
  private var ids: [UInt64] = []
  /// The slots of those still down, or lifted in the present event, in began order.
  private(set) var tracked: [Int] = []

  init() {
    ids.reserveCapacity(Self.capacity)
    tracked.reserveCapacity(16)
  }

  /// The ids of all of them.
  var allIDs: [UInt64] { ids }

  /// How many have been offered.
  var count: Int { ids.count }

  /// How many are still down after the present event.
  func downCount(_ tracker: borrowing TouchTracker) -> Int {
    var count = 0
    for slot in tracked where tracker.touches[slot].isDown { count += 1 }
    return count
  }

  /// Takes in the touch of a slot.
  mutating func append(_ slot: Int, _ tracker: borrowing TouchTracker) {
    if ids.count == Self.capacity { forgetOldestLifted(tracker) }
    ids.append(tracker.touches[slot].id)
    tracked.append(slot)
  }

  /// Takes in a touch that landed earlier, in its place.
  ///
  /// - Parameter slot: where it is; nil where it is up already.
  mutating func insert(_ touch: UInt64, at slot: Int?, _ tracker: borrowing TouchTracker) {
    if ids.count == Self.capacity { forgetOldestLifted(tracker) }
    ids.insert(touch, at: ids.firstIndex { $0 > touch } ?? ids.count)
    guard let slot else { return }
    let place = tracked.firstIndex { tracker.touches[$0].id > touch } ?? tracked.count
    tracked.insert(slot, at: place)
  }

  /// Whether a touch landed after all of them.
  func isLatest(_ touch: UInt64) -> Bool { ids.last.map { $0 < touch } ?? true }

  private mutating func forgetOldestLifted(_ tracker: borrowing TouchTracker) {
    for position in ids.indices {
      let id = ids[position]
      if !tracked.contains(where: { tracker.touches[$0].id == id }) {
        ids.remove(at: position)
        return
      }
    }
  }

  /// Whether a touch has been offered.
  func contains(_ touch: UInt64) -> Bool { ids.contains(touch) }

  /// Whether both have been offered a same touch.
  func shares(with other: borrowing OfferedTouches) -> Bool {
    for id in ids where other.ids.contains(id) { return true }
    return false
  }

  /// Whether a touch that is down is among them.
  func isTracking(_ slot: Int) -> Bool {
    for tracked in tracked where tracked == slot { return true }
    return false
  }

  /// Forgets a touch as if it had never been offered (ARB-26).
  mutating func ignore(_ touch: borrowing Touch) {
    let (id, slot) = (touch.id, touch.slot)
    ids.removeAll { $0 == id }
    tracked.removeAll { $0 == slot }
  }

  /// Forgets the touch of an id, which may be up already, as if it had never been offered.
  mutating func remove(_ id: UInt64, _ tracker: borrowing TouchTracker) {
    ids.removeAll { $0 == id }
    tracked.removeAll { tracker.touches[$0].id == id }
  }

  /// Forgets all but those that landed in the present event.
  mutating func keepLandings(_ tracker: borrowing TouchTracker) {
    tracked.removeAll { tracker.touches[$0].phase != .began }
    ids.removeAll(keepingCapacity: true)
    for slot in tracked { ids.append(tracker.touches[slot].id) }
  }

  /// Lets go of the slots of touches that have lifted.
  mutating func letGo(_ tracker: borrowing TouchTracker) {
    tracked.removeAll { !tracker.touches[$0].isDown }
  }

  /// Forgets all.
  mutating func removeAll() {
    ids.removeAll(keepingCapacity: true)
    tracked.removeAll(keepingCapacity: true)
  }
}
