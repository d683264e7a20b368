/// The touches that a recognizer was offered in its present attempt, without ignored touches.
struct OfferedTouches: Sendable {
  /// The most touches of one attempt that are remembered: more than ten taps of ten fingers. A recognizer that keeps
  /// taking in fingers forgets the oldest lifted touch.
  private static let capacity = 128

  /// The ids of all these touches, lifted ones included.
  private var ids: [UInt64] = []
  /// The slots of the touches that are down or lifted in the present event, in began order.
  private(set) var tracked: [Int] = []
  /// The touches that lines of the gesture list, in began order. Only kept while a reader wants them.
  private(set) var fingers: [GestureFinger] = []
  /// The slots of touches that are down or lifted in the present event, and that the recognizer could not have because it
  /// waited (ARB-46).
  private(set) var missed: [Int] = []
  /// When the first of these touches landed; nil without touches, or where an owner has ignored that touch.
  private(set) var firstLanding: Instant?

  init() {
    ids.reserveCapacity(Self.capacity)
    tracked.reserveCapacity(16)
    missed.reserveCapacity(16)
    fingers.reserveCapacity(16)
  }

  /// The ids of all these touches.
  var allIDs: [UInt64] { ids }

  /// Whether no touch is down that was offered, or that was missed.
  var areAllUp: Bool { tracked.isEmpty && missed.isEmpty }

  /// Records a touch that lands and is not offered, because the recognizer waits.
  mutating func miss(_ slot: Int) {
    if !missed.contains(slot) { missed.append(slot) }
  }

  /// Whether a missed touch has landed before the present event and is still down.
  func isMissing(_ tracker: borrowing TouchTracker) -> Bool {
    for slot in missed where tracker.touches[slot].phase != .began && tracker.touches[slot].isDown {
      return true
    }
    return false
  }

  /// The number of all these touches.
  var count: Int { ids.count }

  /// Whether all these touches land in the present event. Touches are in began order, and a frame has each slot once, so
  /// the first one tells.
  func areOnlyLandings(_ tracker: borrowing TouchTracker) -> Bool {
    guard tracked.count == ids.count, let first = tracked.first else { return false }
    return tracker.touches[first].phase == .began
  }

  /// The number of touches that are down after the present event.
  func downCount(_ tracker: borrowing TouchTracker) -> Int {
    // Lifted touches go at the end of their event.
    guard tracker.hasLifts else { return tracked.count }
    var count = 0
    for slot in tracked where tracker.touches[slot].isDown { count += 1 }
    return count
  }

  /// Whether the recognizer of these touches admits one that lands. The recognizer is `inout` only to be read in place: a
  /// call of a list's element copies the element.
  func admits(
    _ slot: Int, by recognizer: inout any Recognizer, _ tracker: borrowing TouchTracker
  ) -> Bool {
    recognizer.admits(tracker.touches[slot], tracked: downCount(tracker))
  }

  /// Appends the touch of a slot.
  mutating func append(_ slot: Int, _ tracker: borrowing TouchTracker) {
    if ids.count == Self.capacity { forgetOldestLifted(tracker) }
    if ids.isEmpty { firstLanding = tracker.touches[slot].beganTime }
    ids.append(tracker.touches[slot].id)
    tracked.append(slot)
  }

  /// Appends all touches that land in the present event.
  ///
  /// - Parameter most: the most touches that may be tracked then.
  mutating func appendLandings(
    _ landed: [UInt64], in slots: [Int], atMost most: Int, _ tracker: borrowing TouchTracker
  ) {
    // One touch is appended as it is: a copy of a list costs more.
    guard landed.count > 1, ids.count + landed.count <= Self.capacity, tracked.count + landed.count <= most
    else {
      for slot in slots where tracked.count < most { append(slot, tracker) }
      return
    }
    if ids.isEmpty, let first = slots.first { firstLanding = tracker.touches[first].beganTime }
    ids.append(contentsOf: landed)
    tracked.append(contentsOf: slots)
  }

  /// Inserts a touch that landed earlier, at its place in the order.
  ///
  /// - Parameter slot: the touch's slot; nil if the touch is already up.
  mutating func insert(_ touch: UInt64, at slot: Int?, _ tracker: borrowing TouchTracker) {
    if ids.count == Self.capacity { forgetOldestLifted(tracker) }
    let rank = ids.firstIndex { $0 > touch } ?? ids.count
    if rank == 0 { firstLanding = slot.map { tracker.touches[$0].beganTime } }
    ids.insert(touch, at: rank)
    guard let slot else { return }
    let place = tracked.firstIndex { tracker.touches[$0].id > touch } ?? tracked.count
    tracked.insert(slot, at: place)
  }

