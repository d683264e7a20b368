import FoundationEssentials

/// A line of the daemon, as it was sent: for programs that hand lines on, and for fields that this library does not
/// know.
public struct GestureLine: Hashable, Sendable {
  /// The line's bytes, UTF-8, without the newline.
  public let bytes: [UInt8]

  /// A line of these bytes.
  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The line, without the newline.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What the line says it is, such as `gesture`; nil where it is not one of the daemon's lines.
  public var type: String? {
    // The protocol has it as the first field, written just so.
    let opening = Array(#"{"type":""#.utf8)
    guard bytes.starts(with: opening) else { return nil }
    let word = bytes.dropFirst(opening.count).prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: word, as: UTF8.self)
  }

  /// Reads the line as a type of the caller's.
  ///
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// What the line tells.
  public var event: GestureEvent { GestureEvent(self) }

  /// Whether the line is of a type, without reading the rest of it.
  func isOfType(_ word: StaticString) -> Bool {
    let text = word.description.utf8
    let opening = #"{"type":""#.utf8
    let end = opening.count + text.count
    return bytes.count > end && bytes.starts(with: opening) && bytes[opening.count..<end].elementsEqual(text)
      && bytes[end] == UInt8(ascii: "\"")
  }
}
