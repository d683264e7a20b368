/// Names from outside: what a device, a file or a client calls itself is hostile (D29).
extension LineWriter {
  /// The most bytes of a name that are written, before escaping; the kernel's names have at most 255.
  static let nameLimit = 1024

  /// Appends a name so that it is harmless inside a JSON string and on a terminal: quotes, backslashes,
  /// control characters (C0, DEL, C1), line separators and characters that turn the writing direction become
  /// `\u00XX`. What is beyond `nameLimit` is cut and replaced by `…`.
  mutating func append(escaping name: String) {
    var length = 0
    for scalar in name.unicodeScalars {
      length += UTF8.width(scalar)
      if length > Self.nameLimit {
        append("…")
        return
      }
      append(escaping: scalar)
    }
  }

  private mutating func append(escaping scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22, 0x5C:
      append(UInt8(ascii: "\\"))
      append(UInt8(truncatingIfNeeded: scalar.value))
    case 0x20...0x7E:
      append(UInt8(truncatingIfNeeded: scalar.value))
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      append("\\u")
      for shift in stride(from: 12, through: 0, by: -4) {
        append(hexadecimalDigit: scalar.value >> UInt32(shift) & 0xF)
      }
    default:
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }
  }

  private mutating func append(hexadecimalDigit value: UInt32) {
    let first = value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10
    append(first + UInt8(truncatingIfNeeded: value))
  }
}

/// A name from outside, escaped and cut: made once, when the name arrives.
func escapedBytes(of name: String) -> [UInt8] {
  var line = LineWriter()
  line.append(escaping: name)
  return Array(line.bytes[..<line.count])
}
