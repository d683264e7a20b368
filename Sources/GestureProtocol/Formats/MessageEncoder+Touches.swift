import GestureCore

/// Lines of touches. What does not apply to a touch, or says nothing new, is left out: a finger on a panel that tells
/// nothing but places has three fields.
extension MessageEncoder {
  /// Two whole numbers of 20 bytes, some 20 others of 16 and the names around them; the name of a region not counted.
  static let longestTouch = 1000
  /// The same for a sample.
  private static let longestSample = 200
  /// What is kept free of samples for each touch that is still to be written.
  private static let usualTouch = 300

  /// How the touches of one line are written.
  private struct Style {
    let device: DeviceText
    let detail: TouchDetail
    let scale: LineScale
    let event: TouchesEvent

    /// Room runs out at some hundred fingers only; the line stays whole even then. It is the same for every touch, so
    /// that none comes after one that was left out.
    func hasRoom(_ line: borrowing LineWriter) -> Bool { line.remaining >= longestTouch }

    /// The most bytes of a touch.
    var longestTouch: Int { MessageEncoder.longestTouch + device.longestRegion }
  }

  /// A whole line of touches for somebody who may not see all that are down (MULTI-15).
  ///
  /// - Parameter isVisible: which touches `all` lists; the others are counted.
  public func write(
    _ touches: TouchesEvent, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, in form: LineForm,
    to line: inout LineWriter, where isVisible: (borrowing TouchRecord) -> Bool
  ) {
    line.removeAll()
    append(touches, of: buffer, device: device, seq: seq, in: form, to: &line, where: isVisible)
    end(&line)
  }

