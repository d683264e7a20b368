import GestureCore
import TouchInput

/// Parses the pieces of a libinput recording.
struct LibinputRecordingParser {
  /// EV_MAX
  private static let maximumType: Int64 = 0x1f
  /// KEY_MAX, the largest of all codes.
  private static let maximumCode: Int64 = 0x2ff
  /// ABS_MAX
  private static let maximumAxis: Int64 = 0x3f
  /// INPUT_PROP_MAX
  private static let maximumProperty: Int64 = 0x1f
  private static let version: Int64 = 1

  private let reader: YamlReader

  init(_ reader: YamlReader) {
    self.reader = reader
  }

  /// Reads the whole file.
  func read() throws(RecordingError) -> [EvemuRecording] {
    var devices: [EvemuRecording]?
    try expect(.mappingStart, "libinput's recording, which begins with version: \(Self.version)")
    while let key = try nextKey() {
      switch key {
      case "version":
        guard try integer("a version") == Self.version else {
          throw error(allowed: "version \(Self.version) of the format")
        }
      case "devices":
        var read = devices ?? []
        try eachElement("a list of devices") { () throws(RecordingError) in
          read.append(try device())
        }
        devices = read
      default: try skipValue()
      }
    }
    guard let devices, !devices.isEmpty else {
      throw RecordingError(
        line: reader.line, found: "the end of the file", allowed: "devices: with a device in it")
    }
    try reader.next()
    return devices
  }

  // MARK: Devices

  private func device() throws(RecordingError) -> EvemuRecording {
    var recording = EvemuRecording(device: DeviceDescription(name: ""), events: [])
    var isDescribed = false
    let line = reader.line
    try expect(current: .mappingStart, "a device: node, evdev, events")
    while let key = try nextKey() {
      switch key {
      case "evdev":
        recording.device = try description()
        isDescribed = true
      case "events":
        try eachElement("a list of events") { () throws(RecordingError) in
          try entry(into: &recording.events)
        }
      default: try skipValue()
      }
    }
    guard isDescribed else {
      throw RecordingError(line: line, found: "a device without evdev:", allowed: "its description in evdev:")
    }
    return recording
  }

  private func description() throws(RecordingError) -> DeviceDescription {
    var device = DeviceDescription(name: "")
    try expect(.mappingStart, "name, id, codes, absinfo, properties")
    while let key = try nextKey() {
      switch key {
      case "name":
        try expect(.scalar, "a name")
        device.name = String(decoding: reader.text, as: UTF8.self)
      case "id":
        let id = try numbers(4, "[bus, vendor, product, version]", in: 0...0xffff)
        (device.bus, device.vendor) = (UInt16(id[0]), UInt16(id[1]))
        (device.product, device.version) = (UInt16(id[2]), UInt16(id[3]))
      case "codes":
        try expect(.mappingStart, "type: [code, …]")
        while let type = try nextNumber("an event type", in: 0...Self.maximumType) {
          let codes = try self.codes("[code, …]", atMost: Self.maximumCode)
          if !codes.isEmpty { device.codes[type] = codes }
        }
      case "absinfo":
        try expect(.mappingStart, "code: [minimum, maximum, fuzz, flat, resolution]")
        while let code = try nextNumber("an axis", in: 0...Self.maximumAxis) {
          let axis = try numbers(
            5, "[minimum, maximum, fuzz, flat, resolution]", in: Int64(Int32.min)...Int64(Int32.max)
          ).map { Int32(truncatingIfNeeded: $0) }
          device.axes[code] = AxisRange(
            minimum: axis[0], maximum: axis[1], fuzz: axis[2], flat: axis[3], resolution: axis[4])
        }
      case "properties":
        device.properties = try codes("[property, …]", atMost: Self.maximumProperty)
      default: try skipValue()
      }
    }
    return device
  }

  // MARK: Events

  /// One entry of the list: events of the device, or events of libinput.
  private func entry(into events: inout [InputEvent]) throws(RecordingError) {
    try expect(current: .mappingStart, "evdev: or libinput:")
    while let key = try nextKey() {
      guard key == "evdev" else {
        try skipValue()
        continue
      }
      try eachElement("a list of events") { () throws(RecordingError) in
        events.append(try event())
      }
    }
  }

