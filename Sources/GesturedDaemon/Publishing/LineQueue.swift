import LinuxEventLoop

/// The lines that a subscriber has not taken yet: whole lines, of which the first may be half sent.
///
/// The storage is made once and bounded; only a single line may be longer than the bound, so that one whose
/// beginning is sent can always be finished. Where each line ends is kept, so that a cut never tears one.
struct LineQueue {
  /// No message is shorter, in bytes: what bounds the number of lines by the number of bytes.
  private static let shortestLine = 16

  /// The most bytes.
  let capacity: Int
  private var bytes: [UInt8] = []
  /// The first byte that is not sent.
  private var head = 0
  /// The places in `bytes` behind each line's last byte.
  private var ends: [Int] = []
  /// Whether the first line is half sent.
  private var isTorn = false

  init(capacity: Int) {
    self.capacity = capacity
    bytes.reserveCapacity(capacity)
    ends.reserveCapacity(capacity / Self.shortestLine)
  }

  var isEmpty: Bool { ends.isEmpty }

  /// How many lines there are, a half-sent one included.
  var lineCount: Int { ends.count }

  /// How many bytes wait.
  var byteCount: Int { bytes.count - head }

  /// Whether a line of that many bytes fits.
  func hasRoom(for length: Int) -> Bool { isEmpty || byteCount + length <= capacity }

  /// Adds a line that there is room for, or the rest of one whose beginning is sent.
  mutating func append(_ line: [UInt8], in range: Range<Int>, isRest: Bool = false) {
    precondition(hasRoom(for: range.count), "the caller asks for room first")
    if bytes.count + range.count > capacity { compact() }
    if isEmpty { isTorn = isRest }
    for position in range { bytes.append(line[position]) }
    ends.append(bytes.count)
  }

  /// What is to be sent next.
  var pending: (bytes: [UInt8], range: Range<Int>) { (bytes, head..<bytes.count) }

  /// Sends what the connection takes, and forgets it.
  mutating func write(to connection: borrowing UnixConnection) -> WriteOutcome {
    let outcome = connection.write(bytes, in: head..<bytes.count)
    if case .wrote(let count) = outcome { consume(count) }
    return outcome
  }

  /// Notes the next bytes as sent.
  mutating func consume(_ count: Int) {
    guard count > 0 else { return }
    head += count
    var sent = 0
    while sent < ends.count, ends[sent] <= head { sent += 1 }
    isTorn = sent == 0 || ends[sent - 1] < head
    ends.removeFirst(sent)
    if ends.isEmpty {
      bytes.removeAll(keepingCapacity: true)
      head = 0
      isTorn = false
    }
  }

  /// Forgets every line of which nothing is sent yet.
  mutating func removeWholeLines() {
    let kept = isTorn ? 1 : 0
    let end = isTorn ? ends[0] : head
    ends.removeLast(ends.count - kept)
    bytes.removeLast(bytes.count - end)
    if ends.isEmpty {
      bytes.removeAll(keepingCapacity: true)
      head = 0
    }
  }

  private mutating func compact() {
    for position in ends.indices { ends[position] -= head }
    bytes.removeFirst(head)
    head = 0
  }
}
