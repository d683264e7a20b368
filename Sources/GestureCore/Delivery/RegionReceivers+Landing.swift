/// The changes of touches, and the receivers of touches that land.
extension RegionReceivers {
  mutating func update(_ position: Int, to touch: borrowing Touch) {
    touches[position].follow(touch)
    // A touch that a recognizer took in this event has reported its last phase already.
    if touches[position].progress.stage == .over, touches[position].phaseNow == .stationary {
      touches[position].phaseNow = touch.phase
    }
    guard touches[position].progress.isDown, touches[position].progress.stage != .over else { return }
    if samples.isKept { samples.append(touch, at: touches[position].place) }
    if detail.contains(.predicted) { touches[position].predictor.append(touch.location, at: touch.time) }
  }

  mutating func didFollowChanges(_ tracker: borrowing TouchTracker, at time: Instant) {
    if detail.contains(.predicted) { sampleInterval.add(time, isPause: !tracker.hasTouchesBefore) }
  }

  mutating func land(
    _ touch: borrowing Touch, sequence: UInt64, _ arena: inout GestureArena,
    regions: borrowing RegionTree,
    at time: Instant, into buffer: inout EventBuffer
  ) {
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
      delivered.progress.stage = .over
      delivered.phaseNow = .began
    } else if !isObserved {
      delivered.holder = receivers[place][0]
    }
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
}
