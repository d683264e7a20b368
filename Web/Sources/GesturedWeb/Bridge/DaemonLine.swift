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
  /// Gestures of one finger are not heard: they would tell typing.
  static func coarse(_ line: ByteBuffer, type: String) -> ByteBuffer? {
    if type == "reply" { return line }
    let bytes = Array(line.readableBytesView)
    guard let allowed = coarse[type], let fields = fields(of: bytes) else { return nil }
    if type == "gesture" {
      guard let count = fields["touch_count"],
        let number = Int(String(decoding: bytes[count], as: UTF8.self)),
        number >= 2
      else { return nil }
    }
    var result = ByteBuffer()
    result.writeString("{")
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
  static func fields(of bytes: [UInt8]) -> [String: Range<Int>]? {
    var fields: [String: Range<Int>] = [:]
    guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
    var place = 1
    while place < bytes.count - 1 {
      guard bytes[place] == UInt8(ascii: "\""), let end = endOfText(bytes, place),
        end < bytes.count, bytes[end] == UInt8(ascii: ":")
      else { return nil }
      let name = bytes[place + 1..<end - 1]
      let start = end + 1
      guard let stop = endOfValue(bytes, start), stop > start else { return nil }
      if !name.contains(UInt8(ascii: "\\")) { fields[String(decoding: name, as: UTF8.self)] = start..<stop }
      guard bytes[stop] == UInt8(ascii: ",") || stop == bytes.count - 1 else { return nil }
      place = stop + 1
    }
    return fields
  }

  /// The place after the text that begins at a place.
  private static func endOfText(_ bytes: [UInt8], _ start: Int) -> Int? {
    var place = start + 1
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\\") {
        place += 2
      } else if bytes[place] == UInt8(ascii: "\"") {
        return place + 1
      } else {
        place += 1
      }
    }
    return nil
  }

  /// The place after the value that begins at a place: that of a comma or of the object's end.
  private static func endOfValue(_ bytes: [UInt8], _ start: Int) -> Int? {
    var depth = 0
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard let end = endOfText(bytes, place) else { return nil }
        place = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return place }
      default: break
      }
      place += 1
    }
    return nil
  }
}
