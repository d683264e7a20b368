import EventFamilies
import FoundationEssentials
import GestureCore
import GestureTestSupport
import Testing

@testable import GestureProtocol

/// docs/protocol.md contains the encoder's output, byte by byte.
struct ProtocolDocumentTests {
  private let document = ProjectFile.text("docs/protocol.md")

  @Test("Each example of the document is what the encoder writes for it")
  func examples() throws {
    let examples = lines(inBlocksOf: "json")
    #expect(examples.count > 30)
    for example in examples {
      #expect(try encodedAgain(example) == example + "\n")
    }
  }

  @Test(
    "Each type of line has a chapter, and the example of an event without fingers has its declared fields")
  func chapters() throws {
    let headings = document.split(separator: "\n").filter { $0.hasPrefix("## ") }
      .flatMap { $0.dropFirst(3).split(separator: ", ") }.map(String.init)
    let examples = try lines(inBlocksOf: "json").map { try JSONValue(parsing: $0) }
    for type in LineType.allCases { #expect(headings.contains(type.rawValue), "\(type.rawValue)") }
    for type in LineType.families {
      let example = try #require(examples.first { $0["type"]?.text == type.rawValue }, "\(type.rawValue)")
      for field in FamilyMessage.fields(of: type) where !field.isOptional {
        #expect(example[field.name] != nil, "\(type.rawValue) \(field.name)")
      }
    }
  }

  @Test("Each reason to end a stream is in the document", arguments: ByeReason.allCases)
  func reasons(reason: ByeReason) {
    #expect(document.contains("| `\(reason.rawValue)` |"))
  }

  @Test("Each field of each kind of the catalog is in the document's table of kinds, in order")
  func kinds() {
    let table = document.split(separator: "\n").drop { $0 != "<!-- kinds -->" }
    for type in RecognizerCatalog.types {
      let rows = table.drop { !$0.hasPrefix("| `\(type.kind.name)` |") }
      for (field, row) in zip(type.fields, rows.prefix(type.fields.count)) {
        #expect(row.contains("| `\(field.name)` |"), "\(type.kind.name)")
      }
      #expect(rows.count >= type.fields.count, "\(type.kind.name)")
    }
  }

  private func lines(inBlocksOf language: Substring) -> [String] {
    var result: [String] = []
    var isInside = false
    for line in document.split(separator: "\n") {
      if line.hasPrefix("```") {
        isInside = line == "```" + language
      } else if isInside {
        result.append(String(line))
      }
    }
    return result
  }

  private func pair(_ numbers: [Double]) -> Size { Size(numbers[0], numbers[1]) }

  private func encodedAgain(_ example: String) throws -> String {
    let value = try JSONValue(parsing: example)
    let type = try #require(value["type"]?.text)
    if let family = LineType(rawValue: type), LineType.families.contains(family) {
      let message = try familyMessage(value, of: family)
      let seq = try value.count("seq")
      return Samples.text { encoder(for: value).write(message, seq: seq, to: &$0) }
    }
    switch type {
    case "hello":
      let hello = Hello(
        version: try value.word("version"), features: value["features"]?.list?.compactMap(\.text) ?? [],
        time: try value.instant("time"),
        unixMicroseconds: value["unix_time"] == nil ? nil : try value.instant("unix_time").microseconds)
      return Samples.text { encoder(for: value).write(hello, to: &$0) }
    case "device":
      let size = try value.numbers("size")
      let message = DeviceMessage(
        time: try value.instant("time"), device: Int(try value.count("device")),
        state: try #require(DeviceMessage.State(rawValue: value.word("state"))), name: try value.word("name"),
        size: pair(size), sizeSource: try value.word("size_source"),
        maximumTouches: Int(try value.count("max_touches")), rotation: Int(try value.count("rotation")),
        pixels: value["pixels"] == nil ? nil : try pair(value.numbers("pixels")),
        table: value["table"]?.text, output: value["output"]?.text, seat: value["seat"]?.text,
        reason: value["reason"]?.text)
      let seq = try value.count("seq")
      return Samples.text { encoder(for: value).write(message, seq: seq, to: &$0) }
    case "gesture":
      return encoder(for: value).line(.gesture(try gesture(value)), seq: try value.count("seq"))
    case "transition":
      return encoder(for: value).line(.transition(try transition(value)), seq: try value.count("seq"))
    case "touches":
      return try touchesLine(value)
    case "settled":
      let event = SettledEvent(
        firstSequence: try value.count("first_sequence"), sequence: try value.count("sequence"),
        time: try value.instant("time"))
      return encoder(for: value).line(.settled(event), seq: try value.count("seq"))
    case "deferred":
      let word = try value.word("edge")
      let event = DeferralEvent(
        edge: try #require(ScreenEdge.allCases.first { $0.word == word }), region: 1,
        sequence: try value.count("sequence"), time: try value.instant("time"))
      return encoder(for: value).line(.deferred(event), seq: try value.count("seq"))
    case "action":
      let message = try actionMessage(value)
      return Samples.text { encoder(for: value).write(message, to: &$0) }
    case "app":
      let word = try value.word("phase")
      let time = try value.instant("time")
      let note = AppNote(
        phase: try #require(AppNote.Phase.allCases.first { $0.word == word }),
        touch: try value.count("touch"),
        slot: Int(try value.count("slot")), location: .zero, time: time, happened: time, isDown: true)
      let device = Int(try value.count("device"))
      return Samples.text { encoder(for: value).write(note, device: device, to: &$0) }
    case "dropped":
      let count = try value.count("count")
      return Samples.text { encoder(for: value).write(droppedLines: count, to: &$0) }
    case "bye":
      let reason = try #require(ByeReason(rawValue: value.word("reason")))
      return Samples.text { encoder(for: value).write(reason, to: &$0) }
    default:
      var bytes: [UInt8] = []
      value.append(to: &bytes)
      return String(decoding: bytes, as: UTF8.self) + "\n"
    }
  }

  /// An encoder for one line: recognizer 0 is the line's own, 1 is the one that its reason names.
  private func encoder(for line: JSONValue) -> MessageEncoder {
    let region = line["region"]?.text ?? "root"
    let landed = line["touches"]?.list?.compactMap { $0["region"]?.text }.first ?? ""
    let label = Samples.label(
      line["recognizer"]?.text ?? "", line["kind"]?.text ?? "", Int(line["touch_count"]?.number ?? 1))
    let cause = Samples.label("double_tap", "tap", 1)
    return MessageEncoder(Vocabulary(recognizers: [label, cause], regions: ["root", region, landed]))
  }

  private func gesture(_ line: JSONValue) throws -> GestureEvent {
    var values = GestureValues()
    for field in try #require(Samples.fields[line.word("kind")]) {
      // A value that is not finite is omitted.
      values.append(line[field.name] == nil ? .ratio(.nan) : try line.quantity(field))
    }
    let states: [GestureState] = [.began, .changed, .ended, .cancelled]
    let word = try line.word("state")
    let location = try line.numbers("location")
    let regionLocation = line["region_location"] == nil ? location : try line.numbers("region_location")
    return GestureEvent(
      recognizer: 0, state: try #require(states.first { $0.word == word }),
      gestureID: try line.count("gesture_id"), sequence: try line.count("sequence"),
      time: try line.instant("time"), numberOfTouches: Int(try line.count("touch_count")),
      region: line["region"]?.text == "root" ? 0 : 1,
      location: Point(location[0], location[1]), regionLocation: Point(regionLocation[0], regionLocation[1]),
      values: values)
  }

