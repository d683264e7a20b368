import GestureCore

/// Messages as the JSON lines of the wire, version 1: docs/protocol.md is its contract.
///
/// A gesture is on the hot path: what does not change from line to line is put together when the encoder is
/// made, and a line is those parts with numbers between them. A value that is not finite is left out with its
/// field. It is not copied: who writes lines keeps one.
public struct MessageEncoder: ~Copyable, LineFormat {
  let text = JSONText()
  private var labels: [RecognizerLabel] = []
  private var recognizers: [RecognizerText] = []
  /// What is written of devices that nothing was said of.
  private let anyDevice: DeviceText
  private var devices: [DeviceText] = []

  /// An encoder that knows these names.
  public init(_ vocabulary: Vocabulary) {
    anyDevice = DeviceText(number: 0, regions: vocabulary.regions)
    setRecognizers(vocabulary.recognizers)
  }

  /// Takes over the recognizers, by their numbers: from now on events speak of these.
  public mutating func setRecognizers(_ labels: [RecognizerLabel]) {
    for (number, label) in labels.enumerated()
    where number >= self.labels.count || self.labels[number] != label {
      if number < recognizers.count {
        recognizers[number] = RecognizerText(label)
      } else {
        recognizers.append(RecognizerText(label))
      }
    }
    recognizers.removeLast(recognizers.count - labels.count)
    self.labels = labels
  }

  /// Takes over the names of the regions of a device, by their numbers.
  public mutating func setRegions(of device: Int, _ names: [String]) {
    let place = place(of: device)
    devices[place].setRegions(names)
  }

  /// Takes over how large a device is: its extent in mm and, where they are known, its pixels across and down.
  public mutating func setGeometry(of device: Int, size: Size, pixels: Size?) {
    let place = place(of: device)
    devices[place].size = size
    devices[place].pixels = pixels
  }

  /// Whether the pixels of any device are known.
  public var knowsPixels: Bool { devices.contains { $0.pixels != nil } }

  /// Forgets a device that is gone.
  public mutating func forget(device: Int) {
    devices.removeAll { $0.number == device }
  }

  private mutating func place(of device: Int) -> Int {
    if let place = devices.firstIndex(where: { $0.number == device }) { return place }
    var added = anyDevice
    added.number = device
    devices.append(added)
    return devices.count - 1
  }

  /// What is written of a device.
  func text(of device: Int) -> DeviceText {
    for place in devices.indices where devices[place].number == device { return devices[place] }
    return anyDevice
  }

