import GestureCore

/// Messages as the JSON lines of the wire, version 1. docs/protocol.md is the contract.
///
/// Gestures and touches are on the hot path. The encoder makes the constant parts of lines in advance, and a line joins
/// them with numbers. A line also copies the parts that did not change since the line before (`StretchTable`). A value
/// that is not finite is omitted with its field. The encoder cannot be copied; each writer of lines keeps one.
public struct MessageEncoder: ~Copyable, LineFormat {
  let text = JSONText()
  private(set) var gestures = GestureTexts()
  /// The texts of devices. The first element stands for devices without texts of their own.
  private(set) var devices: [DeviceText]
  /// The edition of the names. Parts that are kept of a line belong to one edition.
  private(set) var edition = TextEdition()

  /// An encoder that knows some names.
  public init(_ vocabulary: Vocabulary) {
    devices = [DeviceText(number: 0, regions: vocabulary.regions)]
    gestures.set(vocabulary.recognizers)
  }

  /// Sets the recognizers, by their numbers. Later events refer to these numbers.
  public mutating func setRecognizers(_ labels: [RecognizerLabel]) {
    gestures.set(labels)
    edition = TextEdition()
  }

  /// Sets the names of the regions of a device, by their numbers.
  ///
  /// - Parameters:
  ///   - windows: the window of each region; empty where lines of touches do not name windows.
  ///   - controllers: the tag of each region's controller; nil for a region without one.
  ///   - kinds: the kinds of the regions, by the regions' names, without those of views.
  public mutating func setRegions(
    of device: Int, _ names: [String], windows: [Int] = [], controllers: [String?] = [],
    kinds: [String: RegionKind] = [:]
  ) {
    let place = add(device: device)
    devices[place].setRegions(names)
    devices[place].windowNumbers = windows
    devices[place].setControllers(controllers)
    devices[place].regionKinds = kinds.mapValues(\.rawValue)
    edition = TextEdition()
  }

  /// Sets the size of a device: its extent in mm and, where they are known, its pixels across and down.
  public mutating func setGeometry(of device: Int, size: Size, pixels: Size?) {
    let place = add(device: device)
    devices[place].size = size
    devices[place].pixels = pixels
    edition = TextEdition()
  }

  /// Sets the maps from a device's screen into the regions that forms name, by the forms' numbers from 1 (TFW-5). Lines
  /// have no places, displacements and velocities where a map is nil.
  public mutating func setReferences(of device: Int, _ references: [AffineTransform?]) {
    let place = add(device: device)
    devices[place].references = references.map { $0 ?? .nowhere }
  }

  /// Whether the pixels of any device are known.
  public var knowsPixels: Bool { devices.contains { $0.pixels != nil } }

  /// The devices whose pixels are unknown. Their lines in pixels carry no place and no length.
  public var devicesWithoutPixels: [Int] {
    devices.indices.dropFirst().filter { devices[$0].pixels == nil }.map { devices[$0].number }
  }

  /// Forgets a removed device.
  public mutating func forget(device: Int) {
    let place = place(of: device)
    if place > 0 { devices.remove(at: place) }
    edition = TextEdition()
  }

  private mutating func add(device: Int) -> Int {
    let place = place(of: device)
    if place > 0 { return place }
    var added = devices[0]
    added.number = device
    devices.append(added)
    return devices.count - 1
  }

  /// The index of a device's texts in `devices`; 0 where the device has none.
  func place(of device: Int) -> Int {
    for place in devices.indices.dropFirst() where devices[place].number == device { return place }
    return 0
  }

  /// The scale of a device's lengths in a form.
  @inline(__always)
  func scale(of device: Int, in form: borrowing LineForm) -> LineScale {
    if case .millimetres = form.units { return LineScale(millimetresWithPlaces: form.hasPlaces) }
    let place = place(of: device)
    return LineScale(form, size: devices[place].size, pixels: devices[place].pixels)
  }

