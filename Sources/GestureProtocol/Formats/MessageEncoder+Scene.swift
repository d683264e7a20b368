import GestureCore

/// Lines about regions, recognizers and the private mode, and the end of a snapshot. They are not on the hot path.
extension MessageEncoder {
  /// A region came, went, changed, or is present.
  ///
  /// - Parameters:
  ///   - reader: the number of the client that reads the line. The client's own regions are marked as its own.
  ///   - tellsClient: whether the line says which client has declared the region (ADD-20).
  ///   - isSnapshot: whether the line is part of a snapshot.
  public func write(
    _ message: RegionMessage, seq: UInt64, for reader: Int, tellsClient: Bool = false,
    in form: LineForm = .millimetres, isSnapshot: Bool = false, to line: inout LineWriter
  ) {
    line.removeAll()
    begin(&line, with: text.regionHead, seq: seq, time: message.time, device: message.device)
    field("region", message.name, to: &line)
    field("state", message.state.rawValue, to: &line)
    if let parent = message.parent { field("parent", parent, to: &line) }
    write(owner: message.owner, for: reader, tellsClient, to: &line)
    if message.frame != nil || message.placement != nil || !message.exclusions.isEmpty {
      var form = form
      // The place of a region reveals nothing about fingers.
      form.hasPlaces = true
      let scale = scale(of: message.device, in: form)
      if let frame = message.frame { write(frame, scale, to: &line) }
      if let placement = message.placement {
        write(placement, cornerAt: message.boundsOrigin, scale, to: &line)
      } else if message.frame != nil {
        write(cornerAt: message.boundsOrigin, scale, to: &line)
      }
      if !message.exclusions.isEmpty { write(message.exclusions, scale, to: &line) }
    }
    if isSnapshot { line.append(text.snapshot) }
    line.endObject()
  }

  /// A recognizer came, went, changed, or is present.
  ///
  /// - Parameters:
  ///   - reader: the number of the client that reads the line.
  ///   - tellsClient: whether the line says which client has declared the recognizer (ADD-20).
  ///   - setting: the recognizer's hearing and options; nil omits both.
  public func write(
    _ message: RecognizerMessage, seq: UInt64, for reader: Int, tellsClient: Bool = false,
    setting: RecognizerSetting? = nil, to line: inout LineWriter
  ) {
    line.removeAll()
    begin(&line, with: text.recognizerHead, seq: seq, time: message.time)
    field("recognizer", message.name, to: &line)
    field("kind", message.kind, to: &line)
    field("state", message.state.rawValue, to: &line)
    let counts = message.numbersOfTouches.map { ReplyValue.integer($0) }
    write(ReplyField("touch_count", .list(counts)), isFirst: false, to: &line)
    field("region", message.region, to: &line)
    write(owner: message.owner, for: reader, tellsClient, to: &line)
    write(ReplyField("public", .flag(message.isPublic)), isFirst: false, to: &line)
    write(ReplyField("passive", .flag(message.isPassive)), isFirst: false, to: &line)
    write(ReplyField("enabled", .flag(message.isEnabled)), isFirst: false, to: &line)
    if let setting { for entry in setting.fields { write(entry, isFirst: false, to: &line) } }
    line.endObject()
  }

  /// The private mode began or ended.
  public func write(_ message: InhibitMessage, seq: UInt64, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, with: text.inhibitHead, seq: seq, time: message.time)
    field("state", message.hasBegun ? "began" : "ended", to: &line)
    if !message.hasBegun {
      line.append(#","suppressed":"#)
      line.append(integer: message.suppressed)
    }
    line.endObject()
  }

