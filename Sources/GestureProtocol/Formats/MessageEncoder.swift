import GestureCore

/// Messages as the JSON lines of the wire, version 1: docs/protocol.md is its contract.
///
/// A gesture is on the hot path: what does not change from line to line is put together when the encoder is
/// made, and a line is those parts with numbers between them. A value that is not finite is left out with its
/// field.
public struct MessageEncoder: LineFormat {
  let text = JSONText()
  private let recognizers: [RecognizerText]
  /// `,"region":"root"`
  let regions: [Fragment]
  /// The length of the longest of them.
  let longestRegion: Int

  /// An encoder that knows these names.
  public init(_ vocabulary: Vocabulary) {
    recognizers = vocabulary.recognizers.map(RecognizerText.init)
    regions = vocabulary.regions.map {
      Fragment(Array(#","region":""#.utf8) + escapedBytes(of: $0) + [UInt8(ascii: "\"")])
    }
    longestRegion = regions.map(\.length).max() ?? 0
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
    end(&line)
  }

  public func write(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, to line: inout LineWriter
  ) {
    line.removeAll()
    switch event {
    case .gesture(let gesture): write(gesture, device: device, seq: seq, to: &line)
    case .transition(let transition): write(transition, device: device, seq: seq, to: &line)
    case .touches(let touches): write(touches, of: buffer, device: device, seq: seq, to: &line)
    case .settled(let settled): write(settled, device: device, seq: seq, to: &line)
    }
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

  private func write(_ gesture: GestureEvent, device: Int, seq: UInt64, to line: inout LineWriter) {
    begin(&line, with: text.gesture, seq: seq, time: gesture.time, device: device)
    line.append(text.sequence)
    line.append(integer: gesture.sequence)
    line.append(text.gestureID)
    line.append(integer: gesture.gestureID)
    line.append(recognizers[gesture.recognizer].heading)
    line.append(text.stateAndTouchCount(gesture.state))
    line.append(integer: gesture.numberOfTouches)
    line.append(regions[gesture.region])
    if gesture.location.isFinite {
      line.append(text.location)
      line.append(pair: gesture.location.x, gesture.location.y)
    }
    let isElsewhere = gesture.region != RegionTree.root || gesture.regionLocation != gesture.location
    if isElsewhere, gesture.regionLocation.isFinite {
      line.append(text.regionLocation)
      line.append(pair: gesture.regionLocation.x, gesture.regionLocation.y)
    }
    for position in 0..<min(gesture.values.count, recognizers[gesture.recognizer].fields.count) {
      write(gesture.values[position], of: recognizers[gesture.recognizer].fields[position], to: &line)
    }
    if let toRegion = gesture.toRegion { write(gesture.values, in: toRegion, gesture.recognizer, to: &line) }
  }

  private func write(
    _ value: GestureValues.Quantity, of field: RecognizerText.Field, to line: inout LineWriter
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
    case .point(let point):
      guard point.isFinite else { return }
      line.append(field.key)
      line.append(pair: point.x, point.y)
    case .displacement(let vector), .velocity(let vector):
      guard vector.isFinite else { return }
      line.append(field.key)
      line.append(pair: vector.x, vector.y)
    case .span(let span):
      line.append(field.key)
      line.append(secondsOf: span.microseconds)
    case .matrix(let similarity):
      write(similarity, of: field, to: &line)
    case .ratio(let number), .ratioVelocity(let number), .angle(let number), .angularVelocity(let number):
      guard number.isFinite else { return }
      line.append(field.key)
      line.append(decimal: number)
    }
  }

  /// PAN-22: displacements and velocities once more, as the region has them.
  private func write(
    _ values: GestureValues, in toRegion: AffineTransform, _ recognizer: Int, to line: inout LineWriter
  ) {
    for position in 0..<min(values.count, recognizers[recognizer].fields.count) {
      guard let key = recognizers[recognizer].fields[position].regionKey else { continue }
      switch values[position] {
      case .displacement(let vector), .velocity(let vector):
        let vector = toRegion.apply(vector)
        guard vector.isFinite else { continue }
        line.append(key)
        line.append(pair: vector.x, vector.y)
      default: continue
      }
    }
  }

  private func write(_ similarity: Similarity, of field: RecognizerText.Field, to line: inout LineWriter) {
    let (a, b, c, d, x, y) = similarity.matrix
    guard a.isFinite, b.isFinite, x.isFinite, y.isFinite else { return }
    line.append(field.key)
    line.append(decimals: a, b, c, d)
    line.append(pair: x, y)
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

  private func end(_ line: inout LineWriter) {
    line.append(text.end)
    line.endLine()
  }
}