  /// Brings `fingers` up to date. The last touches stay once none is tracked any more, as lines may come later (LOC-7).
  ///
  /// - Parameter keepsLifted: whether touches that lifted earlier stay until a finger lands while none is down. They made a
  ///   tap or a swipe (LOC-3).
  mutating func updateFingers(_ tracker: borrowing TouchTracker, keepsLifted: Bool) {
    guard !tracked.isEmpty else { return }
    if keepsLifted, !fingers.isEmpty, tracked.contains(where: { tracker.touches[$0].phase != .began }) {
      keepLifted(tracker)
      for position in tracked.indices { insert(GestureFinger(tracker.touches[tracked[position]])) }
    } else if fingers.count == tracked.count {
      // Nearly all events only move the fingers of the list, which has the order of `tracked`.
      let tracked = tracked
      var fingers = fingers.mutableSpan
      for position in fingers.indices {
        fingers[position] = GestureFinger(tracker.touches[tracked[position]])
      }
    } else {
      fingers.removeAll(keepingCapacity: true)
      for position in tracked.indices { fingers.append(GestureFinger(tracker.touches[tracked[position]])) }
    }
  }

  /// Keeps the touches that lifted before the present event.
  private mutating func keepLifted(_ tracker: borrowing TouchTracker) {
    var kept = 0
    for position in fingers.indices where fingers[position].isUp {
      fingers[kept] = fingers[position]
      kept += 1
    }
    fingers.removeLast(fingers.count - kept)
    for slot in tracked {
      for position in fingers.indices where fingers[position].id == tracker.touches[slot].id {
        fingers.remove(at: position)
        break
      }
    }
  }

  /// Inserts a touch at its place in the order.
  private mutating func insert(_ finger: GestureFinger) {
    var place = fingers.count
    while place > 0, fingers[place - 1].id > finger.id { place -= 1 }
    if place == fingers.count { fingers.append(finger) } else { fingers.insert(finger, at: place) }
  }

  /// Forgets that the gesture lists a touch.
  private mutating func forgetFinger(_ id: UInt64) {
    if !fingers.isEmpty { fingers.removeAll { $0.id == id } }
  }

  /// Whether a touch landed after all of these.
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

  /// Whether a touch was offered.
  func contains(_ touch: UInt64) -> Bool { ids.contains(touch) }

  /// Whether both recognizers were offered a common touch.
  func shares(with other: borrowing OfferedTouches) -> Bool {
    for id in ids where other.ids.contains(id) { return true }
    return false
  }

  /// Whether the touch in a slot is tracked.
  func isTracking(_ slot: Int) -> Bool {
    for tracked in tracked where tracked == slot { return true }
    return false
  }

  /// Forgets a touch as if it had never been offered (ARB-26).
  mutating func ignore(_ touch: borrowing Touch) {
    let (id, slot) = (touch.id, touch.slot)
    if ids.first == id { firstLanding = nil }
    ids.removeAll { $0 == id }
    tracked.removeAll { $0 == slot }
    forgetFinger(id)
  }

  /// Forgets the touch with an id, which may be up already, as if it had never been offered.
  mutating func remove(_ id: UInt64, _ tracker: borrowing TouchTracker) {
    if ids.first == id { firstLanding = nil }
    ids.removeAll { $0 == id }
    tracked.removeAll { tracker.touches[$0].id == id }
    forgetFinger(id)
  }

  /// Forgets all touches that did not land in the present event.
  mutating func keepLandings(_ tracker: borrowing TouchTracker) {
    tracked.removeAll { tracker.touches[$0].phase != .began }
    ids.removeAll(keepingCapacity: true)
    for slot in tracked { ids.append(tracker.touches[slot].id) }
    missed.removeAll(keepingCapacity: true)
    firstLanding = tracked.first.map { tracker.touches[$0].beganTime }
    fingers.removeAll(keepingCapacity: true)
  }

  /// Removes the slots of touches that have lifted.
  mutating func letGo(_ tracker: borrowing TouchTracker) {
    tracked.removeAll { !tracker.touches[$0].isDown }
    if !missed.isEmpty { missed.removeAll { !tracker.touches[$0].isDown } }
  }

  /// Forgets all touches. Most recognizers have one or two. To remove these one by one costs a third of removing a range.
  mutating func removeAll() {
    firstLanding = nil
    while ids.popLast() != nil {}
    while tracked.popLast() != nil {}
    if !missed.isEmpty { missed.removeAll(keepingCapacity: true) }
    if !fingers.isEmpty { fingers.removeAll(keepingCapacity: true) }
  }
}
