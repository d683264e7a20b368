extension JSONValue {
  /// Appends the value as JSON on one line, the keys of objects in alphabetical order. A number that is not finite
  /// becomes `null`.
  public func append(to buffer: inout [UInt8]) {
    switch self {
    case .null: buffer += "null".utf8
    case .flag(let flag): buffer += (flag ? "true" : "false").utf8
    case .integer(let number): buffer += "\(number)".utf8
    case .number(let number): buffer += (number.isFinite ? "\(number)" : "null").utf8
    case .text(let text): Self.append(quoted: text, to: &buffer)
    case .list(let values):
      buffer.append(UInt8(ascii: "["))
      for (position, value) in values.enumerated() {
        if position > 0 { buffer.append(UInt8(ascii: ",")) }
        value.append(to: &buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    case .object(let fields):
      buffer.append(UInt8(ascii: "{"))
      for (position, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
        if position > 0 { buffer.append(UInt8(ascii: ",")) }
        Self.append(quoted: field.key, to: &buffer)
        buffer.append(UInt8(ascii: ":"))
        field.value.append(to: &buffer)
      }
      buffer.append(UInt8(ascii: "}"))
    }
  }

  private static func append(quoted text: String, to buffer: inout [UInt8]) {
    buffer.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars { JSONEscape.write(scalar) { buffer.append($0) } }
    buffer.append(UInt8(ascii: "\""))
  }
}
