/// The conversion of marked touches into events and records.
extension RegionReceivers {
  /// Appends an event for each receiver, phase and sequence among the marked touches, then clears the marks (TCH-9,
  /// EVT-7, DLY-13).
  ///
  /// Deeper receivers come first, and among equals the receiver of the earliest touch. Phases follow in the order
  /// began, moved, ended, cancelled. Touches are in began order.
  mutating func send(regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer) {
    lastDelivery = time
    var depth = Int.max
    while let deepest = deepestReceiver(below: depth, regions) {
      depth = deepest
      for position in touches.indices where !touches[position].progress.marks.isEmpty {
        for receiver in receivers[touches[position].place]
        where regions.regions[TouchReceiver.region(of: receiver)].depth == depth
          && !isSent(receiver, before: position)
        {
          send(receiver, from: position, regions, at: time, into: &buffer)
        }
      }
    }
    for position in touches.indices where !touches[position].progress.marks.isEmpty { clearMarks(position) }
  }

  /// Sends the moves of an event with nothing else to send, where all touches have the same receivers (see
  /// `linesOfMove`). The events are those of `send`.
  mutating func sendMoves(
    _ tracker: borrowing TouchTracker, regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    lastDelivery = time
    let (chain, isObserved, sequence) = (touches[0].place, touches[0].isObserved, touches[0].sequence)
    let last = receivers[chain].count - 1
    // The regions of a chain lie in one another, and the innermost comes first.
    for index in receivers[chain].indices {
      let receiver = receivers[chain][index]
      let region = TouchReceiver.region(of: receiver)
      let fromScreen =
        regions.regions[region].hasScreenCoordinates ? nil : regions.regions[region].fromScreen
      let records = buffer.append(
        movesIn: tracker, to: &touches, isLast: index == last, through: fromScreen)
      buffer.append(
        TouchesEvent(
          receiver: region, phase: .moved, sequence: sequence, time: time, records: records,
          isObserved: isObserved, isResponder: TouchReceiver.isResponder(receiver)))
    }
  }

  private func deepestReceiver(below limit: Int, _ regions: borrowing RegionTree) -> Int? {
    var deepest: Int?
    // Reads touches by position: a touch is a large value, and a loop variable would copy it.
    for position in touches.indices where !touches[position].progress.marks.isEmpty {
      for receiver in receivers[touches[position].place] {
        let depth = regions.regions[TouchReceiver.region(of: receiver)].depth
        if depth < limit, depth > deepest ?? -1 { deepest = depth }
      }
    }
    return deepest
  }

  /// Whether an earlier marked touch has the same receiver. Then that touch's turn has sent the receiver everything.
  private func isSent(_ receiver: Int, before position: Int) -> Bool {
    for earlier in 0..<position where !touches[earlier].progress.marks.isEmpty {
      if isReceiver(receiver, of: earlier, as: position) { return true }
    }
    return false
  }

  /// Whether two touches reach a region in the same line. Observed touches have lines of their own.
  private func isReceiver(_ receiver: Int, of position: Int, as other: Int) -> Bool {
    touches[position].isObserved == touches[other].isObserved
      && receivers[touches[position].place].contains(receiver)
  }

  private func send(
    _ receiver: Int, from position: Int, _ regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    var marks: TouchProgress.Marks = []
    for other in position..<touches.count { marks.formUnion(touches[other].progress.marks) }
    for (phase, mark) in TouchProgress.Marks.phases where marks.contains(mark) {
      send(phase, mark, receiver, from: position, regions, at: time, into: &buffer)
    }
  }

  private func send(
    _ phase: TouchPhase, _ mark: TouchProgress.Marks, _ receiver: Int, from start: Int,
    _ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard isRead else {
      count(mark, receiver, from: start, into: &buffer)
      return
    }
    var first = buffer.recordCount
    var sequence: UInt64 = 0
    for position in start..<touches.count
    where touches[position].progress.marks.contains(mark) && isReceiver(receiver, of: position, as: start) {
      if buffer.recordCount > first, touches[position].sequence != sequence {
        close(phase, mark, receiver, start, sequence, first, regions, at: time, into: &buffer)
        first = buffer.recordCount
      }
      sequence = touches[position].sequence
      append(phase, position, receiver, regions, at: time, into: &buffer)
    }
    guard buffer.recordCount > first else { return }
    close(phase, mark, receiver, start, sequence, first, regions, at: time, into: &buffer)
  }

  /// Counts one event for each sequence that would be reported.
  private func count(
    _ mark: TouchProgress.Marks, _ receiver: Int, from start: Int, into buffer: inout EventBuffer
  ) {
    var last: UInt64?
    for position in start..<touches.count
    where touches[position].progress.marks.contains(mark) && touches[position].sequence != last
      && isReceiver(receiver, of: position, as: start)
    {
      last = touches[position].sequence
      buffer.appendUntold()
    }
  }

  private func close(
    _ phase: TouchPhase, _ mark: TouchProgress.Marks, _ receiver: Int, _ start: Int, _ sequence: UInt64,
    _ first: Int,
    _ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    let records = first..<buffer.recordCount
    if detail.contains(.all) {
      for position in touches.indices where touches[position].sequence == sequence {
        let isSent =
          touches[position].progress.marks.contains(mark) && isReceiver(receiver, of: position, as: start)
        let last = touches[position].progress.marks.last ?? touches[position].phaseNow
        append(isSent ? phase : last, position, receiver, regions, at: time, into: &buffer)
      }
    }
    buffer.append(
      TouchesEvent(
        receiver: TouchReceiver.region(of: receiver), phase: phase, sequence: sequence, time: time,
        records: records, all: records.upperBound..<buffer.recordCount,
        isObserved: touches[start].isObserved, isResponder: TouchReceiver.isResponder(receiver)))
  }

