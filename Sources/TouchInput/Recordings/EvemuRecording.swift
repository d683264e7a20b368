import GestureCore

/// A recording of a device in evemu's text format, versions 1.0 to 1.3: its description and its events.
///
/// ```
/// # EVEMU 1.3                              a comment, also after an event
/// N: name                                  first, once
/// I: bus vendor product version            hexadecimal
/// P: 02 00 …                               properties, eight bits a byte; goes on in the next P line
/// B: type 00 00 80 …                       that type's codes, likewise
/// A: code minimum maximum fuzz flat resolution       code hexadecimal; 1.0 has no resolution
/// L: led state     S: switch state     W: …          read over
/// E: seconds.microseconds type code value  type and code hexadecimal, value decimal
/// ```
///
/// The file is hostile: the storage grows with its number of events alone, so the caller bounds its length.
public struct EvemuRecording: Hashable, Sendable {
  /// The device's description of itself. `codes[0]` holds the event types, as the B lines of type 0 do.
  public var device: DeviceDescription
  /// The events in the file's order. Stamps may go back and may differ within a frame.
  public var events: [InputEvent]

  public init(device: DeviceDescription, events: [InputEvent]) {
    self.device = device
    self.events = events
  }

  /// The most bytes of bits that are accepted for a type; KEY_MAX, the largest code, needs 96.
  private static let maximumBitBytes = 128
  /// EV_MAX
  private static let maximumType: UInt16 = 0x1f
  /// ABS_MAX
  private static let maximumAxis: UInt16 = 0x3f
  /// The possible beginnings of a line.
  static let allowedLines = "a line that begins with N:, I:, P:, B:, A:, L:, S:, W:, E: or #"

  /// Reads a recording, or a description without events.
  ///
  /// - Throws: `RecordingError` at the first line that does not belong in a recording.
  public init(parsing bytes: [UInt8]) throws(RecordingError) {
    device = DeviceDescription(name: "")
    events = []
    var reader = EvemuLineReader(bytes)
    var part = Part.name
    var bitBytes: [UInt16: Int] = [:]
    var propertyBytes = 0
    while try reader.advance() {
      if reader.lineNumber == 1 { try Self.checkVersion(reader) }
      if reader.isAtEnd() { continue }
      let letter = try reader.letter()
      try Self.check(letter, belongsInto: &part, at: reader)
      switch letter {
      case UInt8(ascii: "N"):
        device.name = String(decoding: reader.rest(), as: UTF8.self)
      case UInt8(ascii: "I"):
        device.bus = try reader.hexadecimal(atMost: .max, "a bus")
        device.vendor = try reader.hexadecimal(atMost: .max, "a vendor")
        device.product = try reader.hexadecimal(atMost: .max, "a product")
        device.version = try reader.hexadecimal(atMost: .max, "a version")
        try reader.expectEnd(after: "the version")
      case UInt8(ascii: "P"):
        try Self.parseBits(from: &reader, count: &propertyBytes, into: &device.properties)
      case UInt8(ascii: "B"):
        let type = try reader.hexadecimal(atMost: Self.maximumType, "an event type")
        var codes = device.codes[type] ?? CodeSet()
        try Self.parseBits(from: &reader, count: &bitBytes[type, default: 0], into: &codes)
        if !codes.isEmpty { device.codes[type] = codes }
      case UInt8(ascii: "A"):
        try parseAxis(from: &reader)
      case UInt8(ascii: "E"):
        try parseEvent(from: &reader)
      default:
        break
      }
    }
    guard part != .name else {
      throw RecordingError(
        line: reader.lineNumber + 1, found: "the end of the file", allowed: "a line N: with the device's name"
      )
    }
  }

  /// The parts of a recording, in their order.
  private enum Part {
    /// Only comments came so far.
    case name
    /// The name came.
    case description
    /// An event came.
    case events
  }

  private static func check(
    _ letter: UInt8, belongsInto part: inout Part, at reader: EvemuLineReader
  ) throws(RecordingError) {
    switch letter {
    case UInt8(ascii: "N"):
      guard part == .name else { throw reader.errorAtLine(allowed: "one N: line") }
      part = .description
    case UInt8(ascii: "E"):
      guard part != .name else { throw reader.errorAtLine(allowed: "a line N: with the device's name first") }
      part = .events
    case UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "B"), UInt8(ascii: "A"), UInt8(ascii: "L"),
      UInt8(ascii: "S"), UInt8(ascii: "W"):
      guard part != .name else { throw reader.errorAtLine(allowed: "a line N: with the device's name first") }
      guard part != .events else { throw reader.errorAtLine(allowed: "nothing but events after the first") }
    default:
      throw reader.errorAtLine(allowed: allowedLines)
    }
  }

  /// A file declares its version in the first line or not at all.
  private static func checkVersion(_ reader: EvemuLineReader) throws(RecordingError) {
    var reader = reader
    guard reader.skip("# EVEMU "), !reader.skip("1.") else { return }
    throw reader.error(allowed: "version 1.0 to 1.3 of the format")
  }

  /// Parses the bytes of a P or B line; `count` is the number of bytes in the lines before.
  private static func parseBits(
    from reader: inout EvemuLineReader, count: inout Int, into codes: inout CodeSet
  ) throws(RecordingError) {
    while !reader.isAtEnd() {
      guard count < maximumBitBytes else {
        throw reader.error(allowed: "at most \(maximumBitBytes) bytes of bits")
      }
      let byte = try reader.hexadecimal(atMost: 0xff, "a byte of bits")
      for bit in 0..<8 where byte & (1 << bit) != 0 { codes.insert(UInt16(count * 8 + bit)) }
      count += 1
    }
  }

  private mutating func parseAxis(from reader: inout EvemuLineReader) throws(RecordingError) {
    let code = try reader.hexadecimal(atMost: Self.maximumAxis, "an axis")
    var axis = AxisRange(
      minimum: try reader.decimal("a minimum"),
      maximum: try reader.decimal("a maximum"),
      fuzz: try reader.decimal("a fuzz"),
      flat: try reader.decimal("a flat"))
    if !reader.isAtEnd() { axis.resolution = try reader.decimal("a resolution") }
    try reader.expectEnd(after: "the resolution")
    device.axes[code] = axis
  }

  private mutating func parseEvent(from reader: inout EvemuLineReader) throws(RecordingError) {
    let microseconds = try reader.microseconds(atMost: Instant.latestStamp.microseconds)
    let type = try reader.hexadecimal(atMost: .max, "an event type")
    let code = try reader.hexadecimal(atMost: .max, "an event code")
    let value = try reader.decimal("a value")
    try reader.expectEnd(after: "the value")
    events.append(
      InputEvent(time: Instant(microseconds: microseconds), type: type, code: code, value: value))
  }
}
