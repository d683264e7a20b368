import GestureCore
import GestureTestSupport
import Testing

@testable import GestureProtocol

/// Events that no device could make, from a seeded generator. With any numbers, a line remains a valid line.
struct HostileEventTests {
  @Test(
    "D29 every line is valid JSON of at most 64 KiB with one newline, whatever the event", arguments: 0..<4)
  func lines(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let encoder = MessageEncoder(vocabulary(&random))
    let formatter = TextFormatter(vocabulary(&random), usesColor: true)
    var line = LineWriter()
    for _ in 0..<200 {
      let records = (0..<Int.random(in: 0...2000, using: &random) >> Int.random(in: 0...11, using: &random))
        .map {
          _ in
          record(&random)
        }
      var buffer = EventBuffer()
      for record in records { buffer.append(record) }
      for _ in 0..<100 {
        buffer.append(
          TouchSample(time: instant(&random), location: point(&random), previousLocation: point(&random)))
      }
      let event = event(records.count, &random)
      let seq = random.next()
      let device = integer(&random)
      encoder.write(event, of: buffer, device: device, seq: seq, to: &line)
      try check(line.text, count: line.count)
      formatter.write(event, of: buffer, device: device, seq: seq, to: &line)
      #expect(line.count > 0 && line.count <= LineWriter.capacity)
      #expect(line.bytes[..<line.count].firstIndex(of: UInt8(ascii: "\n")) == line.count - 1)
    }
  }

  @Test("D29 a device may call itself anything", arguments: 0..<8)
  func names(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let encoder = MessageEncoder(Vocabulary(recognizers: []))
    for _ in 0..<100 {
      let name = name(&random)
      let message = DeviceMessage(
        time: instant(&random), device: integer(&random), state: .added, name: name,
        size: Size(random.anyDouble(), random.anyDouble()), sizeSource: "fallback",
        maximumTouches: integer(&random))
      let text = Samples.text { encoder.write(message, seq: random.next(), to: &$0) }
      try check(text, count: text.utf8.count)
      let read = try #require(JSONValue(parsing: text)["name"]?.text)
      #expect(read == name || read.hasSuffix("…"))
    }
  }

  @Test("More touches than fit are left out, and the line is whole")
  func tooManyTouches() throws {
    let records = (0..<5000).map { _ in TouchRecord(id: .max, location: Point(-1e9, -1e9), tapCount: .min) }
    let event = Event.touches(
      TouchesEvent(receiver: 0, phase: .moved, sequence: .max, time: .distantFuture, records: 0..<5000))
    let text = MessageEncoder(Vocabulary(recognizers: [])).line(event, records: records)
    try check(text, count: text.utf8.count)
    #expect(try JSONValue(parsing: text)["touches"]?.list?.count ?? 0 > 400)
  }

  private func check(_ text: String, count: Int) throws {
    #expect(count > 0 && count <= 65_536)
    #expect(text.hasSuffix("}\n"))
    let isHarmless = text.unicodeScalars.dropLast().allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && !(0x2028...0x202E).contains($0.value)
    }
    #expect(isHarmless)
    _ = try JSONValue(parsing: text)
  }

  private func vocabulary(_ random: inout SeededGenerator) -> Vocabulary {
    let fields = Array(Samples.fields.values).sorted { $0[0].name < $1[0].name }
    let labels = (0..<4).map {
      RecognizerLabel(
        name: name(&random), kind: "pan", fields: fields[$0], numberOfTouches: integer(&random))
    }
    return Vocabulary(recognizers: labels, regions: [name(&random), name(&random)])
  }

  private func event(_ recordCount: Int, _ random: inout SeededGenerator) -> Event {
    let recognizer = Int.random(in: 0..<4, using: &random)
    let states: [GestureState] = [.possible, .began, .changed, .ended, .cancelled, .failed]
    let state = states[Int.random(in: 0..<6, using: &random)]
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      var values = GestureValues()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let quantity = quantity(&random)
        if values.hasRoom(for: quantity) { values.append(quantity) }
      }
      return .gesture(
        GestureEvent(
          recognizer: recognizer, state: state, gestureID: random.next(), sequence: random.next(),
          time: instant(&random), numberOfTouches: integer(&random), region: recognizer % 2,
          location: point(&random),
          regionLocation: point(&random), values: values))
    case 1:
      let reason = Reason(
        "movedBeyondSlop", .init(random.anyDouble(), .above, random.anyDouble(), .degrees),
        cause: Bool.random(using: &random) ? recognizer : nil)
      return .transition(
        TransitionEvent(
          recognizer: recognizer, from: state, to: state, sequence: random.next(), time: instant(&random),
          reason: reason))
    default:
      return .touches(
        TouchesEvent(
          receiver: recognizer % 2, phase: .moved, sequence: random.next(), time: instant(&random),
          records: 0..<recordCount, all: 0..<(recordCount / 2)))
    }
  }

  private func record(_ random: inout SeededGenerator) -> TouchRecord {
    var attributes = ContactAttributes()
    attributes.majorRadius = random.anyDouble()
    attributes.majorRadiusTolerance = random.anyDouble()
    attributes.maximumForce = random.anyDouble()
    attributes.attitude = .init(altitude: random.anyDouble(), azimuth: random.anyDouble())
    var record = TouchRecord(
      id: random.next(), time: instant(&random), location: point(&random), tapCount: integer(&random),
      region: Int.random(in: 0...1, using: &random), attributes: attributes)
    record.previousLocation = point(&random)
    record.coalesced = 0..<Int.random(in: 0...100, using: &random)
    record.coalescedLost = integer(&random) >> 1
    record.predicted = 0..<Int.random(in: 0...4, using: &random)
    return record
  }

  private func quantity(_ random: inout SeededGenerator) -> GestureValues.Quantity {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .count(integer(&random))
    case 1: .word(integer(&random) >> Int.random(in: 0...63, using: &random))
    case 2: .point(point(&random))
    case 3: .velocity(Vector(random.anyDouble(), random.anyDouble()))
    case 4: .ratio(random.anyDouble())
    case 6:
      .matrix(
        Similarity(
          factor: Vector(random.anyDouble(), random.anyDouble()),
          shift: Vector(random.anyDouble(), random.anyDouble())))
    case 5: .angularVelocity(random.anyDouble())
    default: .span(TimeSpan(microseconds: Int64(integer(&random))))
    }
  }

  private func name(_ random: inout SeededGenerator) -> String {
    let length = Int.random(in: 0...2048, using: &random) >> Int.random(in: 0...11, using: &random)
    let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) & 0xE5 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func point(_ random: inout SeededGenerator) -> Point {
    Point(random.anyDouble(), random.anyDouble())
  }

  private func integer(_ random: inout SeededGenerator) -> Int {
    Int(truncatingIfNeeded: random.next())
  }

  private func instant(_ random: inout SeededGenerator) -> Instant {
    Instant(microseconds: Int64(integer(&random)))
  }
}

extension SeededGenerator {
  /// A double of any bit pattern: subnormal, huge, infinite, not a number.
  mutating func anyDouble() -> Double {
    Double(bitPattern: next())
  }
}
