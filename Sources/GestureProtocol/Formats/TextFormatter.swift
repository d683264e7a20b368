import GestureCore

/// Messages as aligned lines for a person at a terminal: `--dump`.
///
/// ```
///         time d  recognizer state         n   x mm   y mm  values or reason
///    12.345678 1  touches    began         1                #9 40.5,30.25
///    12.352000 1  tap        -> failed     1                movedBeyondSlop(7.4 mm > 7 mm)
///    12.360000 1  back       -> ended      3                movedFarEnough
///    12.360000 1  back       ended         3  40.50  30.25  direction left  velocity -310.2,4.1
///    12.400000 1  settled
/// ```
///
/// An arrow marks a change of a recognizer's state, with its reason. Lines without an arrow are messages to
/// subscribers.
public struct TextFormatter: LineFormat {
  private struct Label: Sendable {
    let name: Fragment
    let fields: [GestureField]
    let numberOfTouches: Int
  }

  private var labels: [Label] = []
  private let anyRegions: [Fragment]
  private var regionsOfDevices: [Int: [Fragment]] = [:]
  private(set) var columns = TextColumns(nameWidth: 0)
  private let usesColor: Bool

  /// Text lines with some names.
  ///
  /// - Parameter usesColor: whether the reader is a terminal that understands SGR sequences.
  public init(_ vocabulary: Vocabulary, usesColor: Bool) {
    anyRegions = vocabulary.regions.map { Fragment(escapedBytes(of: $0)) }
    self.usesColor = usesColor
    setRecognizers(vocabulary.recognizers)
  }

  /// Sets the recognizers, by their numbers. Later events refer to these numbers.
  public mutating func setRecognizers(_ recognizers: [RecognizerLabel]) {
    labels = recognizers.map {
      Label(
        name: Fragment(escapedBytes(of: $0.name)), fields: $0.fields, numberOfTouches: $0.numberOfTouches)
    }
    columns = TextColumns(nameWidth: recognizers.map(\.name.unicodeScalars.count).max() ?? 0)
  }

  /// Sets the names of the regions of a device, by their numbers.
  public mutating func setRegions(of device: Int, _ names: [String]) {
    regionsOfDevices[device] = names.map { Fragment(escapedBytes(of: $0)) }
  }

  private func regions(of device: Int) -> [Fragment] { regionsOfDevices[device] ?? anyRegions }

  public func write(_ hello: Hello, to line: inout LineWriter) {
    line.removeAll()
    line.append("gestured ")
    line.append(escaping: hello.version)
    line.append(": places in mm from the top left, times in seconds, velocities in mm/s\n")
    paint(&line, .faint)
    line.advance(to: columns.timeEnd - "time".count)
    line.append("time d")
    line.advance(to: columns.name)
    line.append("recognizer")
    line.advance(to: columns.state)
    line.append("state")
    line.advance(to: columns.touchCountEnd - 1)
    line.append("n")
    line.advance(to: columns.xEnd - "x mm".count)
    line.append("x mm")
    line.advance(to: columns.yEnd - "y mm".count)
    line.append("y mm")
    line.advance(to: columns.details)
    line.append("values or reason")
    paint(&line, nil)
    line.endLine()
  }