  public func write(_ hello: Hello, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"hello","protocol":"#)
    line.append(integer: Hello.protocolVersion)
    line.append(#","version":""#)
    line.append(escaping: hello.version)
    line.append(#"","features":["#)
    for (position, feature) in hello.features.enumerated() {
      line.append(position == 0 ? "\"" : ",\"")
      line.append(escaping: feature)
      line.append("\"")
    }
    line.append(#"],"units":"mm","clock":"monotonic","time":"#)
    line.append(secondsOf: hello.time.microseconds)
    if let unixMicroseconds = hello.unixMicroseconds {
      line.append(#","unix_time":"#)
      line.append(secondsOf: unixMicroseconds)
    }
    end(&line)
  }

  public func write(_ message: DeviceMessage, seq: UInt64, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, with: text.device, seq: seq, time: message.time, device: message.device)
    line.append(#","state":""#)
    line.append(message.state.rawValue)
    line.append(#"","name":""#)
    line.append(escaping: message.name)
    line.append("\"")
    if message.size.width.isFinite, message.size.height.isFinite {
      line.append(#","size":["#)
      line.append(pair: message.size.width, message.size.height)
    }
    line.append(#","size_source":""#)
    line.append(escaping: message.sizeSource)
    line.append(#"","max_touches":"#)
    line.append(integer: message.maximumTouches)
    if let pixels = message.pixels, pixels.width.isFinite, pixels.height.isFinite {
      line.append(#","pixels":["#)
      line.append(pair: pixels.width, pixels.height)
    }
    for (field, text) in message.labels {
      line.append(",\"")
      line.append(field)
      line.append("\":\"")
      line.append(escaping: text)
      line.append("\"")
    }
    end(&line)
  }

  public func write(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, to line: inout LineWriter
  ) {
    write(event, of: buffer, device: device, seq: seq, in: .millimetres, to: &line)
  }

  /// An event of the core, in a form of some subscribers.
  public func write(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, in form: LineForm,
    to line: inout LineWriter
  ) {
    line.removeAll()
    switch event {
    case .gesture(let gesture):
      append(gesture, device: device, seq: seq, in: form, to: &line)
      append(payload: buffer.payload, gesture.payload, to: &line)
    case .transition(let transition): write(transition, device: device, seq: seq, to: &line)
    case .touches(let touches): append(touches, of: buffer, device: device, seq: seq, in: form, to: &line)
    case .responder(let responder): write(responder, device: device, seq: seq, to: &line)
    case .settled(let settled): write(settled, device: device, seq: seq, to: &line)
    case .offered(let offer): return write(offer, of: buffer, device: device, in: form, to: &line)
    case .reset(let reset): return write(reset, device: device, to: &line)
    case .asked(let question): return write(question, of: buffer, device: device, in: form, to: &line)
    case .expired(let expiry): return write(expiry, to: &line)
    }
    end(&line)
  }

  /// A gesture, as it happens.
  public func write(
    _ gesture: GestureEvent, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, in form: LineForm,
    to line: inout LineWriter
  ) {
    line.removeAll()
    append(gesture, device: device, seq: seq, in: form, to: &line)
    append(payload: buffer.payload, gesture.payload, to: &line)
    end(&line)
  }

  /// A gesture, for those who are told of it later than it happened.
  ///
  /// - Parameter payload: what the client of a custom recognizer gave with it (CUS-9).
  public func write(
    _ gesture: GestureEvent, payload: [UInt8] = [], device: Int, seq: UInt64, in form: LineForm,
    to line: inout LineWriter
  ) {
    line.removeAll()
    append(gesture, device: device, seq: seq, in: form, to: &line)
    append(payload: payload, payload.indices, to: &line)
    end(&line)
  }

  /// A gesture that is under way, for one who did not hear of its beginning.
  public func write(
    snapshotOf gesture: GestureEvent, payload: [UInt8] = [], device: Int, seq: UInt64, in form: LineForm,
    to line: inout LineWriter
  ) {
    line.removeAll()
    append(gesture, device: device, seq: seq, in: form, to: &line)
    append(payload: payload, payload.indices, to: &line)
    line.append(text.snapshot)
    end(&line)
  }

  public func write(_ reason: ByeReason, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"bye","reason":""#)
    line.append(reason.rawValue)
    line.append("\"")
    end(&line)
  }

  /// A notice to one subscriber that lines were left out because it did not keep up. It stands outside of `seq`.
  public func write(droppedLines count: UInt64, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"dropped","count":"#)
    line.append(integer: count)
    end(&line)
  }

  func append(
    _ gesture: GestureEvent, device: Int, seq: UInt64, in form: LineForm, to line: inout LineWriter
  ) {
    let deviceText = text(of: device)
    let scale = LineScale(form, size: deviceText.size, pixels: deviceText.pixels)
    begin(&line, with: text.gesture, seq: seq, time: gesture.time, device: device)
    line.append(text.sequence)
    line.append(integer: gesture.sequence)
    line.append(text.gestureID)
    line.append(integer: gesture.gestureID)
    line.append(recognizers[gesture.recognizer].heading)
    line.append(text.stateAndTouchCount(gesture.state))
    line.append(integer: gesture.numberOfTouches)
    line.append(deviceText.region(gesture.region))
    append(text.location, scale.place(gesture.location), to: &line)
    if gesture.region != RegionTree.root || gesture.regionLocation != gesture.location {
      append(text.regionLocation, scale.place(gesture.regionLocation), to: &line)
    }
    for position in 0..<min(gesture.values.count, recognizers[gesture.recognizer].fields.count) {
      write(gesture.values[position], of: recognizers[gesture.recognizer].fields[position], scale, to: &line)
    }
    if let toRegion = gesture.toRegion {
      write(gesture.values, in: toRegion, gesture.recognizer, scale, to: &line)
    }
  }

  /// CUS-9: the object as the client wrote it, which was checked when it came.
  private func append(payload: [UInt8], _ range: Range<Int>, to line: inout LineWriter) {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= payload.count else { return }
    line.append(#","values":"#)
    for position in range { line.append(payload[position]) }
  }

  /// What a recognizer is about to act with, as the line of its gesture would say it.
  func append(_ proposal: GestureProposal, device: Int, in form: LineForm, to line: inout LineWriter) {
    let known = text(of: device)
    let scale = LineScale(form, size: known.size, pixels: known.pixels)
    line.append(text.touchCount)
    line.append(integer: proposal.numberOfTouches)
    line.append(known.region(proposal.region))
    append(text.location, scale.place(proposal.location), to: &line)
    for position in 0..<min(proposal.values.count, recognizers[proposal.recognizer].fields.count) {
      write(
        proposal.values[position], of: recognizers[proposal.recognizer].fields[position], scale, to: &line)
    }
  }

  /// The escaped name of a recognizer.
  func name(of recognizer: Int) -> Fragment { recognizers[recognizer].name }

  /// The word for what a recognizer recognizes.
  func kind(of recognizer: Int) -> String { labels[recognizer].kind }

  func append(_ key: Fragment, _ point: Point, to line: inout LineWriter) {
    guard point.isFinite else { return }
    line.append(key)
    line.append(pair: point.x, point.y)
  }

  private func write(
    _ value: GestureValues.Quantity, of field: RecognizerText.Field, _ scale: LineScale,
    to line: inout LineWriter
  ) {
    // A recognizer that gives another value than its fields say must not break the line.
    guard value.isList == field.isList else { return }
    switch value {
    case .count(let count):
      line.append(field.key)
      line.append(integer: count)
    case .word(let position):
      guard field.words.indices.contains(position) else { return }
      line.append(field.words[position])
    case .point(let point): append(field.key, scale.place(point), to: &line)
    case .displacement(let vector), .velocity(let vector):
      let vector = scale.vector(vector)
      guard vector.isFinite else { return }
      line.append(field.key)
      line.append(pair: vector.x, vector.y)
    case .span(let span):
      line.append(field.key)
      line.append(secondsOf: span.microseconds)
    case .matrix(let similarity):
      write(similarity, of: field, scale, to: &line)
    case .ratio(let number), .ratioVelocity(let number), .angle(let number), .angularVelocity(let number):
      guard number.isFinite else { return }
      line.append(field.key)
      line.append(decimal: number)
    }
  }

  /// PAN-22: displacements and velocities once more, as the region has them.
  private func write(
    _ values: GestureValues, in toRegion: AffineTransform, _ recognizer: Int, _ scale: LineScale,
    to line: inout LineWriter
  ) {
    for position in 0..<min(values.count, recognizers[recognizer].fields.count) {
      guard let key = recognizers[recognizer].fields[position].regionKey else { continue }
      switch values[position] {
      case .displacement(let vector), .velocity(let vector):
        let vector = scale.vector(toRegion.apply(vector))
        guard vector.isFinite else { continue }
        line.append(key)
        line.append(pair: vector.x, vector.y)
      default: continue
      }
    }
  }

  /// Where a unit is not as long across as down, the matrix is no similarity any more.
  private func write(
    _ similarity: Similarity, of field: RecognizerText.Field, _ scale: LineScale, to line: inout LineWriter
  ) {
    let (a, b, c, d, x, y) = similarity.matrix
    let (down, across) = (b * (scale.placeY / scale.placeX), c * (scale.placeX / scale.placeY))
    let shift = scale.place(Point(x, y))
    guard a.isFinite, down.isFinite, across.isFinite, shift.isFinite else { return }
    line.append(field.key)
    line.append(decimals: a, down, across, d)
    line.append(pair: shift.x, shift.y)
  }

  private func write(_ transition: TransitionEvent, device: Int, seq: UInt64, to line: inout LineWriter) {
    begin(&line, with: text.transition, seq: seq, time: transition.time, device: device)
    line.append(text.sequence)
    line.append(integer: transition.sequence)
    line.append(recognizers[transition.recognizer].heading)
    line.append(text.touchCount)
    line.append(integer: recognizers[transition.recognizer].numberOfTouches)
    line.append(#","from":""#)
    line.append(transition.from.word)
    line.append(#"","to":""#)
    line.append(transition.to.word)
    line.append(#"","reason":""#)
    line.append(transition.reason, cause: transition.reason.cause.map { recognizers[$0].name })
    line.append("\"")
  }

  private func write(_ settled: SettledEvent, device: Int, seq: UInt64, to line: inout LineWriter) {
    begin(&line, with: text.settled, seq: seq, time: settled.time, device: device)
    line.append(text.firstSequence)
    line.append(integer: settled.firstSequence)
    line.append(text.sequence)
    line.append(integer: settled.sequence)
  }

  private func write(_ responder: ResponderEvent, device: Int, seq: UInt64, to line: inout LineWriter) {
    begin(&line, with: text.responder, seq: seq, time: responder.time, device: device)
    let known = text(of: device)
    line.append(known.window(responder.window))
    if let region = responder.region { line.append(known.region(region)) }
    line.append(responder.isKey ? #","key":true"# : #","key":false"#)
  }

  func begin(
    _ line: inout LineWriter, with head: Fragment, seq: UInt64, time: Instant, device: Int
  ) {
    line.append(head)
    line.append(integer: seq)
    line.append(text.time)
    line.append(secondsOf: time.microseconds)
    line.append(text.deviceNumber)
    line.append(integer: device)
  }

  func end(_ line: inout LineWriter) {
    line.append(text.end)
    line.endLine()
  }
}
