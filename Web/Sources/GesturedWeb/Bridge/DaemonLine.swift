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

  /// The fields of a line without places, with their values.
  static func values(of line: ByteBuffer) -> [String: JSONValue]? {
    try? JSONReader.object(Array(line.readableBytesView)[...])
  }

  /// The fields of an object, without reading their values; nil for anything else. Names with an escape are never asked for.
  ///
  /// The line is searched where it lies: a copy of it would be one more piece of memory with places.
  static func fields(of line: ByteBufferView) -> [String: ByteBufferView]? {
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
