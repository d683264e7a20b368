/// One line under construction, in storage that is made once: whoever publishes keeps one and writes line
/// after line into it, so that no line allocates.
///
/// What does not fit is not written, and `endLine` then leaves nothing at all: half a line is never sent. The
/// formats bound what they write, so that this does not happen; the writer is the last line of defence.
public struct LineWriter: ~Copyable, Sendable {
  /// The most bytes of a line, its newline included (behaviour.md, amendment 7).
  public static let capacity = 64 * 1024

  /// The storage; the line is its first `count` bytes.
  public private(set) var bytes: [UInt8]
  /// How many bytes the line has.
  public private(set) var count = 0
  /// Whether something did not fit since the last `removeAll`.
  private var hasOverflowed = false

  /// An empty line.
  public init() {
    // Eight bytes are stored at a time, so the last of them may reach beyond the line.
    bytes = [UInt8](repeating: 0, count: Self.capacity + 8)
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

  /// Appends a piece as it is.
  mutating func append(_ fragment: Fragment) {
    let start = count
    guard reserve(fragment.length) else { return }
    var free = bytes.mutableSpan
    for position in fragment.words.indices {
      free.store(fragment.words[position], at: start + position * 8)
    }
  }

  /// Appends text as it is: for words of our own, never for names from outside. Not for the hot path.
  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends one byte.
  mutating func append(_ byte: UInt8) {
    let start = count
    guard reserve(1) else { return }
    bytes[start] = byte
  }

  /// Appends up to eight bytes that a number holds, the lowest first.
  mutating func append(packed: UInt64, length: Int) {
    let start = count
    guard reserve(length) else { return }
    var free = bytes.mutableSpan
    free.store(packed, at: start)
  }

  /// Counts bytes that are written next; false where they do not fit.
  private mutating func reserve(_ length: Int) -> Bool {
    guard length <= remaining else {
      hasOverflowed = true
      return false
    }
    count += length
    return true
  }
}

extension MutableSpan<UInt8> {
  /// Stores eight bytes, the lowest first. Behind the one check the compiler makes a single store of it.
  @inline(__always)
  fileprivate mutating func store(_ word: UInt64, at offset: Int) {
    precondition(offset >= 0 && offset <= count &- 8)
    self[offset] = UInt8(truncatingIfNeeded: word)
    self[offset &+ 1] = UInt8(truncatingIfNeeded: word >> 8)
    self[offset &+ 2] = UInt8(truncatingIfNeeded: word >> 16)
    self[offset &+ 3] = UInt8(truncatingIfNeeded: word >> 24)
    self[offset &+ 4] = UInt8(truncatingIfNeeded: word >> 32)
    self[offset &+ 5] = UInt8(truncatingIfNeeded: word >> 40)
    self[offset &+ 6] = UInt8(truncatingIfNeeded: word >> 48)
    self[offset &+ 7] = UInt8(truncatingIfNeeded: word >> 56)
  }
}
