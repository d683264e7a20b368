import GestureCore

/// The form of a character in a JSON string: the same on the wire, in values of clients and in the output of tools.
enum JSONEscape {
  /// Writes a character, byte by byte. A quote and a backslash get a backslash. A character that `VisibleText` calls
  /// treacherous becomes `\u` and four digits, or two such groups beyond 16 bits.
  @inline(__always)
  static func write(_ scalar: Unicode.Scalar, _ put: (UInt8) -> Void) {
    switch scalar.value {
    case 0x22, 0x5C:
      put(UInt8(ascii: "\\"))
      put(UInt8(truncatingIfNeeded: scalar.value))
    case 0x20...0x7E:
      put(UInt8(truncatingIfNeeded: scalar.value))
    default:
      if VisibleText.isTreacherous(scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { write(unit: unit, put) }
      } else {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
      }
    }
  }

  /// Whether a byte of UTF-8 is a whole character that needs no escape.
  static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func write(unit: UInt16, _ put: (UInt8) -> Void) {
    put(UInt8(ascii: "\\"))
    put(UInt8(ascii: "u"))
    for shift: UInt16 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
      put(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }
}
