/// Reads the bytes of a recording, line by line and field by field. Allocates nothing.
struct EvemuLineReader {
  /// The longest line that is accepted, in bytes; evemu's own are under 300.
  static let maximumLineLength = 4096

  /// The number of the line, from 1 on; 0 before the first.
  private(set) var lineNumber = 0
  private let bytes: [UInt8]
  /// The position from which the next field is searched.
  private var position = 0
  /// The end of the line, before its line feed and carriage return.
  private var lineEnd = 0
  private var lineStart = 0
  private var nextLine = 0

  /// A reader at the start of a file.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Goes to the next line, if there is one.
  mutating func advance() throws(RecordingError) -> Bool {
    guard nextLine < bytes.count else { return false }
    lineStart = nextLine
    position = nextLine
    lineNumber += 1
    lineEnd = position
    while lineEnd < bytes.count && bytes[lineEnd] != UInt8(ascii: "\n") {
      lineEnd += 1
      guard lineEnd - position <= Self.maximumLineLength else {
        throw error(at: position, allowed: "a line of at most \(Self.maximumLineLength) bytes")
      }
    }
    nextLine = lineEnd + 1
    if lineEnd > position && bytes[lineEnd - 1] == UInt8(ascii: "\r") { lineEnd -= 1 }
    return true
  }

  /// Whether the rest of the line is only blanks or a comment.
  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return position == lineEnd || bytes[position] == UInt8(ascii: "#")
  }

  /// The rest of the line unchanged, without the first blank.
  mutating func rest() -> ArraySlice<UInt8> {
    if position < lineEnd && bytes[position] == UInt8(ascii: " ") { position += 1 }
    defer { position = lineEnd }
    return bytes[position..<lineEnd]
  }

  /// Skips a text if it comes next.
  mutating func skip(_ text: String) -> Bool {
    let start = position
    for byte in text.utf8 {
      guard position < lineEnd && bytes[position] == byte else {
        position = start
        return false
      }
      position += 1
    }
    return true
  }

  /// The letter of a line, as in `E:`.
  mutating func letter() throws(RecordingError) -> UInt8 {
    guard lineEnd - position >= 2, bytes[position + 1] == UInt8(ascii: ":") else {
      throw error(at: position, allowed: EvemuRecording.allowedLines)
    }
    defer { position += 2 }
    return bytes[position]
  }

  /// A hexadecimal number without prefix.
  mutating func hexadecimal(atMost maximum: UInt16, _ name: StaticString) throws(RecordingError) -> UInt16 {
    skipBlanks()
    let start = position
    var value: UInt32 = 0
    while position < lineEnd, let digit = hexadecimalDigit(bytes[position]) {
      value = value << 4 | UInt32(digit)
      position += 1
      guard value <= UInt32(maximum) else { break }
    }
    guard position > start, value <= UInt32(maximum), isFieldOver else {
      throw error(
        at: start, allowed: "\(name), a hexadecimal number of at most \(String(maximum, radix: 16))")
    }
    return UInt16(value)
  }

  /// A decimal number of 32 bits; leading zeros are decimal too.
  mutating func decimal(_ name: StaticString) throws(RecordingError) -> Int32 {
    skipBlanks()
    let start = position
    let isNegative = position < lineEnd && bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let digits = position
    var value: Int64 = 0
    while position < lineEnd, let digit = decimalDigit(bytes[position]) {
      value = value * 10 + Int64(digit)
      position += 1
      guard value <= Int64(Int32.max) + 1 else { break }
    }
    guard position > digits, isFieldOver, let result = Int32(exactly: isNegative ? -value : value) else {
      throw error(at: start, allowed: "\(name), a decimal number of 32 bits with sign")
    }
    return result
  }

  /// Seconds with up to nine decimals, in microseconds; larger times become the limit.
  mutating func microseconds(atMost limit: Int64) throws(RecordingError) -> Int64 {
    skipBlanks()
    let start = position
    var seconds: Int64 = 0
    while position < lineEnd, let digit = decimalDigit(bytes[position]) {
      seconds = min(seconds * 10 + Int64(digit), limit / 1_000_000)
      position += 1
    }
    let point = position
    var fraction: Int64 = 0
    if position < lineEnd && bytes[position] == UInt8(ascii: ".") {
      position += 1
      var unit: Int64 = 100_000
      while position < lineEnd, position - point <= 9, let digit = decimalDigit(bytes[position]) {
        fraction += Int64(digit) * unit
        unit /= 10
        position += 1
      }
    }
    guard point > start, position > point + 1, isFieldOver else {
      throw error(at: start, allowed: "a stamp in seconds with decimals, as 12.345678")
    }
    return min(seconds * 1_000_000 + fraction, limit)
  }

  /// An error at the line's first field.
  func errorAtLine(allowed: String) -> RecordingError {
    error(at: lineStart, allowed: allowed)
  }

  /// An error at the next field.
  mutating func error(allowed: String) -> RecordingError {
    skipBlanks()
    return error(at: position, allowed: allowed)
  }

  /// Throws unless the rest of the line is only blanks or a comment.
  mutating func expectEnd(after name: StaticString) throws(RecordingError) {
    guard isAtEnd() else { throw error(at: position, allowed: "nothing more after \(name)") }
  }

  /// An error that shows the field at `start`.
  private func error(at start: Int, allowed: String) -> RecordingError {
    var end = start
    while end < lineEnd && !isBlank(bytes[end]) { end += 1 }
    return RecordingError(
      line: lineNumber, found: RecordingError.quote(bytes[start..<end]), allowed: allowed)
  }

  private var isFieldOver: Bool { position == lineEnd || isBlank(bytes[position]) }

  private mutating func skipBlanks() {
    while position < lineEnd && isBlank(bytes[position]) { position += 1 }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func decimalDigit(_ byte: UInt8) -> UInt8? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? byte - UInt8(ascii: "0") : nil
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
