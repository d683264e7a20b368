/// Tells regions of the touches that are bound to them.
enum TouchDelivery {
  private static let told: [TouchPhase] = [.began, .moved, .ended, .cancelled]

  /// Appends an event for each region and phase of the tracker's present event: regions deepest first, the one
  /// with the earliest touch first among equals; phases began, moved, ended, cancelled; touches in began order
  /// (TCH-9, EVT-7).
  static func append(
    _ tracker: borrowing TouchTracker, regions: borrowing RegionTree, at time: Instant,
    to buffer: inout EventBuffer
  ) {
    var depth = Int.max
    while let deepest = deepestRegion(below: depth, tracker, regions) {
      depth = deepest
      for (position, slot) in tracker.order.enumerated() {
        let region = tracker.touches[slot].region
        guard regions.regions[region].depth == depth,
          !tracker.order[..<position].contains(where: { tracker.touches[$0].region == region })
        else { continue }
        for phase in told { append(phase, of: region, tracker, at: time, to: &buffer) }
      }
    }
  }

  private static func deepestRegion(
    below limit: Int, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree
  ) -> Int? {
    var deepest: Int?
    for slot in tracker.order {
      let depth = regions.regions[tracker.touches[slot].region].depth
      if depth < limit, depth > deepest ?? -1 { deepest = depth }
    }
    return deepest
  }

  private static func append(
    _ phase: TouchPhase, of region: Int, _ tracker: borrowing TouchTracker, at time: Instant,
    to buffer: inout EventBuffer
  ) {
    let first = buffer.records.count
    for slot in tracker.order
    where tracker.touches[slot].region == region && tracker.touches[slot].phase == phase {
      let touch = tracker.touches[slot]
      buffer.append(TouchRecord(id: touch.id, location: touch.location, tapCount: touch.tapCount))
    }
    guard buffer.records.count > first else { return }
    buffer.append(
      .touches(
        TouchesEvent(
          region: region, phase: phase, sequence: tracker.sequence, time: time,
          records: first..<buffer.records.count)))
  }
}
