import GestureCore

/// Lines of touches. Fields that do not apply to a touch, or repeat known values, are omitted. A finger on a panel that
/// reports only places has three fields.
extension MessageEncoder {
  /// The most bytes of a touch without the names of its region and window: two whole numbers of 20 bytes, some 20 others of 16, and the
  /// field names.
  static let longestTouch = 1000
  /// The most bytes of a sample.
  private static let longestSample = 200
  /// The bytes that samples leave free for each touch that is still to be written.
  private static let usualTouch = 300

  /// The style of one line's touches.
  fileprivate struct Style {
    let devicePlace: Int
    let detail: TouchDetail
    let scale: LineScale
    /// The map from the screen into the region whose coordinates places have; nil for the screen (TFW-5).
    let reference: AffineTransform?
    let receiver: Int
    /// The receiver's window; nil where lines do not name windows.
    let window: Int?
    /// Whether the controller or the application after the receiver gets the touches.
    let isResponder: Bool
    let time: Instant
    /// The most bytes of a touch.
    let longestTouch: Int
    /// Whether a touch may have samples.
    var tellsSamples: Bool { detail.rawValue & TouchDetail([.coalesced, .predicted]).rawValue != 0 }

    /// A place on the screen, as the line has it.
    @inline(__always)
    func place(_ point: Point) -> Point {
      guard let reference else { return scale.place(point) }
      return scale.place(reference.apply(point))
    }

    /// Whether one more touch fits. Room runs out beyond some hundred fingers, and the line stays whole even then. All
    /// touches use the same limit, so no touch follows one that was left out.
    func hasRoom(_ line: borrowing LineWriter) -> Bool { line.remaining >= longestTouch }
  }

  /// A whole line of touches for a reader that may see only some of the touches that are down (MULTI-15).
  ///
  /// - Parameter isVisible: whether `all` lists a touch; the other touches are counted.
  public func write(
    _ touches: TouchesEvent, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, in form: LineForm,
    to line: inout LineWriter, where isVisible: (borrowing TouchRecord) -> Bool
  ) {
    line.removeAll()
    append(touches, of: buffer, device: device, seq: seq, in: form, to: &line, where: isVisible)
    line.endObject()
  }

  /// A line of touches, read in place.
  ///
  /// - Parameter index: the event's index among the buffer's touches.
  public func write(
    touchesAt index: Int, of buffer: borrowing EventBuffer, device: Int, seq: UInt64,
    in form: borrowing LineForm, to line: inout LineWriter
  ) {
    line.removeAll()
    append(buffer.touches[index], of: buffer, device: device, seq: seq, in: form, to: &line) { _ in true }
    line.endObject()
  }