  private mutating func clearMarks(_ position: Int) {
    let marks = touches[position].progress.marks
    touches[position].phaseNow = marks.last ?? .stationary
    touches[position].deliveredLocation = location(of: marks, position)
    if marks.contains(.moved) {
      touches[position].progress.hasMoved = false
      if samples.isKept { samples.removeAll(at: touches[position].place) }
    }
    touches[position].progress.marks = []
  }

  /// The position that receivers know after some phases.
  private func location(of marks: TouchProgress.Marks, _ position: Int) -> Point {
    if marks.contains(.ended) || marks.contains(.taken) { return touches[position].latest.location }
    if marks.contains(.moved) { return touches[position].moveLocation }
    return marks.contains(.began) ? touches[position].latest.start : touches[position].deliveredLocation
  }

  // MARK: Records

  private func append(
    _ phase: TouchPhase, _ position: Int, _ receiver: Int, _ regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    let touch = touches[position]
    var record = TouchRecord(
      id: touch.latest.id, phase: phase, time: touch.latest.time, location: touch.latest.location,
      tapCount: touch.latest.tapCount, region: touch.latest.region, window: touch.window,
      attributes: touch.latest.attributes)
    var earlier = touch.progress.marks
    switch phase {
    case .began:
      record.time = touch.latest.beganTime
      record.location = touch.latest.start
      record.tapCount = touch.beganTapCount
      record.attributes = touch.beganAttributes
      record.previousLocation = record.location
    case .moved:
      record.time = touch.moveTime
      record.location = touch.moveLocation
      record.previousLocation = location(of: earlier.intersection(.began), position)
    case .ended, .cancelled:
      if phase == .cancelled { record.time = time }
      earlier.subtract([.ended, .taken])
      record.previousLocation = location(of: earlier, position)
    case .stationary:
      if touch.progress.stage == .told { record.location = touch.deliveredLocation }
      record.previousLocation = record.location
    }
    record.regionLocation = regions.location(of: record.location, in: TouchReceiver.region(of: receiver))
    record.previousRegionLocation = regions.location(
      of: record.previousLocation, in: TouchReceiver.region(of: receiver))
    appendSamples(to: &record, touch, receiver, regions, into: &buffer)
    record.preciseLocation = record.location
    if quantum > 0 { round(&record, receiver, regions) }
    buffer.append(record)
  }

  /// Rounds positions to the screen's grid (TCH-28).
  private func round(_ record: inout TouchRecord, _ receiver: Int, _ regions: borrowing RegionTree) {
    record.location = rounded(record.location)
    record.previousLocation = rounded(record.previousLocation)
    record.regionLocation = regions.location(of: record.location, in: TouchReceiver.region(of: receiver))
    record.previousRegionLocation = regions.location(
      of: record.previousLocation, in: TouchReceiver.region(of: receiver))
  }

  private func rounded(_ point: Point) -> Point {
    Point((point.x / quantum).rounded() * quantum, (point.y / quantum).rounded() * quantum)
  }

  private func appendSamples(
    to record: inout TouchRecord, _ touch: DeliveredTouch, _ receiver: Int, _ regions: borrowing RegionTree,
    into buffer: inout EventBuffer
  ) {
    if samples.isKept {
      let first = buffer.samples.count
      let count = record.phase == .moved ? samples.count(at: touch.place) : 0
      for number in 0..<count {
        var sample = samples.sample(number, at: touch.place)
        sample.regionLocation = regions.location(of: sample.location, in: TouchReceiver.region(of: receiver))
        buffer.append(sample)
      }
      if count == 0 {
        // A record has at least one sample: the told position or the last state (COA-1, COA-7).
        var sample = TouchSample(
          time: record.time, location: record.location, previousLocation: record.previousLocation,
          force: record.attributes.force, majorRadius: record.attributes.majorRadius)
        sample.regionLocation = record.regionLocation
        buffer.append(sample)
      } else {
        record.coalescedLost = samples.lost(at: touch.place)
      }
      record.coalesced = first..<buffer.samples.count
    }
    if detail.contains(.predicted), record.phase == .moved {
      record.predicted = appendPredictions(of: touch, receiver, regions, into: &buffer)
    }
  }

  private func appendPredictions(
    of touch: DeliveredTouch, _ receiver: Int, _ regions: borrowing RegionTree, into buffer: inout EventBuffer
  ) -> Range<Int> {
    let first = buffer.samples.count
    var previous = touch.moveLocation
    var step = 1
    while let next = touch.predictor.prediction(step, interval: sampleInterval.median, within: bound) {
      var sample = TouchSample(
        time: next.time, location: next.location, previousLocation: previous,
        force: touch.latest.attributes.force, majorRadius: touch.latest.attributes.majorRadius)
      sample.regionLocation = regions.location(of: next.location, in: TouchReceiver.region(of: receiver))
      buffer.append(sample)
      previous = next.location
      step += 1
    }
    return first..<buffer.samples.count
  }
}
