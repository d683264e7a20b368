import GestureCore

/// Lines of touches. What does not apply to a touch, or says nothing new, is left out: a finger on a panel that tells
/// nothing but places has three fields.
extension MessageEncoder {
  /// Two whole numbers of 20 bytes, some 20 others of 16 and the names around them; the name of a region not counted.
  private static let longestTouch = 1000
  /// The same for a sample.
  private static let longestSample = 200
  /// What is kept free of samples for each touch that is still to be written.
  private static let usualTouch = 300

  /// The touches of one phase; `all` where the event has it.
  func write(
    _ touches: TouchesEvent, of buffer: borrowing EventBuffer, device: Int, seq: UInt64,
    to line: inout LineWriter
  ) {
    begin(&line, with: text.touches, seq: seq, time: touches.time, device: device)
    line.append(text.sequence)
    line.append(integer: touches.sequence)
    line.append(regions[touches.receiver])
    line.append(text.phaseAndTouches(touches.phase))
    for position in touches.records where hasRoom(line) {
      begin(buffer.records[position], isFirst: position == touches.records.lowerBound, to: &line)
      write(buffer.records[position], in: touches, to: &line)
      let left = touches.records.upperBound - position + touches.all.count
      write(
        samplesOf: buffer.records[position], of: buffer, reserve: left * Self.usualTouch,
        hasRegion: touches.receiver != 0, to: &line)
      line.append(text.end)
    }
    line.append(UInt8(ascii: "]"))
    guard !touches.all.isEmpty else { return }
    line.append(#","all":["#)
    for position in touches.all where hasRoom(line) {
      begin(buffer.records[position], isFirst: position == touches.all.lowerBound, to: &line)
      line.append(text.phase(buffer.records[position].phase))
      write(buffer.records[position], in: touches, to: &line)
      line.append(text.end)
    }
    line.append(UInt8(ascii: "]"))
  }

  /// Room runs out at some hundred fingers only; the line stays whole even then. It is the same for every touch, so
  /// that none comes after one that was left out.
  private func hasRoom(_ line: borrowing LineWriter) -> Bool {
    line.remaining >= Self.longestTouch + longestRegion
  }

  private func begin(_ record: TouchRecord, isFirst: Bool, to line: inout LineWriter) {
    line.append(isFirst ? text.firstTouch : text.nextTouch)
    line.append(integer: record.id)
  }

  private func write(_ record: TouchRecord, in event: TouchesEvent, to line: inout LineWriter) {
    if record.time != event.time {
      line.append(text.time)
      line.append(secondsOf: record.time.microseconds)
    }
    write(text.location, record.location, to: &line)
    if record.preciseLocation != record.location {
      write(text.preciseLocation, record.preciseLocation, to: &line)
    }
    if event.receiver != 0 { write(text.regionLocation, record.regionLocation, to: &line) }
    if record.previousLocation != record.location {
      write(text.previousLocation, record.previousLocation, to: &line)
    }
    line.append(text.tapCount)
    line.append(integer: record.tapCount)
    if record.region != event.receiver { line.append(regions[record.region]) }
    write(record.attributes, to: &line)
  }

  private func write(_ attributes: ContactAttributes, to line: inout LineWriter) {
    if attributes.type != .direct { line.append(text.touchType(attributes.type)) }
    // As far off as it is long: the panel does not say (TCH-21).
    if attributes.majorRadiusTolerance < attributes.majorRadius {
      write(text.radius, attributes.majorRadius, to: &line)
      write(text.radiusTolerance, attributes.majorRadiusTolerance, to: &line)
    }
    if attributes.maximumForce > 0 {
      write(text.force, attributes.force, to: &line)
      write(text.maximumForce, attributes.maximumForce, to: &line)
    }
    if let attitude = attributes.attitude {
      write(text.altitude, attitude.altitude, to: &line)
      write(text.azimuth, attitude.azimuth, to: &line)
    }
  }

  /// Samples take what room is left; the newest go first into it, and those left out are counted with the lost.
  private func write(
    samplesOf record: TouchRecord, of buffer: borrowing EventBuffer, reserve: Int, hasRegion: Bool,
    to line: inout LineWriter
  ) {
    guard !record.coalesced.isEmpty || !record.predicted.isEmpty else { return }
    let room = max(0, line.remaining - Self.longestTouch - longestRegion - reserve) / Self.longestSample
    let predicted = record.predicted.prefix(room)
    let coalesced = record.coalesced.suffix(room - predicted.count)
    let hasForce = record.attributes.maximumForce > 0
    if !coalesced.isEmpty {
      line.append(text.coalesced)
      for position in coalesced {
        if position != coalesced.lowerBound { line.append(UInt8(ascii: ",")) }
        write(buffer.samples[position], hasRegion: hasRegion, hasForce: hasForce, to: &line)
        line.append(text.end)
      }
      line.append(UInt8(ascii: "]"))
    }
    let lost = record.coalescedLost + record.coalesced.count - coalesced.count
    if lost > 0 {
      line.append(text.coalescedLost)
      line.append(integer: lost)
    }
    guard !predicted.isEmpty else { return }
    line.append(text.predicted)
    for position in predicted {
      if position != predicted.lowerBound { line.append(UInt8(ascii: ",")) }
      write(buffer.samples[position], hasRegion: hasRegion, hasForce: false, to: &line)
      line.append(text.estimatedLocation)
    }
    line.append(UInt8(ascii: "]"))
  }

  private func write(_ sample: TouchSample, hasRegion: Bool, hasForce: Bool, to line: inout LineWriter) {
    line.append(text.sampleTime)
    line.append(secondsOf: sample.time.microseconds)
    write(text.location, sample.location, to: &line)
    if hasRegion { write(text.regionLocation, sample.regionLocation, to: &line) }
    if hasForce { write(text.force, sample.force, to: &line) }
  }

  private func write(_ key: Fragment, _ point: Point, to line: inout LineWriter) {
    guard point.isFinite else { return }
    line.append(key)
    line.append(pair: point.x, point.y)
  }

  private func write(_ key: Fragment, _ number: Double, to line: inout LineWriter) {
    guard number.isFinite else { return }
    line.append(key)
    line.append(decimal: number)
  }
}