  /// Appends the touches of one phase, and `all` where the event has it and the form includes it.
  func append(
    _ touches: borrowing TouchesEvent, of buffer: borrowing EventBuffer, device: Int, seq: UInt64,
    in form: borrowing LineForm, to line: inout LineWriter,
    where isVisible: (borrowing TouchRecord) -> Bool = { _ in true }
  ) {
    let style = style(of: touches, on: device, in: form, form.detail)
    begin(&line, with: text.touches, seq: seq, time: touches.time)
    let numbers = StretchNumbers(touches, device: device)
    if !line.append(keptOf: numbers, of: edition) { append(numbers, touches.phase, style, to: &line) }
    let all = form.detail.contains(.all) ? touches.all : 0..<0
    // Kept texts have the screen's coordinates.
    if style.tellsSamples || style.reference != nil {
      for position in touches.records where style.hasRoom(line) {
        let isFirst = position == touches.records.lowerBound
        append(position, of: buffer, isFirst: isFirst, tellsPhase: false, isWhole: false, style, to: &line)
        let left = touches.records.upperBound - position + all.count
        append(samplesOf: position, of: buffer, reserve: left * Self.usualTouch, style, to: &line)
        line.append(text.end)
      }
      line.append(UInt8(ascii: "]"))
    } else {
      append(touches.records, of: buffer, style, to: &line)
    }
    guard !all.isEmpty else { return }
    line.append(#","all":["#)
    var others = 0
    var isFirst = true
    for position in all where style.hasRoom(line) {
      guard isVisible(buffer.records[position]) else {
        others += 1
        continue
      }
      append(position, of: buffer, isFirst: isFirst, tellsPhase: true, isWhole: true, style, to: &line)
      isFirst = false
    }
    line.append(UInt8(ascii: "]"))
    guard others > 0 else { return }
    line.append(#","others":"#)
    line.append(integer: others)
  }

  /// Writes the touches of an event with their phases, and nothing around them.
  func write(
    touchesOf event: TouchesEvent, of buffer: borrowing EventBuffer, device: Int, in form: LineForm,
    to line: inout LineWriter
  ) {
    let style = style(of: event, on: device, in: form, [])
    for position in event.records where style.hasRoom(line) {
      let isFirst = position == event.records.lowerBound
      append(position, of: buffer, isFirst: isFirst, tellsPhase: true, isWhole: true, style, to: &line)
    }
  }

  private func style(
    of event: TouchesEvent, on device: Int, in form: LineForm, _ detail: TouchDetail
  ) -> Style {
    let place = place(of: device)
    return Style(
      devicePlace: place, detail: detail, scale: scale(of: device, in: form),
      reference: form.reference > 0 ? reference(of: device, in: form) : nil, receiver: event.receiver,
      window: devices[place].toldWindow(of: event.receiver), isResponder: event.isResponder,
      time: event.time,
      longestTouch: Self.longestTouch + 2 * devices[place].longestRegion)
  }

  /// Appends the numbers and names between the stamp and the first touch, and keeps them for later moves.
  @inline(never)
  private func append(
    _ numbers: StretchNumbers, _ phase: TouchPhase, _ style: Style, to line: inout LineWriter
  ) {
    let start = line.count
    line.append(text.touchEvent)
    line.append(text.deviceNumber)
    line.append(integer: numbers.device)
    line.append(text.sequence)
    line.append(integer: numbers.sequence)
    line.append(devices[style.devicePlace].region(numbers.region))
    if let window = style.window { line.append(devices[style.devicePlace].window(window)) }
    if style.isResponder { line.append(devices[style.devicePlace].responder(after: numbers.region)) }
    line.append(text.phaseAndTouches(phase))
    line.keep(from: start, as: numbers, of: edition)
  }

  /// Appends a touch. The caller has made sure that `longestTouch` bytes fit.
  ///
  /// - Parameters:
  ///   - position: the touch's index among the records.
  ///   - isWhole: whether to end the object; otherwise the caller ends it after the samples.
  private func append(
    _ position: Int, of buffer: borrowing EventBuffer, isFirst: Bool, tellsPhase: Bool, isWhole: Bool,
    _ style: borrowing Style, to line: inout LineWriter
  ) {
    var place = line.count
    var free = line.bytes.mutableSpan
    if !isFirst { free.write(UInt8(ascii: ","), at: &place) }
    write(position, of: buffer, tellsPhase: tellsPhase, style, on: &free, at: &place)
    if isWhole { free.write(UInt8(ascii: "}"), at: &place) }
    line.extend(to: place)
  }

  // MARK: Kept texts

  /// The end of a touch in a list: `},`
  private static let endOfTouch = UInt64(UInt8(ascii: "}")) | UInt64(UInt8(ascii: ",")) << 8

  /// Appends the touches of a line and the end of the list. The parts of a touch that did not change since
  /// an earlier line are copied.
  private func append(
    _ range: Range<Int>, of buffer: borrowing EventBuffer, _ style: borrowing Style, to line: inout LineWriter
  ) {
    line.touchTexts.use(edition)
    let place = write(range, of: buffer, style, &line.touchTexts.rows, on: &line.bytes, at: line.count)
    line.extend(to: place)
  }

  /// Writes the touches of a line and the end of the list. Returns the next place.
  private func write(
    _ range: Range<Int>, of buffer: borrowing EventBuffer, _ style: borrowing Style,
    _ rows: inout [TouchText], on bytes: inout [UInt8], at start: Int
  ) -> Int {
    let records = buffer.records.span
    let scale = style.scale
    let (receiver, receiverWindow) = (style.receiver, style.window ?? -1)
    let lastPlace = LineWriter.capacity - 1 - style.longestTouch
    var place = start
    var free = bytes.mutableSpan
    var rows = rows.mutableSpan
    // Room runs out beyond some hundred fingers; the others are left out.
    for position in range where place <= lastPlace {
      let row = TouchTexts.row(of: records[position].id, for: receiver)
      if !rows[row].isOf(records[position], receiver: receiver, receiverWindow: receiverWindow) {
        keep(records[position], style, in: &rows[row])
      }
      let location = scale.place(records[position].location)
      guard rows[row].isKept, records[position].isPlain(at: location, in: style) else {
        write(position, of: buffer, tellsPhase: false, style, on: &free, at: &place)
        free.write(packed: Self.endOfTouch, length: 2, at: &place)
        continue
      }
      let text = PairText(location.x, location.y)
      free.write(rows[row].head.block, length: rows[row].head.length, at: &place)
      free.write(text, of: location, at: &place)
      if receiver != 0 {
        writeWithRegion(records[position], style, in: &rows[row], on: &free, at: &place)
      } else if records[position].previousLocation != records[position].location {
        writePrevious(
          self.text.previousLocation, scale.place(records[position].previousLocation), rows[row].place,
          on: &free, at: &place)
      }
      rows[row].place.keep(text, of: location)
      if rows[row].tail.length > PairText.longestKept {
        free.store(rows[row].tail.second, at: place &+ PairText.longestKept)
      }
      free.write(rows[row].tail.block, length: rows[row].tail.length, at: &place)
      guard records[position].attributes.hasMoreThanPlace else { continue }
      place &-= 2
      write(records[position].attributes, scale, on: &free, at: &place)
      free.write(packed: Self.endOfTouch, length: 2, at: &place)
    }
    // The bracket replaces the comma after the last touch.
    if place > start { place &-= 1 }
    free.write(UInt8(ascii: "]"), at: &place)
    return place
  }

  /// Writes the places of a touch in the receiver's region, with the previous ones.
  private func writeWithRegion(
    _ record: borrowing TouchRecord, _ style: borrowing Style, in row: inout TouchText,
    on free: inout MutableSpan<UInt8>, at place: inout Int
  ) {
    let location = style.scale.place(record.regionLocation)
    let text = PairText(location.x, location.y)
    free.write(self.text.regionLocation, at: &place)
    free.write(text, of: location, at: &place)
    if record.previousLocation != record.location {
      writePrevious(
        self.text.previousLocation, style.scale.place(record.previousLocation), row.place, on: &free,
        at: &place)
      writePrevious(
        self.text.previousRegionLocation, style.scale.place(record.previousRegionLocation), row.regionPlace,
        on: &free, at: &place)
    }
    row.regionPlace.keep(text, of: location)
  }

  /// Writes a previous place, from the kept text where that is the text of this place.
  @inline(__always)
  private func writePrevious(
    _ key: borrowing FixedText, _ point: Point, _ kept: borrowing KeptPlace,
    on free: inout MutableSpan<UInt8>,
    at place: inout Int
  ) {
    guard kept.point == point else { return write(key, point, on: &free, at: &place) }
    free.write(key, at: &place)
    free.write(kept.block, length: kept.length, at: &place)
  }

  /// Keeps the parts of a touch that do not change while it moves. Nothing is kept where the names are too long.
  @inline(never)
  private func keep(_ record: borrowing TouchRecord, _ style: borrowing Style, in row: inout TouchText) {
    row.forget()
    let region = devices[style.devicePlace].region(record.region)
    let window = devices[style.devicePlace].window(record.window)
    let tellsRegion = record.region != style.receiver
    let tellsWindow = if let window = style.window { record.window != window } else { false }
    let (id, tapCount) = (record.id, record.tapCount)
    guard (tellsRegion ? region.length : 0) + (tellsWindow ? window.length : 0) <= TouchTexts.longestNames
    else { return }
    let head = Self.kept { bytes, place in
      bytes.write(text.touch, at: &place)
      bytes.write(integer: id, at: &place)
      bytes.write(text.location, at: &place)
    }
    let tail = Self.kept { bytes, place in
      bytes.write(text.tapCount, at: &place)
      bytes.write(integer: tapCount, at: &place)
      if tellsRegion { bytes.write(region, at: &place) }
      if tellsWindow { bytes.write(window, at: &place) }
      bytes.write(packed: Self.endOfTouch, length: 2, at: &place)
    }
    guard head.length <= PairText.longestKept else { return }
    row.keep(
      record, receiver: style.receiver, receiverWindow: style.window ?? -1, head: head, tail: tail)
  }

  /// Composes a text to keep.
  private static func kept(_ compose: (inout MutableSpan<UInt64>, inout Int) -> Void) -> KeptText {
    var scratch = KeptText.Scratch(repeating: 0)
    var bytes = scratch.mutableSpan
    var length = 0
    compose(&bytes, &length)
    return KeptText(scratch, length: length)
  }

  /// Writes the fields of a touch, without the end of its object.
  private func write(
    _ position: Int, of buffer: borrowing EventBuffer, tellsPhase: Bool, _ style: borrowing Style,
    on free: inout MutableSpan<UInt8>, at place: inout Int
  ) {
    // The record is read in place, as it is large.
    let records = buffer.records.span
    let scale = style.scale
    free.write(text.touch, at: &place)
    free.write(integer: records[position].id, at: &place)
    if tellsPhase { free.write(text.phase(records[position].phase), at: &place) }
    if records[position].time != style.time {
      free.write(text.time, at: &place)
      free.write(secondsOf: records[position].time.microseconds, at: &place)
    }
    write(text.location, style.place(records[position].location), on: &free, at: &place)
    if records[position].preciseLocation != records[position].location {
      write(text.preciseLocation, style.place(records[position].preciseLocation), on: &free, at: &place)
    }
    if style.receiver != 0 {
      write(text.regionLocation, scale.place(records[position].regionLocation), on: &free, at: &place)
    }
    if records[position].previousLocation != records[position].location {
      write(text.previousLocation, style.place(records[position].previousLocation), on: &free, at: &place)
      if style.receiver != 0 {
        write(
          text.previousRegionLocation, scale.place(records[position].previousRegionLocation), on: &free,
          at: &place)
      }
    }
    free.write(text.tapCount, at: &place)
    free.write(integer: records[position].tapCount, at: &place)
    if records[position].region != style.receiver {
      free.write(devices[style.devicePlace].region(records[position].region), at: &place)
    }
    if let window = style.window, records[position].window != window {
      free.write(devices[style.devicePlace].window(records[position].window), at: &place)
    }
    if records[position].attributes.hasMoreThanPlace {
      write(records[position].attributes, scale, on: &free, at: &place)
    }
  }

  /// Writes the attributes of a touch apart from its place. A function of its own, so that panels without attributes do
  /// not pay for it.
  @inline(never)
  private func write(
    _ attributes: ContactAttributes, _ scale: LineScale, on free: inout MutableSpan<UInt8>,
    at place: inout Int
  ) {
    if attributes.type != .direct { free.write(text.touchType(attributes.type), at: &place) }
    // A tolerance as large as the radius means that the panel does not report the radius (TCH-21).
    if attributes.majorRadiusTolerance < attributes.majorRadius {
      write(text.radius, attributes.majorRadius * scale.length, on: &free, at: &place)
      write(text.radiusTolerance, attributes.majorRadiusTolerance * scale.length, on: &free, at: &place)
    }
    if attributes.maximumForce > 0 {
      write(text.force, attributes.force, on: &free, at: &place)
      write(text.maximumForce, attributes.maximumForce, on: &free, at: &place)
    }
    if let attitude = attributes.attitude {
      write(text.altitude, attitude.altitude, on: &free, at: &place)
      write(text.azimuth, attitude.azimuth, on: &free, at: &place)
    }
    if let roll = attributes.roll { write(text.roll, roll, on: &free, at: &place) }
    if !attributes.buttons.isEmpty {
      free.write(text.buttons, at: &place)
      free.write(integer: Int(attributes.buttons.rawValue), at: &place)
    }
  }

  /// Appends samples into the remaining room. The newest samples take precedence, and `coalesced_lost` counts those
  /// left out.
  private func append(
    samplesOf position: Int, of buffer: borrowing EventBuffer, reserve: Int, _ style: borrowing Style,
    to line: inout LineWriter
  ) {
    let record = buffer.records[position]
    let asked = (
      coalesced: style.detail.contains(.coalesced) ? record.coalesced : 0..<0,
      predicted: style.detail.contains(.predicted) ? record.predicted : 0..<0
    )
    guard !asked.coalesced.isEmpty || !asked.predicted.isEmpty else { return }
    let room = max(0, line.remaining - style.longestTouch - reserve) / Self.longestSample
    let predicted = asked.predicted.prefix(room)
    let coalesced = asked.coalesced.suffix(room - predicted.count)
    let hasForce = record.attributes.maximumForce > 0
    let samples = buffer.samples.span
    if !coalesced.isEmpty {
      line.append(text.coalesced)
      for position in coalesced {
        if position != coalesced.lowerBound { line.append(UInt8(ascii: ",")) }
        append(samples[position], style, hasForce: hasForce, before: text.end, to: &line)
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
      append(samples[position], style, hasForce: false, before: text.estimatedLocation, to: &line)
    }
    line.append(UInt8(ascii: "]"))
  }

  /// Appends a sample. The caller has made sure that `longestSample` bytes fit.
  private func append(
    _ sample: borrowing TouchSample, _ style: borrowing Style, hasForce: Bool,
    before end: borrowing FixedText, to line: inout LineWriter
  ) {
    var place = line.count
    var free = line.bytes.mutableSpan
    free.write(text.sampleTime, at: &place)
    free.write(secondsOf: sample.time.microseconds, at: &place)
    write(text.location, style.place(sample.location), on: &free, at: &place)
    if style.receiver != 0 {
      write(text.regionLocation, style.scale.place(sample.regionLocation), on: &free, at: &place)
    }
    if hasForce { write(text.force, sample.force, on: &free, at: &place) }
    free.write(end, at: &place)
    line.extend(to: place)
  }

  private func write(
    _ key: borrowing FixedText, _ number: Double, on free: inout MutableSpan<UInt8>, at place: inout Int
  ) {
    guard number.isFinite else { return }
    free.write(key, at: &place)
    free.write(decimal: number, at: &place)
  }
}

extension TouchRecord {
  /// Whether a touch has the fields of nearly all touches: it has a place and the time of its line, and the place is not
  /// rounded.
  ///
  /// - Parameter place: the location in the units of the line.
  @inline(__always)
  fileprivate func isPlain(at place: Point, in style: borrowing MessageEncoder.Style) -> Bool {
    // Only finite numbers times zero are zero.
    guard (place.x + place.y) * 0 == 0, time.microseconds == style.time.microseconds,
      preciseLocation == location
    else { return false }
    guard style.receiver != 0 else { return true }
    return style.scale.place(regionLocation).isFinite
  }
}

extension ContactAttributes {
  /// Whether a line of touches carries any of the attributes.
  @inline(__always)
  fileprivate var hasMoreThanPlace: Bool {
    type.rawValue != TouchType.direct.rawValue || majorRadiusTolerance < majorRadius || maximumForce > 0
      || attitude != nil
  }
}
