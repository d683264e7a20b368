/// One line under construction, in storage that is made once. A publisher keeps one writer and writes all lines with
/// it, so that no line allocates memory.
///
/// A part that does not fit is not written, and `endLine` then empties the line: half a line is never sent. The formats
/// bound their lines to prevent that. The writer is the last line of defense.
public struct LineWriter: ~Copyable, Sendable {
  /// The most bytes of a line, its newline included.
  public static let capacity = 64 * 1024

  /// The bytes that a store may reach beyond the last byte that fits. The longest piece that is written without a check
  /// of the room fits there, and so does the block that holds it.
  static let slack = 128

  /// The storage; the line is its first `count` bytes.
  public internal(set) var bytes: [UInt8]
  /// The number of bytes of the line.
  public private(set) var count = 0
  /// Whether a part did not fit since the last `removeAll`.
  private(set) var hasOverflowed = false
  /// The stretches of earlier lines.
  var stretches = StretchTable()
  /// The texts of touches of earlier lines.
  var touchTexts = TouchTexts()

  /// An empty line.
  public init() {
    bytes = [UInt8](repeating: 0, count: Self.capacity + Self.slack)
  }

  /// The line as text, for tests and messages. Not for the hot path.
  public var text: String {
    String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// The number of bytes that still fit before the newline.
  var remaining: Int { Self.capacity - 1 - count }

  /// Empties the line but keeps the storage.
  public mutating func removeAll() {
    count = 0
    hasOverflowed = false
  }

  /// Ends the line with a newline. A line that did not fit becomes empty: `count` is 0 then, and there is nothing to
  /// send.
  mutating func endLine() {
    guard !hasOverflowed else {
      count = 0
      return
    }
    bytes[count] = UInt8(ascii: "\n")
    count += 1
  }

  /// Ends an object, and with it the line.
  mutating func endObject() {
    guard hasRoom(for: 1), !hasOverflowed else {
      count = 0
      return
    }
    var place = count
    var free = bytes.mutableSpan
    free.write(UInt8(ascii: "}"), at: &place)
    free.write(UInt8(ascii: "\n"), at: &place)
    count = place
  }

  /// Whether a part of at most `length` bytes fits, which the caller then writes into `bytes` at once. A part that does
  /// not fit gives the line up.
  mutating func hasRoom(for length: Int) -> Bool {
    guard length <= remaining else {
      hasOverflowed = true
      return false
    }
    return true
  }

  /// Sets the end of the line after bytes were written into `bytes`. Up to `slack` bytes more than fit are allowed;
  /// they give the line up.
  @inline(__always)
  mutating func extend(to place: Int) {
    guard place < Self.capacity else {
      hasOverflowed = true
      return
    }
    count = place
  }

  /// Appends a short piece without escaping.
  mutating func append(_ text: borrowing FixedText) {
    var place = count
    var free = bytes.mutableSpan
    free.write(text, at: &place)
    extend(to: place)
  }

  /// Appends a piece without escaping.
  mutating func append(_ fragment: borrowing Fragment) {
    guard hasRoom(for: fragment.length) else { return }
    var place = count
    var free = bytes.mutableSpan
    free.write(fragment, at: &place)
    extend(to: place)
  }

  /// Appends a text without escaping: constant texts of the program, never names from outside. Not for the hot path.
  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  mutating func append(_ byte: UInt8) {
    var place = count
    var free = bytes.mutableSpan
    free.write(byte, at: &place)
    extend(to: place)
  }

  /// Appends up to eight bytes of a number, the lowest first.
  mutating func append(packed: UInt64, length: Int) {
    var place = count
    var free = bytes.mutableSpan
    free.write(packed: packed, length: length, at: &place)
    extend(to: place)
  }
}