  /// The touches of one phase; `all` where the event has it and the form tells it.
  func append(
    _ touches: TouchesEvent, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, in form: LineForm,
    to line: inout LineWriter, where isVisible: (borrowing TouchRecord) -> Bool = { _ in true }
  ) {
    let known = text(of: device)
    let style = Style(
      device: known, detail: form.detail,
      scale: LineScale(form, size: known.size, pixels: known.pixels), event: touches)
    begin(&line, with: text.touches, seq: seq, time: touches.time, device: device)
    line.append(text.sequence)
    line.append(integer: touches.sequence)
    line.append(known.region(touches.receiver))
    line.append(text.phaseAndTouches(touches.phase))
    let all = form.detail.contains(.all) ? touches.all : 0..<0
    for position in touches.records where style.hasRoom(line) {
      begin(buffer.records[position], isFirst: position == touches.records.lowerBound, to: &line)
      write(buffer.records[position], style, to: &line)
      let left = touches.records.upperBound - position + all.count
      write(
        samplesOf: buffer.records[position], of: buffer, reserve: left * Self.usualTouch, style, to: &line)
      line.append(text.end)
    }
    line.append(UInt8(ascii: "]"))
    guard !all.isEmpty else { return }
    line.append(#","all":["#)
    var others = 0
    var isFirst = true
    for position in all where style.hasRoom(line) {
      guard isVisible(buffer.records[position]) else {
        others += 1
        continue
      }
      begin(buffer.records[position], isFirst: isFirst, to: &line)
      isFirst = false
      line.append(text.phase(buffer.records[position].phase))
      write(buffer.records[position], style, to: &line)
      line.append(text.end)
    }
    line.append(UInt8(ascii: "]"))
    guard others > 0 else { return }
    line.append(#","others":"#)
    line.append(integer: others)
  }

  /// The touches of an event with their phases, and nothing around them.
  func write(
    touchesOf event: TouchesEvent, of buffer: borrowing EventBuffer, device: Int, in form: LineForm,
    to line: inout LineWriter
  ) {
    let known = text(of: device)
    let style = Style(
      device: known, detail: [], scale: LineScale(form, size: known.size, pixels: known.pixels), event: event)
    for position in event.records where style.hasRoom(line) {
      begin(buffer.records[position], isFirst: position == event.records.lowerBound, to: &line)
      line.append(text.phase(buffer.records[position].phase))
      write(buffer.records[position], style, to: &line)
      line.append(text.end)
    }
  }

  private func begin(_ record: TouchRecord, isFirst: Bool, to line: inout LineWriter) {
    line.append(isFirst ? text.firstTouch : text.nextTouch)
    line.append(integer: record.id)
  }

  private func write(_ record: TouchRecord, _ style: Style, to line: inout LineWriter) {
    let scale = style.scale
    if record.time != style.event.time {
      line.append(text.time)
      line.append(secondsOf: record.time.microseconds)
    }
    append(text.location, scale.place(record.location), to: &line)
    if record.preciseLocation != record.location {
      append(text.preciseLocation, scale.place(record.preciseLocation), to: &line)
    }
    if style.event.receiver != 0 {
      append(text.regionLocation, scale.place(record.regionLocation), to: &line)
    }
    if record.previousLocation != record.location {
      append(text.previousLocation, scale.place(record.previousLocation), to: &line)
    }
    line.append(text.tapCount)
    line.append(integer: record.tapCount)
    if record.region != style.event.receiver { line.append(style.device.region(record.region)) }
    write(record.attributes, scale, to: &line)
  }

  private func write(_ attributes: ContactAttributes, _ scale: LineScale, to line: inout LineWriter) {
    if attributes.type != .direct { line.append(text.touchType(attributes.type)) }
    // As far off as it is long: the panel does not say (TCH-21).
    if attributes.majorRadiusTolerance < attributes.majorRadius {
      write(text.radius, attributes.majorRadius * scale.length, to: &line)
      write(text.radiusTolerance, attributes.majorRadiusTolerance * scale.length, to: &line)
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
    samplesOf record: TouchRecord, of buffer: borrowing EventBuffer, reserve: Int, _ style: Style,
    to line: inout LineWriter
  ) {
    let tellsCoalesced = style.detail.contains(.coalesced) && !record.coalesced.isEmpty
    let tellsPredicted = style.detail.contains(.predicted) && !record.predicted.isEmpty
    guard tellsCoalesced || tellsPredicted else { return }
    let room = max(0, line.remaining - style.longestTouch - reserve) / Self.longestSample
    let predicted = tellsPredicted ? record.predicted.prefix(room) : 0..<0
    let coalesced = tellsCoalesced ? record.coalesced.suffix(room - predicted.count) : 0..<0
    let hasForce = record.attributes.maximumForce > 0
    if !coalesced.isEmpty {
      line.append(text.coalesced)
      for position in coalesced {
        if position != coalesced.lowerBound { line.append(UInt8(ascii: ",")) }
        write(buffer.samples[position], style, hasForce: hasForce, to: &line)
        line.append(text.end)
      }
      line.append(UInt8(ascii: "]"))
    }
    let lost =
      style.detail.contains(.coalesced) ? record.coalescedLost + record.coalesced.count - coalesced.count : 0
    if lost > 0 {
      line.append(text.coalescedLost)
      line.append(integer: lost)
    }
    guard !predicted.isEmpty else { return }
    line.append(text.predicted)
    for position in predicted {
      if position != predicted.lowerBound { line.append(UInt8(ascii: ",")) }
      write(buffer.samples[position], style, hasForce: false, to: &line)
      line.append(text.estimatedLocation)
    }
    line.append(UInt8(ascii: "]"))
  }

  private func write(_ sample: TouchSample, _ style: Style, hasForce: Bool, to line: inout LineWriter) {
    line.append(text.sampleTime)
    line.append(secondsOf: sample.time.microseconds)
    append(text.location, style.scale.place(sample.location), to: &line)
    if style.event.receiver != 0 {
      append(text.regionLocation, style.scale.place(sample.regionLocation), to: &line)
    }
    if hasForce { write(text.force, sample.force, to: &line) }
  }

  private func write(_ key: Fragment, _ number: Double, to line: inout LineWriter) {
    guard number.isFinite else { return }
    line.append(key)
    line.append(decimal: number)
  }
}