  private func familyMessage(_ line: JSONValue, of type: LineType) throws -> FamilyMessage {
    let time = try line.instant("time")
    var message: FamilyMessage
    switch type {
    case .motion:
      message = .motion(
        try #require(ShakePhase(rawValue: line.word("state"))), of: Int(try line.count("device")),
        name: try line.word("name"), at: time)
    case .remote:
      let command = try #require(RemoteCommand(word: line.word("command")))
      message = try #require(FamilyMessage.remote(.command(command), at: time))
    case .press:
      var tracker = PressTracker()
      let press = tracker.track(key: 28, value: 1, at: time)
      message = .press(try #require(press), of: try line.word("name"), all: tracker.presses)
    case .route:
      let previous = AudioRoute(output: .speaker, input: .builtInMicrophone)
      let route = AudioRoute(output: .headphones, input: .builtInMicrophone)
      message = .route(
        RouteChange(reason: .newDevice, route: route, previous: previous, ports: [.headphones], time: time))
    default:
      let fields = FamilyMessage.fields(of: type).filter { $0.name != "subtype" }.compactMap { field in
        line[field.name].map { ReplyField(field.name, reply($0)) }
      }
      message = FamilyMessage(
        type: type, subtype: line["subtype"]?.number.map { Int($0) }, time: time, fields: fields)
    }
    message.receiver = line["receiver"]?.text
    return message
  }

  private func reply(_ value: JSONValue) -> ReplyValue {
    if let text = value.text { return .text(text) }
    if let number = value.number { return .decimal(number) }
    return .list((value.list ?? []).map(reply))
  }

  private func actionMessage(_ line: JSONValue) throws -> ActionMessage {
    let value = line["value"].map { told in
      var bytes: [UInt8] = []
      told.append(to: &bytes)
      return bytes
    }
    let sender: ActionMessage.Sender =
      line["client"] == nil
      ? .recognizer(
        name: line["recognizer"]?.text, kind: try line.word("kind"), device: Int(try line.count("device")))
      : .client(Int(try line.count("client")))
    return ActionMessage(
      try line.word("action"), value: value, number: try line.count("action_id"),
      at: try line.instant("time"), responder: line["responder"]?.text.map { ResponderName($0) },
      from: sender, in: line["region"]?.text)
  }

  private func transition(_ line: JSONValue) throws -> TransitionEvent {
    let reasons = [
      Reason("movedBeyondSlop", .init(7.4, .above, 7, .millimetres)), Reason("preventedBy", cause: 1),
    ]
    let text = try line.word("reason")
    let states: [GestureState] = [.possible, .began, .changed, .ended, .cancelled, .failed]
    let (from, to) = (try line.word("from"), try line.word("to"))
    return TransitionEvent(
      recognizer: 0, from: try #require(states.first { $0.word == from }),
      to: try #require(states.first { $0.word == to }), sequence: try line.count("sequence"),
      time: try line.instant("time"),
      reason: try #require(reasons.first { text.hasPrefix($0.word.description) }))
  }

  private func touchesLine(_ line: JSONValue) throws -> String {
    let time = try line.instant("time")
    let receiver = line["region"]?.text == "root" ? 0 : 1
    var samples: [TouchSample] = []
    var records = try #require(line["touches"]?.list).map {
      try record($0, time: time, receiver: receiver, samples: &samples)
    }
    let own = records.indices
    records += try (line["all"]?.list ?? []).map {
      try record($0, time: time, receiver: receiver, samples: &samples)
    }
    let event = TouchesEvent(
      receiver: receiver, phase: try line.phase(), sequence: try line.count("sequence"), time: time,
      records: own, all: own.upperBound..<records.count)
    return encoder(for: line).line(
      .touches(event), records: records, samples: samples, seq: try line.count("seq"))
  }

  private func record(
    _ touch: JSONValue, time: Instant, receiver: Int, samples: inout [TouchSample]
  ) throws -> TouchRecord {
    var record = TouchRecord(
      id: try touch.count("id"), phase: touch["phase"] == nil ? .began : try touch.phase(),
      time: touch["time"] == nil ? time : try touch.instant("time"), location: try touch.point("location"),
      tapCount: Int(try touch.count("tap_count")), region: touch["region"] == nil ? receiver : 2)
    if touch["region_location"] != nil { record.regionLocation = try touch.point("region_location") }
    if touch["previous_location"] != nil { record.previousLocation = try touch.point("previous_location") }
    if touch["region_previous_location"] != nil {
      record.previousRegionLocation = try touch.point("region_previous_location")
    }
    if touch["type"]?.text == "pencil" { record.attributes.type = .pencil }
    if touch["radius"] != nil {
      record.attributes.majorRadius = try touch.number("radius")
      record.attributes.majorRadiusTolerance = try touch.number("radius_tolerance")
    }
    if touch["force"] != nil {
      record.attributes.force = try touch.number("force")
      record.attributes.maximumForce = try touch.number("max_force")
    }
    if touch["altitude"] != nil {
      record.attributes.attitude = .init(
        altitude: try touch.number("altitude"), azimuth: try touch.number("azimuth"))
    }
    for (field, range) in [("coalesced", \TouchRecord.coalesced), ("predicted", \TouchRecord.predicted)] {
      let first = samples.count
      for sample in touch[field]?.list ?? [] {
        let location = try sample.point("location")
        samples.append(
          TouchSample(
            time: try sample.instant("time"), location: location, previousLocation: location,
            force: sample["force"]?.number ?? 0))
      }
      record[keyPath: range] = first..<samples.count
    }
    return record
  }
}

extension JSONValue {
  fileprivate func word(_ field: String) throws -> String {
    try #require(self[field]?.text)
  }