  public func write(_ message: DeviceMessage, seq: UInt64, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, message.time, message.device)
    line.append(LineType.device.rawValue)
    line.advance(to: columns.state)
    line.append(message.state.rawValue)
    line.advance(to: columns.touchCountEnd - 2)
    line.append("\"")
    line.append(escaping: message.name)
    line.append("\"")
    if message.size.width.isFinite, message.size.height.isFinite {
      line.append(" ")
      line.append(decimal: message.size.width)
      line.append(" x ")
      line.append(decimal: message.size.height)
      line.append(" mm (")
      line.append(escaping: message.sizeSource)
      line.append(")")
    }
    line.append(", touches: ")
    line.append(integer: message.maximumTouches)
    if message.rotation != 0 {
      line.append(", rotation: ")
      line.append(integer: message.rotation)
    }
    if message.isFiltered { line.append(", filtered") }
    for (field, text) in message.labels {
      line.append(", ")
      line.append(field)
      line.append(": ")
      line.append(escaping: text)
    }
    line.endLine()
  }

  public func write(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, to line: inout LineWriter
  ) {
    line.removeAll()
    switch event {
    case .gesture(let gesture): write(gesture, device: device, to: &line)
    case .transition(let transition): write(transition, device: device, to: &line)
    case .touches(let touches): write(touches, records: buffer.records, device: device, to: &line)
    case .responder(let responder): write(responder, device: device, to: &line)
    case .deferred(let deferral): write(deferral, device: device, to: &line)
    case .settled(let settled): write(settled, device: device, to: &line)
    case .offered, .reset, .asked, .expired: return
    }
    line.endLine()
  }

  public func write(_ reason: ByeReason, to line: inout LineWriter) {
    line.removeAll()
    line.append("bye: ")
    line.append(reason.rawValue)
    line.endLine()
  }

  private func write(_ gesture: GestureEvent, device: Int, to line: inout LineWriter) {
    let label = labels[gesture.recognizer]
    begin(&line, gesture.time, device)
    paint(&line, .bold)
    line.append(label.name)
    paint(&line, nil)
    line.advance(to: columns.state)
    paint(&line, TextColor(gesture.state))
    line.append(gesture.state.word)
    paint(&line, nil)
    line.append(integer: gesture.numberOfTouches, endingAt: columns.touchCountEnd)
    if gesture.location.isFinite {
      line.append(hundredths: gesture.location.x, endingAt: columns.xEnd)
      line.append(hundredths: gesture.location.y, endingAt: columns.yEnd)
    }
    line.advance(to: columns.details)
    for position in 0..<min(gesture.values.count, label.fields.count)
    where gesture.values[position].isTold {
      if position > 0 { line.append("  ") }
      write(gesture.values[position], of: label.fields[position], to: &line)
    }
    write(region: gesture.region, of: device, to: &line)
  }

  private func write(
    _ value: GestureValues.Quantity, of field: GestureField, to line: inout LineWriter
  ) {
    line.append(escaping: field.name)
    line.append(" ")
    switch (value, field.measure) {
    case (.count(let count), _):
      line.append(integer: count)
    case (.word(let position), .word(let words)) where words.indices.contains(position):
      line.append(escaping: words[position])
    case (.word, _):
      line.append("?")
    case (.point(let point), _):
      line.append(pair: point.x, point.y, steps: 100)
    case (.displacement(let vector), _):
      line.append(pair: vector.x, vector.y, steps: 100)
    case (.velocity(let vector), _):
      line.append(pair: vector.x, vector.y, steps: 10)
    case (.span(let span), _):
      line.append(secondsOf: span.microseconds)
      line.append(" s")
    case (.matrix(let similarity), _):
      let (a, b, c, d, x, y) = similarity.matrix
      line.append(decimals: a, b, c, d)
      line.append(pair: x, y, steps: 100)
    case (.ratio(let number), _):
      line.append(decimal: number)
    case (.ratioVelocity(let number), _):
      line.append(decimal: number)
      line.append("/s")
    case (.angle(let number), _):
      line.append(decimal: number)
      line.append(" rad")
    case (.angularVelocity(let number), _):
      line.append(decimal: number)
      line.append(" rad/s")
    }
  }

  /// One line for recognizers of one name that changed alike: their numbers of fingers, and the measure only where all
  /// have the same.
  ///
  /// - Parameter transitions: at least one; `areAlike` holds for each two of them.
  public func write(_ transitions: [TransitionEvent], device: Int, to line: inout LineWriter) {
    guard let first = transitions.first else { return }
    line.removeAll()
    write(first, counts: transitions.map { labels[$0.recognizer].numberOfTouches }, device: device, to: &line)
    var reason = first.reason
    if transitions.contains(where: { $0.reason.measure != reason.measure }) { reason.measure = nil }
    finish(first, reason, to: &line)
    line.endLine()
  }

  /// Whether two transitions differ only in the number of fingers and the measure.
  public func areAlike(_ a: TransitionEvent, _ b: TransitionEvent) -> Bool {
    a.time == b.time && a.from == b.from && a.to == b.to && a.reason.word == b.reason.word
      && labels[a.recognizer].name == labels[b.recognizer].name
      && a.reason.cause.map { labels[$0].name } == b.reason.cause.map { labels[$0].name }
  }

  private func write(_ transition: TransitionEvent, device: Int, to line: inout LineWriter) {
    write(transition, counts: [labels[transition.recognizer].numberOfTouches], device: device, to: &line)
    finish(transition, transition.reason, to: &line)
  }

  private func write(
    _ transition: TransitionEvent, counts: [Int], device: Int, to line: inout LineWriter
  ) {
    begin(&line, transition.time, device)
    line.append(labels[transition.recognizer].name)
    line.advance(to: columns.state)
    paint(&line, transition.to == .failed || transition.to == .cancelled ? TextColor(transition.to) : .faint)
    line.append("-> ")
    line.append(transition.to.word)
    paint(&line, nil)
    let text = Self.ranges(of: counts)
    line.advance(to: columns.touchCountEnd - text.count)
    line.append(text)
    line.advance(to: columns.details)
  }

  private func finish(_ transition: TransitionEvent, _ reason: Reason, to line: inout LineWriter) {
    line.append(reason, cause: reason.cause.map { labels[$0].name })
    guard transition.from != .possible else { return }
    paint(&line, .faint)
    line.append(" was ")
    line.append(transition.from.word)
    paint(&line, nil)
  }

  /// `3`, `2-5`, `1,3-5`.
  static func ranges(of counts: [Int]) -> String {
    var parts: [ClosedRange<Int>] = []
    for count in counts.sorted() {
      if let last = parts.last, last.upperBound + 1 == count {
        parts[parts.count - 1] = last.lowerBound...count
      } else if parts.last?.upperBound != count {
        parts.append(count...count)
      }
    }
    return parts.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  private func write(_ touches: TouchesEvent, records: [TouchRecord], device: Int, to line: inout LineWriter)
  {
    begin(&line, touches.time, device)
    paint(&line, .faint)
    line.append(LineType.touches.rawValue)
    line.advance(to: columns.state)
    line.append(touches.phase.word)
    line.append(integer: touches.records.count, endingAt: columns.touchCountEnd)
    line.advance(to: columns.details)
    for position in touches.records where line.remaining >= Self.longestTouch {
      let record = records[position]
      line.append(position == touches.records.lowerBound ? "#" : "  #")
      line.append(integer: record.id)
      if record.location.isFinite {
        line.append(" ")
        line.append(pair: record.location.x, record.location.y, steps: 100)
      }
      if record.time != touches.time {
        line.append(" of ")
        line.append(secondsOf: record.time.microseconds)
      }
      if record.tapCount > 1 {
        line.append(" tap ")
        line.append(integer: record.tapCount)
      }
    }
    write(region: touches.receiver, of: device, to: &line)
    paint(&line, nil)
  }

  /// A finger that no region receives, although recognizers do.
  public func write(untold finger: FingerNote, device: Int, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, finger.time, device)
    paint(&line, .faint)
    line.append(LineType.touches.rawValue)
    line.advance(to: columns.state)
    line.append(finger.phase.word)
    line.append(integer: 1, endingAt: columns.touchCountEnd)
    line.advance(to: columns.details)
    write(touch: finger.id, at: finger.location, to: &line)
    write(region: finger.region, of: device, to: &line)
    line.append("  no region is told")
    paint(&line, nil)
    line.endLine()
  }

  /// A touch's id and place. A place that is not finite is left out.
  func write(touch id: UInt64, at location: Point, to line: inout LineWriter) {
    line.append("#")
    line.append(integer: id)
    guard location.isFinite else { return }
    line.append(" ")
    line.append(pair: location.x, location.y, steps: 100)
  }

  private func write(_ settled: SettledEvent, device: Int, to line: inout LineWriter) {
    begin(&line, settled.time, device)
    paint(&line, .faint)
    line.append(LineType.settled.rawValue)
    paint(&line, nil)
  }

  private func write(_ responder: ResponderEvent, device: Int, to line: inout LineWriter) {
    begin(&line, responder.time, device)
    let regions = regions(of: device)
    line.append(LineType.responder.rawValue)
    line.advance(to: columns.details)
    if let region = responder.region, regions.indices.contains(region) {
      line.append(regions[region])
    } else {
      line.append("none")
    }
    line.append(responder.isKey ? "  of the key window " : "  of the window ")
    if regions.indices.contains(responder.window) { line.append(regions[responder.window]) }
  }

  private func write(_ deferral: DeferralEvent, device: Int, to line: inout LineWriter) {
    begin(&line, deferral.time, device)
    line.append(LineType.deferred.rawValue)
    line.advance(to: columns.details)
    line.append(deferral.edge.word)
    write(region: deferral.region, of: device, to: &line)
  }

  /// The most bytes of one touch, the region's escaped name and the end of the line.
  private static let longestTouch = 160 + 6 * LineWriter.nameLimit + 16

  private func write(region: Int, of device: Int, to line: inout LineWriter) {
    let regions = regions(of: device)
    guard region != 0, regions.indices.contains(region) else { return }
    line.append("  in ")
    line.append(regions[region])
  }

  /// The escaped name of a recognizer.
  func appendName(of recognizer: Int, to line: inout LineWriter) { line.append(labels[recognizer].name) }

  /// Begins a line with the columns before the name.
  ///
  /// - Parameter device: the touchscreen's number; nil for an event that is on no touchscreen.
  func begin(_ line: inout LineWriter, _ time: Instant, _ device: Int?) {
    paint(&line, .faint)
    line.append(secondsOf: time.microseconds, endingAt: columns.timeEnd)
    paint(&line, nil)
    line.advance(to: columns.device)
    if let device { line.append(integer: device) }
    line.advance(to: columns.name)
  }

  /// Sets a color; nil restores the terminal's own.
  private func paint(_ line: inout LineWriter, _ color: TextColor?) {
    guard usesColor else { return }
    line.append("\u{1B}[")
    if let color { line.append(color.rawValue) }
    line.append("m")
  }
}

