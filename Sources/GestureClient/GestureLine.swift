public import GestureProtocol

#if Jansson
  import JSONReading
#else
  import FoundationEssentials
#endif

/// A line of the daemon, unchanged: for programs that pass lines on, and for fields that this library does not know.
public struct GestureLine: Hashable, Sendable {
  /// The line's bytes, UTF-8, without the newline.
  public let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The line, without the newline.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The line's type, such as `gesture`; nil where the line is not one of the daemon's.
  public var type: String? {
    // The protocol fixes these bytes as the beginning of every line.
    let opening = Array(#"{"type":""#.utf8)
    guard bytes.starts(with: opening) else { return nil }
    let word = bytes.dropFirst(opening.count).prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: word, as: UTF8.self)
  }

  /// Decodes the line as the caller's type.
  ///
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(as type: Value.Type) throws -> Value {
    try LineDecoder.decode(type, from: bytes)
  }

  /// The event of the line.
  public var event: GestureEvent { GestureEvent(self) }

  /// Whether the line has a type. The check reads only the beginning of the line.
  func isOfType(_ word: StaticString) -> Bool {
    let text = word.description.utf8
    let opening = #"{"type":""#.utf8
    let end = opening.count + text.count
    return bytes.count > end && bytes.starts(with: opening) && bytes[opening.count..<end].elementsEqual(text)
      && bytes[end] == UInt8(ascii: "\"")
  }
}

extension JSONValue {
  /// Reads JSON; nil for any other text.
  public init?(json text: String) {
    guard let value = try? LineDecoder.decode(JSONValue.self, from: Array(text.utf8)) else { return nil }
    self = value
  }
}

/// JSON to types, with the library that the package's traits choose.
private enum LineDecoder {
  static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws -> Value {
    #if Jansson
      try JSONReader.decode(type, from: text)
    #else
      try JSONDecoder().decode(type, from: Data(text))
    #endif
  }
}
