import GestureProtocol
import JSONReading
import NIOCore

/// The service reads the type of a line, and the places of its fields. Values stay as they are.
enum DaemonLine {
  private static let opening = Array(#"{"type":""#.utf8)

  /// The type, which is the first field; nil where it is not.
  static func type(of line: ByteBuffer) -> String? {
    let bytes = line.readableBytesView
    guard bytes.starts(with: opening) else { return nil }
    let word = bytes.dropFirst(opening.count).prefix(33).prefix { $0 != UInt8(ascii: "\"") }
    return word.count <= 32 ? String(decoding: word, as: UTF8.self) : nil
  }

  /// The fields of each type that a page with nothing but `coarse` hears, in their order.
  private static let coarse: [String: [String]] = [
    "hello": ["type", "protocol", "version", "features", "simulated"],
    "device": ["type", "seq", "time", "device", "state", "size", "pixels", "rotation", "snapshot"],
    "settled": ["type", "seq", "time", "device", "sequence"],
    "idle": ["type", "time", "state", "after", "idle_for", "devices", "snapshot"],
    "inhibit": ["type", "seq", "time", "state", "snapshot"],
    "bye": ["type", "time", "reason"],
    "dropped": ["type", "time", "count"],
    "snapshot": ["type", "time"],
    "gesture": [
      "type", "seq", "time", "device", "sequence", "gesture_id", "recognizer", "kind", "state", "touch_count",
      "taps", "direction", "edge",
    ],
  ]

  /// A line with the fields that `coarse` allows; nil for a line that it does not hear.
  ///
  /// Gestures of one finger are not heard: they would tell typing. Neither are those of other clients' recognizers.
  static func coarse(_ line: ByteBuffer, type: String) -> ByteBuffer? {
    if type == "reply" { return line }
    guard let allowed = coarse[type], let fields = fields(of: line.readableBytesView) else { return nil }
    if type == "gesture" {
      let fingers = fields["touch_count"].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      guard fingers ?? 0 >= 2, fields["owner"] == nil else { return nil }
    }
    var result = ByteBuffer(string: "{")
    for name in allowed {
      guard let value = fields[name] else { continue }
      result.writeString(result.readableBytes == 1 ? "\"\(name)\":" : ",\"\(name)\":")
      result.writeBytes(value)
    }
    result.writeString("}")
    return result
  }

  /// The fields of a line without places, with their values.
  static func values(of line: ByteBuffer) -> [String: JSONValue]? {
    try? JSONReader.object(Array(line.readableBytesView)[...])
  }

  /// The fields of an object, without reading their values; nil for anything else. Names with an escape are never asked for.
  ///
  /// The line is searched where it lies: a copy of it would be one more piece of memory with places.
  private static func fields(of line: ByteBufferView) -> [String: ByteBufferView]? {
    guard line.first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}") else { return nil }
    let quote = UInt8(ascii: "\"")
    var (depth, isText, isEscaped) = (0, false, false)
    let members = line.dropFirst().dropLast().split(omittingEmptySubsequences: false) { byte in
      if byte == quote, !isEscaped { isText.toggle() }
      isEscaped = isText && !isEscaped && byte == UInt8(ascii: "\\")
      if isText { return false }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      return depth == 0 && byte == UInt8(ascii: ",")
    }
    guard depth == 0, !isText else { return nil }
    var fields: [String: ByteBufferView] = [:]
    for member in members {
      guard let colon = member.firstIndex(of: UInt8(ascii: ":")), member.first == quote,
        colon > member.startIndex + 1, member[colon - 1] == quote, colon + 1 < member.endIndex
      else { return nil }
      fields[String(decoding: member[..<colon].dropFirst().dropLast(), as: UTF8.self)] =
        member[(colon + 1)...]
    }
    return fields
  }
}