  /// Whether a touchscreen is filtered has changed.
  public func write(_ message: FilteringMessage, seq: UInt64, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, with: text.filteringHead, seq: seq, time: message.time, device: message.device)
    field("state", message.state, to: &line)
    if let reason = message.reason { field("reason", reason, to: &line) }
    line.endObject()
  }

  /// No contact has been down for some time, or one has landed after that.
  public func write(_ message: IdleMessage, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"idle","time":"#)
    line.append(secondsOf: message.time.microseconds)
    line.append(message.idleTime == nil ? #","state":"began","after":"# : #","state":"ended","after":"#)
    line.append(secondsOf: message.span.microseconds)
    if let idleTime = message.idleTime {
      line.append(#","idle_for":"#)
      line.append(secondsOf: idleTime.microseconds)
    } else {
      line.append(#","devices":["#)
      for position in message.devices.indices {
        if position > 0 { line.append(",") }
        line.append(integer: message.devices[position])
      }
      line.append("]")
    }
    if message.isSnapshot { line.append(text.snapshot) }
    line.endObject()
  }

  /// The end of a snapshot, with the number of its lines of each type.
  public func write(snapshotOf devices: Int, regions: Int, gestures: Int, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"snapshot","devices":"#)
    line.append(integer: devices)
    line.append(#","regions":"#)
    line.append(integer: regions)
    line.append(#","gestures":"#)
    line.append(integer: gestures)
    line.endObject()
  }

  /// Writes a frame: left, top, width and height.
  private func write(_ frame: Rect, _ scale: LineScale, to line: inout LineWriter) {
    let origin = scale.place(frame.origin)
    let size = scale.vector(Vector(frame.size.width, frame.size.height))
    guard origin.isFinite, size.isFinite else { return }
    line.append(#","frame":["#)
    line.append(decimal: origin.x)
    line.append(UInt8(ascii: ","))
    line.append(decimal: origin.y)
    line.append(UInt8(ascii: ","))
    line.append(pair: size.x, size.y)
  }

  /// The room for a zone: a name of 255 bytes, each escaped, a frame and the touches.
  private static let longestZone = 2048

  /// Writes exclusion zones: each with its name, its frame and the touches that it is for. Zones for which a line has no room are
  /// left out.
  private func write(_ zones: [ExclusionMessage], _ scale: LineScale, to line: inout LineWriter) {
    line.append(#","exclusions":["#)
    for (position, zone) in zones.enumerated() where line.remaining > Self.longestZone {
      line.append(position == 0 ? "{" : ",{")
      write(ReplyField("name", .text(zone.name)), isFirst: true, to: &line)
      write(zone.frame, scale, to: &line)
      if !zone.touchTypes.isEmpty {
        write(
          ReplyField("touch_types", .list(zone.touchTypes.map { .text($0) })), isFirst: false, to: &line)
      }
      line.append("}")
    }
    line.append("]")
  }

  /// Writes the matrix from the region's coordinates to the screen's, both in the line's unit, and the bounds.
  private func write(
    _ placement: RegionPlacement, cornerAt corner: Point, _ scale: LineScale, to line: inout LineWriter
  ) {
    let map = placement.toScreen
    let (down, across) = (map.b * (scale.y / scale.x), map.c * (scale.x / scale.y))
    let shift = scale.vector(Vector(map.tx, map.ty))
    let size = scale.vector(Vector(placement.size.width, placement.size.height))
    guard map.isFinite, down.isFinite, across.isFinite, shift.isFinite, size.isFinite,
      scale.place(corner).isFinite
    else {
      return
    }
    func list(_ numbers: Double...) -> ReplyValue { .list(numbers.map { .decimal($0) }) }
    write(
      ReplyField("matrix", list(map.a, down, across, map.d, shift.x, shift.y)), isFirst: false, to: &line)
    write(cornerAt: corner, scale, to: &line)
    write(ReplyField("size", list(size.x, size.y)), isFirst: false, to: &line)
  }

  /// Writes which point of its own coordinates lies at the corner of a region that is scrolled.
  private func write(cornerAt corner: Point, _ scale: LineScale, to line: inout LineWriter) {
    let origin = scale.place(corner)
    guard corner != .zero, origin.isFinite else { return }
    write(
      ReplyField("bounds_origin", .list([.decimal(origin.x), .decimal(origin.y)])), isFirst: false, to: &line)
  }

  private func write(owner: Int, for reader: Int, _ tellsClient: Bool, to line: inout LineWriter) {
    guard owner != RegionTree.configuration else { return field("owner", "configuration", to: &line) }
    field("owner", owner == reader ? "self" : "other", to: &line)
    guard tellsClient else { return }
    line.append(text.client)
    line.append(integer: owner)
  }

  private func field(_ name: String, _ value: String, to line: inout LineWriter) {
    write(ReplyField(name, .text(value)), isFirst: false, to: &line)
  }
}