  private func event() throws(RecordingError) -> InputEvent {
    let allowed = "[seconds, microseconds, type, code, value]"
    try expect(current: .sequenceStart, allowed)
    let seconds = try integer(allowed, in: 0...Int64.max)
    let microseconds = try integer(allowed, in: 0...999_999)
    let type = try integer(allowed, in: 0...0xffff)
    let code = try integer(allowed, in: 0...0xffff)
    let value = try integer(allowed, in: Int64(Int32.min)...Int64(Int32.max))
    try expect(.sequenceEnd, allowed)
    let limit = Instant.latestStamp.microseconds
    let stamp = min(min(seconds, limit / 1_000_000) * 1_000_000 + microseconds, limit)
    return InputEvent(
      time: Instant(microseconds: stamp), type: UInt16(truncatingIfNeeded: type),
      code: UInt16(truncatingIfNeeded: code), value: Int32(truncatingIfNeeded: value))
  }

  // MARK: Pieces

  /// The next key of a mapping; nil at its end. The key's value is read next.
  private func nextKey() throws(RecordingError) -> String? {
    switch try reader.next() {
    case .scalar: return String(decoding: reader.text, as: UTF8.self)
    case .mappingEnd: return nil
    default: throw error(allowed: "a key")
    }
  }

  /// The next key of a mapping whose keys are numbers; nil at its end.
  private func nextNumber(
    _ name: String, in range: ClosedRange<Int64>
  ) throws(RecordingError) -> UInt16? {
    guard try reader.next() != .mappingEnd else { return nil }
    guard let number = reader.integer, range.contains(number) else {
      throw error(allowed: "\(name), \(range.lowerBound) to \(range.upperBound)")
    }
    return UInt16(truncatingIfNeeded: number)
  }

  /// Calls a body for each element of a list, whose first piece it has read. An empty list may be an empty scalar.
  private func eachElement(
    _ allowed: String, _ body: () throws(RecordingError) -> Void
  ) throws(RecordingError) {
    switch try reader.next() {
    case .sequenceStart:
      while try reader.next() != .sequenceEnd { try body() }
    case .scalar where reader.text.isEmpty: return
    default: throw error(allowed: allowed)
    }
  }

  private func codes(_ allowed: String, atMost maximum: Int64) throws(RecordingError) -> CodeSet {
    var codes = CodeSet()
    try eachElement(allowed) { () throws(RecordingError) in
      guard let code = reader.integer, (0...maximum).contains(code) else {
        throw error(allowed: "a number from 0 to \(maximum)")
      }
      codes.insert(UInt16(truncatingIfNeeded: code))
    }
    return codes
  }

  private func numbers(
    _ count: Int, _ allowed: String, in range: ClosedRange<Int64>
  ) throws(RecordingError) -> [Int64] {
    var numbers: [Int64] = []
    try expect(.sequenceStart, allowed)
    for _ in 0..<count { numbers.append(try integer(allowed, in: range)) }
    try expect(.sequenceEnd, allowed)
    return numbers
  }

  private func integer(
    _ allowed: String, in range: ClosedRange<Int64> = Int64.min...Int64.max
  ) throws(RecordingError) -> Int64 {
    guard try reader.next() == .scalar, let number = reader.integer, range.contains(number) else {
      throw error(allowed: allowed)
    }
    return number
  }

  /// Skips the next value.
  private func skipValue() throws(RecordingError) {
    var depth = 0
    repeat {
      switch try reader.next() {
      case .mappingStart, .sequenceStart: depth += 1
      case .mappingEnd, .sequenceEnd: depth -= 1
      case .scalar: break
      case .end: throw error(allowed: "a value")
      }
    } while depth > 0
  }

  private func expect(_ piece: YamlReader.Piece, _ allowed: String) throws(RecordingError) {
    try reader.next()
    try expect(current: piece, allowed)
  }

  private func expect(current piece: YamlReader.Piece, _ allowed: String) throws(RecordingError) {
    guard reader.piece == piece else { throw error(allowed: allowed) }
  }

  private func error(allowed: String) -> RecordingError {
    let found =
      switch reader.piece {
      case .scalar: RecordingError.quote(reader.text[...])
      case .sequenceStart: "a list"
      case .sequenceEnd: "the end of the list"
      case .mappingStart: "a mapping"
      case .mappingEnd: "the end of the mapping"
      case .end: "the end of the file"
      }
    return RecordingError(line: reader.line, found: found, allowed: allowed)
  }
}
