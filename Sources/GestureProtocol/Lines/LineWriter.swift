/// One line under construction, in storage that is made once: whoever publishes keeps one and writes line
/// after line into it, so that no line allocates.
///
/// What does not fit is not written, and `endLine` then leaves nothing at all: half a line is never sent. The
/// formats bound what they write, so that this does not happen; the writer is the last line of defence.
public struct LineWriter: ~Copyable, Sendable {
  /// The most bytes of a line, its newline included.
  public static let capacity = 64 * 1024

  /// How far a store may reach beyond the last byte that fits: the longest piece that is put without a look at the
  /// room, and the block in which it is put.
  static let slack = 128

  /// The storage; the line is its first `count` bytes.
  public internal(set) var bytes: [UInt8]
  /// How many bytes the line has.
  public private(set) var count = 0
  /// Whether something did not fit since the last `removeAll`.
  private(set) var hasOverflowed = false
  /// What is taken over from lines before.
  var stretches = StretchTable()

  /// An empty line.
  public init() {
    bytes = [UInt8](repeating: 0, count: Self.capacity + Self.slack)
  }

  /// The line as text, for tests and messages; not for the hot path.
  public var text: String {
    String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// How many more bytes fit, room for the newline kept.
  var remaining: Int { Self.capacity - 1 - count }

  /// Forgets the line but keeps the storage.
  public mutating func removeAll() {
    count = 0
    hasOverflowed = false
  }

  /// Ends the line with a newline. A line that did not fit is forgotten instead: `count` is 0 then, and there
  /// is nothing to send.
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
    free.put(UInt8(ascii: "}"), at: &place)
    free.put(UInt8(ascii: "\n"), at: &place)
    count = place
  }

  /// Whether there is room for a part of at most that many bytes, which is then put into `bytes` at once; where there is
  /// none, the line is given up.
  mutating func hasRoom(for length: Int) -> Bool {
    guard length <= remaining else {
      hasOverflowed = true
      return false
    }
    return true
  }

  /// Counts what was put into `bytes`: at most `slack` bytes more than fit, and those are not written.
  @inline(__always)
  mutating func extend(to place: Int) {
    guard place < Self.capacity else {
      hasOverflowed = true
      return
    }
    count = place
  }

  /// Appends a short piece as it is.
  mutating func append(_ text: borrowing FixedText) {
    var place = count
    var free = bytes.mutableSpan
    free.put(text, at: &place)
    extend(to: place)
  }

  /// Appends a piece as it is.
  mutating func append(_ fragment: borrowing Fragment) {
    guard hasRoom(for: fragment.length) else { return }
    var place = count
    var free = bytes.mutableSpan
    free.put(fragment, at: &place)
    extend(to: place)
  }

  /// Appends text as it is: for words of our own, never for names from outside. Not for the hot path.
  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends one byte.
  mutating func append(_ byte: UInt8) {
    var place = count
    var free = bytes.mutableSpan
    free.put(byte, at: &place)
    extend(to: place)
  }

  /// Appends up to eight bytes that a number holds, the lowest first.
  mutating func append(packed: UInt64, length: Int) {
    var place = count
    var free = bytes.mutableSpan
    free.put(packed: packed, length: length, at: &place)
    extend(to: place)
  }
}
