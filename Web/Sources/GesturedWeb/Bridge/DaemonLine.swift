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
    let bytes = line.readableBytesView
    guard let allowed = coarse[type], let fields = fields(of: bytes) else { return nil }
    if type == "gesture" {
      let fingers = fields["touch_count"].flatMap { Int(String(decoding: bytes[$0], as: UTF8.self)) }
      guard fingers ?? 0 >= 2, fields["owner"] == nil else { return nil }
    }
    var result = ByteBuffer(string: "{")
    for name in allowed {
      guard let value = fields[name] else { continue }
      result.writeString(result.readableBytes == 1 ? "\"\(name)\":" : ",\"\(name)\":")
      result.writeBytes(bytes[value])
    }
    result.writeString("}")
    return result
  }

  /// The fields of an object and the places of their values, without reading these; nil for anything else. Names with an
  /// escape are left out.
  ///
  /// The line is searched where it lies: a copy of it would be one more piece of memory with places.
  private static func fields(of bytes: ByteBufferView) -> [String: Range<Int>]? {
    guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
    var fields: [String: Range<Int>] = [:]
    let quote = UInt8(ascii: "\"")
    var depth = 0
    var isText = false
    var isEscaped = false
    var name: String?
    var start = bytes.startIndex + 1
    for (place, byte) in zip(bytes.indices, bytes) {
      if isText {
        isText = isEscaped || byte != quote
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      let isOuter = depth == 1
      switch byte {
      case quote: isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where isOuter && name == nil:
        let text = bytes[start..<place]
        guard text.count >= 2, text.first == quote, text.last == quote else { return nil }
        name = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        start = place + 1
        continue
      default: break
      }
      // A value ends at a comma, or with the object.
      guard isOuter, byte == UInt8(ascii: ",") || depth == 0 else { continue }
      guard let found = name, place > start else { return nil }
      if !found.utf8.contains(UInt8(ascii: "\\")) { fields[found] = start..<place }
      name = nil
      start = place + 1
    }
    // Text after the object's end leaves the depth at another number, or the last byte outside.
    return depth == 0 && !isText && start == bytes.endIndex ? fields : nil
  }
}
