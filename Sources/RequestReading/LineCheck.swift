import GestureProtocol

/// The checks of a line before it is read as JSON. They refuse lines that would be costly, and lines that JSON readers
/// accept although the protocol does not.
enum LineCheck {
  /// Checks a line.
  ///
  /// - Throws: the first error.
  static func check(_ line: ArraySlice<UInt8>, limits: RequestLimits) throws(RequestError) {
    if line.count > limits.bytes {
      throw RequestError(.tooLong, "found more than \(limits.bytes) bytes; allowed: at most \(limits.bytes)")
    }
    if line.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw RequestError(.invalidJSON, "found a byte order mark; allowed: UTF-8 without one")
    }
    if line.contains(0) {
      throw RequestError(.invalidJSON, "found a zero byte, as UTF-16 has them; allowed: UTF-8")
    }
    if String(validating: line, as: UTF8.self) == nil {
      throw RequestError(.invalidJSON, "found bytes that are not UTF-8; allowed: UTF-8")
    }
    if isDeeper(line, than: limits.depth) {
      throw RequestError(
        .tooDeep, "found values more than \(limits.depth) deep; allowed: at most \(limits.depth)")
    }
    // Jansson's own message is about its inner workings here.
    guard line.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else {
      throw RequestError(.invalidJSON, "found no opening brace; allowed: a JSON object")
    }
  }

  /// Whether the nesting of lists and objects exceeds a limit. Text that is not JSON counts by its brackets as well.
  private static func isDeeper(_ line: ArraySlice<UInt8>, than limit: Int) -> Bool {
    var depth = 0
    var isInText = false
    var isEscaped = false
    for byte in line {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > limit { return true }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return false
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }
}