  /// The map from a device's screen into the region that a form names; the identity for the screen.
  func reference(of device: Int, in form: borrowing LineForm) -> AffineTransform {
    guard form.reference > 0 else { return .identity }
    let references = devices[place(of: device)].references
    return form.reference <= references.count ? references[form.reference - 1] : .nowhere
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
    line.endObject()
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
    line.append(#","rotation":"#)
    line.append(integer: message.rotation)
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
    if message.isFiltered { line.append(#","filtered":true"#) }
    line.endObject()
  }

  public func write(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, to line: inout LineWriter
  ) {
    write(event, of: buffer, device: device, seq: seq, in: .millimetres, to: &line)
  }

  /// An event of the core, in the form of some subscribers.
  public func write(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, in form: LineForm,
    to line: inout LineWriter
  ) {
    line.removeAll()
    switch event {
    case .gesture(let gesture):
      return write(gesture, of: buffer, device: device, seq: seq, in: form, to: &line)
    case .transition(let transition): write(transition, device: device, seq: seq, in: form, to: &line)
    case .touches(let touches): append(touches, of: buffer, device: device, seq: seq, in: form, to: &line)
    case .responder(let responder): write(responder, device: device, seq: seq, to: &line)
    case .deferred(let deferral): write(deferral, device: device, seq: seq, to: &line)
    case .settled(let settled): write(settled, device: device, seq: seq, to: &line)
    case .offered(let offer): return write(offer, of: buffer, device: device, in: form, to: &line)
    case .reset(let reset): return write(reset, device: device, to: &line)
    case .asked(let question): return write(question, of: buffer, device: device, in: form, to: &line)
    case .expired(let expiry): return write(expiry, to: &line)
    }
    line.endObject()
  }

  public func write(_ reason: ByeReason, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"bye","reason":""#)
    line.append(reason.rawValue)
    line.append("\"")
    line.endObject()
  }

  /// A notice to one subscriber that lines were dropped because it did not keep up, outside of `seq`.
  public func write(droppedLines count: UInt64, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"dropped","count":"#)
    line.append(integer: count)
    line.endObject()
  }

  private func write(
    _ transition: TransitionEvent, device: Int, seq: UInt64, in form: LineForm, to line: inout LineWriter
  ) {
    begin(&line, with: text.transition, seq: seq, time: transition.time, device: device)
    line.append(text.sequence)
    line.append(integer: transition.sequence)
    line.append(gestures[transition.recognizer].heading)
    line.append(text.touchCount)
    line.append(integer: gestures[transition.recognizer].numberOfTouches)
    line.append(#","from":""#)
    line.append(transition.from.word)
    line.append(#"","to":""#)
    line.append(transition.to.word)
    line.append(#"","reason":""#)
    line.append(transition.reason, cause: transition.reason.cause.map { name(of: $0) })
    line.append("\"")
    if gestures.isClients(transition.recognizer) {
      append(ownerOf: transition.recognizer, in: form, to: &line)
    }
  }

  /// Appends the owner of a recognizer that a client has declared (H7), and the client's number where the form allows
  /// it (ADD-20).
  func append(ownerOf recognizer: Int, in form: borrowing LineForm, to line: inout LineWriter) {
    line.append(form.isOwners ? text.ownerSelf : text.ownerOther)
    guard !form.inspection.isNone, let declarer = gestures.declarer(of: recognizer),
      form.inspection.covers(declarer.user)
    else {
      return
    }
    line.append(text.client)
    line.append(integer: declarer.client)
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
    let place = place(of: device)
    line.append(devices[place].window(responder.window))
    if let region = responder.region { line.append(devices[place].region(region)) }
    line.append(responder.isKey ? #","key":true"# : #","key":false"#)
  }

  private func write(_ deferral: DeferralEvent, device: Int, seq: UInt64, to line: inout LineWriter) {
    begin(&line, with: text.deferred, seq: seq, time: deferral.time, device: device)
    line.append(text.sequence)
    line.append(integer: deferral.sequence)
    line.append(#","edge":""#)
    line.append(deferral.edge.word)
    line.append("\"")
    line.append(devices[place(of: device)].region(deferral.region))
  }

  /// The escaped name of a recognizer.
  func name(of recognizer: Int) -> Fragment { gestures[recognizer].name }

  /// The word for a recognizer's kind.
  func kind(of recognizer: Int) -> String { gestures.kind(of: recognizer) }

  /// Begins a line about something that happened on a device.
  func begin(
    _ line: inout LineWriter, with head: borrowing FixedText, seq: UInt64, time: Instant, device: Int
  ) {
    begin(&line, with: head, seq: seq, time: time)
    line.append(text.deviceNumber)
    line.append(integer: device)
  }

  /// Begins a line with its type, number and stamp.
  @inline(__always)
  func begin(_ line: inout LineWriter, with head: borrowing FixedText, seq: UInt64, time: Instant) {
    guard line.hasRoom(for: LineWriter.slack) else { return }
    var place = line.count
    var free = line.bytes.mutableSpan
    free.write(head, at: &place)
    free.write(integer: seq, at: &place)
    free.write(text.time, at: &place)
    free.write(secondsOf: time.microseconds, at: &place)
    line.extend(to: place)
  }
}

extension AffineTransform {
  /// The map into a region that does not exist: no image is finite, and lines omit what is not.
  fileprivate static let nowhere = AffineTransform(.nan, .nan, .nan, .nan, .nan, .nan)
}