extension LineWriter {
  /// Appends two numbers rounded to a fraction of one, for people: `40.5,30.25`. A number that is not finite gives `?`.
  mutating func append(pair x: Double, _ y: Double, steps: Double) {
    guard x.isFinite, y.isFinite else {
      append("?")
      return
    }
    append(decimal: (x * steps).rounded() / steps)
    append(",")
    append(decimal: (y * steps).rounded() / steps)
  }
}

/// A color or weight of a terminal. The raw value is the parameter of the SGR sequence (ECMA-48).
enum TextColor: String, Sendable {
  /// The most important part of a line.
  case bold = "1"
  /// A part for reference only.
  case faint = "2"
  /// A failure.
  case red = "31"
  /// A success.
  case green = "32"
  /// A cancellation.
  case yellow = "33"

  /// The color of a recognizer's state; nil for the terminal's own color.
  init?(_ state: GestureState) {
    switch state {
    case .began, .ended: self = .green
    case .cancelled: self = .yellow
    case .failed: self = .red
    case .possible, .changed: return nil
    }
  }
}

/// The columns where parts of a text line begin or, where they are aligned to the right, end. Without long names a line
/// of two values fits into 100 columns.
struct TextColumns: Sendable {
  /// The end of the time.
  let timeEnd = 12
  /// The device's number.
  let device = 13
  /// The recognizer's name.
  let name = 16
  /// The state.
  let state: Int
  /// The end of the number of fingers.
  let touchCountEnd: Int
  /// The end of the place's x.
  let xEnd: Int
  /// The end of the place's y.
  let yEnd: Int
  /// Values and reasons.
  let details: Int

  /// Columns for names of up to `nameWidth` characters. A longer name pushes the rest of its line.
  init(nameWidth: Int) {
    state = name + min(max(nameWidth, "recognizer".count), 20) + 1
    touchCountEnd = state + "-> cancelled".count + 3
    xEnd = touchCountEnd + 7
    yEnd = xEnd + 7
    details = yEnd + 2
  }
}