  fileprivate func count(_ field: String) throws -> UInt64 {
    try #require(self[field]?.number.flatMap { UInt64(exactly: $0) })
  }

  fileprivate func instant(_ field: String) throws -> Instant {
    let seconds = try #require(self[field]?.number)
    return Instant(microseconds: Int64((seconds * 1_000_000).rounded()))
  }

  fileprivate func number(_ field: String) throws -> Double {
    try #require(self[field]?.number)
  }

  fileprivate func point(_ field: String) throws -> Point {
    let numbers = try numbers(field)
    return Point(numbers[0], numbers[1])
  }

  fileprivate func phase() throws -> TouchPhase {
    let phases: [TouchPhase] = [.began, .moved, .stationary, .ended, .cancelled]
    let word = try word("phase")
    return try #require(phases.first { $0.word == word })
  }

  fileprivate func numbers(_ field: String) throws -> [Double] {
    let numbers = try #require(self[field]?.list).compactMap(\.number)
    try #require(numbers.count == 2)
    return numbers
  }

  fileprivate func quantity(_ field: GestureField) throws -> GestureValues.Quantity {
    switch field.measure {
    case .count: return .count(Int(try count(field.name)))
    case .word(let words): return .word(try #require(words.firstIndex(of: word(field.name))))
    case .point: return .point(try Point(numbers(field.name)[0], numbers(field.name)[1]))
    case .displacement: return .displacement(try Vector(numbers(field.name)[0], numbers(field.name)[1]))
    case .velocity: return .velocity(try Vector(numbers(field.name)[0], numbers(field.name)[1]))
    case .matrix:
      let numbers = try #require(self[field.name]?.list).compactMap(\.number)
      try #require(numbers.count == 6)
      return .matrix(
        Similarity(factor: Vector(numbers[0], numbers[1]), shift: Vector(numbers[4], numbers[5])))
    case .ratio: return .ratio(try number(field.name))
    case .ratioVelocity: return .ratioVelocity(try number(field.name))
    case .angle: return .angle(try number(field.name))
    case .angularVelocity: return .angularVelocity(try number(field.name))
    case .span: return .span(TimeSpan(microseconds: try instant(field.name).microseconds))
    }
  }
}
