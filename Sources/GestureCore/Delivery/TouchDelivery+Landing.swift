/// The intake of a delivery: changes of touches, and the receivers of touches that land.
extension TouchDelivery {
  /// Notes the changes of the present event, landings included.
  mutating func takeIn(
    _ tracker: borrowing TouchTracker, regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    // Both lists are in began order, and so are their ids.
    var position = 0
    for slot in tracker.order where tracker.touches[slot].phase != .stationary {
      let id = tracker.touches[slot].id
      if tracker.touches[slot].phase == .began {
        land(tracker.touches[slot], sequence: tracker.sequence, regions: regions, at: time, into: &buffer)
        continue
      }
      while position < touches.count, touches[position].latest.id < id { position += 1 }
      guard position < touches.count, touches[position].latest.id == id else { continue }
      touches[position].note(tracker.touches[slot])
      // A touch that was taken in this event has told its last phase.
      if touches[position].stage == .finished, touches[position].phaseNow == .stationary {
        touches[position].phaseNow = tracker.touches[slot].phase
      }
      guard touches[position].end == .none, touches[position].stage != .finished else { continue }
      if samples.isKept { samples.append(tracker.touches[slot], at: touches[position].place) }
      if detail.contains(.predicted) {
        touches[position].predictor.append(tracker.touches[slot].location, at: time)
      }
    }
    if detail.contains(.predicted) {
      sampleInterval.note(time, isPause: !tracker.hasTouchesBefore)
    }
  }

  private mutating func land(
    _ touch: Touch, sequence: UInt64, regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    if freePlaces.isEmpty { dropOldestHeld(regions: regions, at: time, into: &buffer) }
    guard let place = freePlaces.popLast() else { return }
    let window = regions.regions[touch.region].window
    receivers[place].removeAll(keepingCapacity: true)
    ResponderChain.receivers(of: touch.region, in: regions, for: audience, into: &receivers[place])
    limitReceivers(at: place, window: window, regions)
    let isObserved = receivers[place].isEmpty && audience?.isObserved ?? false
    if isObserved { receivers[place].append(touch.region) }
    // A touch that no region and no observer receives needs no record (DLV-16).
    if receivers[place].isEmpty, !detail.contains(.all) {
      freePlaces.append(place)
      return
    }
    var delivered = DeliveredTouch(touch, place: place, sequence: sequence, window: window)
    delivered.isObserved = isObserved
    // Observers hold nothing (MULTI-16).
    if receivers[place].isEmpty {
      delivered.stage = .finished
    } else if !isObserved {
      delivered.holder = receivers[place][0]
    }
    if delivered.stage == .finished { delivered.phaseNow = .began }
    if detail.contains(.predicted) { delivered.predictor.append(touch.location, at: time) }
    if samples.isKept { samples.removeAll(at: place) }
    touches.append(delivered)
  }

  /// Applies DLV-1 to DLV-10. A refused region is refused for the whole life of the touch, and it passes nothing on.
  private mutating func limitReceivers(at place: Int, window: Int, _ regions: borrowing RegionTree) {
    guard let first = receivers[place].first else { return }
    let holder = TouchReceiver.region(of: first)
    for touch in touches where touch.isDelivered && touch.window == window {
      let other = TouchReceiver.region(of: touch.holder)
      // Regions of different owners do not shut one another out (MULTI-14).
      guard other != holder, regions.regions[holder].owner == regions.regions[other].owner else { continue }
      if regions.regions[holder].isExclusive || regions.regions[other].isExclusive {
        receivers[place].removeAll(keepingCapacity: true)
        return
      }
    }
    for position in receivers[place].indices
    where !TouchReceiver.isResponder(receivers[place][position])
      && !regions.regions[receivers[place][position]].isMultiple && hasTouch(receivers[place][position])
    {
      receivers[place].removeSubrange(position...)
      return
    }
  }

  private func hasTouch(_ receiver: Int) -> Bool {
    for touch in touches where touch.isDelivered && receivers[touch.place].contains(receiver) { return true }
    return false
  }

  private mutating func dropOldestHeld(
    regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard let position = touches.firstIndex(where: { !$0.isDown }) else { return }
    if touches[position].stage == .began {
      touches[position].marks = .cancelled
      send(regions: regions, at: time, into: &buffer)
    }
    freePlaces.append(touches.remove(at: position).place)
  }
}
