import GestureProtocol
import LinuxEventLoop

/// The lines that a subscriber has not taken yet: whole lines, except that the first may be half sent.
///
/// Event lines are bounded in number and bytes, and can be dropped to make room. An update gives way to a newer update
/// of the same gesture or touches. Replies to the subscriber are never dropped, since a subscriber asks for no more
/// than it reads. The queue knows where each line ends, so that dropping never tears a line.
struct LineQueue {
  /// The treatment of a line while it waits.
  enum Tag: Hashable {
    /// A reply, a snapshot or a farewell: never dropped.
    case kept
    /// A past event: dropped when there is no room.
    case event
    /// A gesture's present state, by the gesture's id: dropped when a newer one comes.
    case gesture(UInt64)
    /// The present places of a region's touches: merged with a newer one.
    case touches(device: UInt32, region: UInt32)
  }

  private struct Entry {
    /// The index in `bytes` after the line's last byte.
    var end: Int
    var tag: Tag
  }

  /// The most bytes of event lines.
  let capacity: Int
  /// The most event lines.
  let maximumLines: Int
  private var bytes: [UInt8] = []
  /// How much of the storage of `bytes` has been used since it was made. The rest takes no memory.
  private var usedStorage = 0
  /// The index of the first byte that is not sent.
  private var head = 0
  private var entries: [Entry] = []
  /// Whether the first line is half sent.
  private var isTorn = false
  /// How many event lines wait, and how many bytes they have.
  private(set) var eventLineCount = 0
  private(set) var eventByteCount = 0

  init(capacity: Int, maximumLines: Int = .max) {
    self.capacity = capacity
    self.maximumLines = maximumLines
    bytes.reserveCapacity(capacity)
    entries.reserveCapacity(min(maximumLines, Self.usualLines) + Self.usualLines)
  }

  /// The number of lines of each kind, kept or events, that have storage from the beginning.
  private static let usualLines = 64

  var isEmpty: Bool { entries.isEmpty }

  /// The number of lines, including a half-sent one.
  var lineCount: Int { entries.count }

  /// How many bytes wait.
  var byteCount: Int { bytes.count - head }

  /// How many bytes of memory the queue takes, sent lines included where their storage is still there.
  var keptBytes: Int {
    usedStorage + max(0, entries.capacity - 2 * Self.usualLines) * MemoryLayout<Entry>.stride
  }

  /// Whether an event line of a length fits. The only event line always fits, so that a line whose beginning is sent
  /// can be finished.
  func hasRoom(for length: Int) -> Bool {
    eventLineCount == 0 || (eventLineCount < maximumLines && eventByteCount + length <= capacity)
  }

  /// Adds a line, or the rest of a line whose beginning is sent. For an event, the caller has checked that there is
  /// room.
  mutating func append(_ line: [UInt8], in range: Range<Int>, as tag: Tag, isRest: Bool = false) {
    if bytes.count + range.count > capacity, head > 0 { compact() }
    if isEmpty { isTorn = isRest }
    bytes += line[range]
    usedStorage = max(usedStorage, bytes.count)
    entries.append(Entry(end: bytes.count, tag: tag))
    count(range.count, tag, lines: 1)
  }

  /// Appends a line to the queue. It replaces an older update of its gesture, or is merged with an older one of its
  /// touches. Where an event line does not fit, all event lines are dropped, the new one included.
  ///
  /// - Returns: how many lines were dropped.
  mutating func replaceOrAppend(_ line: [UInt8], count: Int, as tag: Tag) -> UInt64 {
    switch tag {
    case .kept:
      append(line, in: 0..<count, as: tag)
      return 0
    case .event: break
    case .gesture:
      if let older = position(of: tag) { remove(at: older) }
    case .touches:
      if let older = position(of: tag), let merged = TouchLines.merge(self.line(at: older), line[..<count]) {
        remove(at: older)
        return add(merged, count: merged.count, as: tag)
      }
    }
    return add(line, count: count, as: tag)
  }

  private mutating func add(_ line: [UInt8], count: Int, as tag: Tag) -> UInt64 {
    guard hasRoom(for: count) else { return removeEvents() + 1 }
    append(line, in: 0..<count, as: tag)
    return 0
  }

  /// The index of the last line with a tag; nil where there is no such line or its beginning is sent.
  func position(of tag: Tag) -> Int? {
    for position in entries.indices.reversed() where entries[position].tag == tag {
      return position == 0 && isTorn ? nil : position
    }
    return nil
  }

  /// The bytes of a line, including its newline.
  func line(at position: Int) -> ArraySlice<UInt8> { bytes[start(of: position)..<entries[position].end] }

  /// Removes a line that is not partly sent.
  mutating func remove(at position: Int) {
    let range = start(of: position)..<entries[position].end
    count(-range.count, entries[position].tag, lines: -1)
    entries.remove(at: position)
    bytes.removeSubrange(range)
    for later in position..<entries.count { entries[later].end -= range.count }
    rewindIfEmpty()
  }

  /// The bytes to send next.
  var pending: (bytes: [UInt8], range: Range<Int>) { (bytes, head..<bytes.count) }

  /// Sends as much as the connection takes, and removes that.
  mutating func write(to connection: borrowing UnixConnection) -> WriteOutcome {
    let outcome = connection.write(bytes, in: head..<bytes.count, inPiecesOf: SubscriberLimits.pieceBytes)
    if case .wrote(let count) = outcome { consume(count) }
    return outcome
  }

  /// Removes the next bytes, which are sent.
  mutating func consume(_ sentCount: Int) {
    guard sentCount > 0 else { return }
    let reached = head + sentCount
    var sent = 0
    while sent < entries.count, entries[sent].end <= reached {
      count(head - entries[sent].end, entries[sent].tag, lines: -1)
      head = entries[sent].end
      sent += 1
    }
    isTorn = head < reached
    if head < reached, sent < entries.count {
      count(head - reached, entries[sent].tag, lines: 0)
      head = reached
    }
    entries.removeFirst(sent)
    rewindIfEmpty()
    shrinkIfSent()
  }

  /// Removes every line that is not partly sent.
  mutating func removeWholeLines() {
    let kept = isTorn ? 1 : 0
    for position in kept..<entries.count {
      count(start(of: position) - entries[position].end, entries[position].tag, lines: -1)
    }
    bytes.removeLast(bytes.count - (isTorn ? entries[0].end : head))
    entries.removeLast(entries.count - kept)
    rewindIfEmpty()
  }

  /// Removes every event line that is not partly sent.
  ///
  /// - Returns: how many lines were removed.
  mutating func removeEvents() -> UInt64 {
    var removed: UInt64 = 0
    var kept = 0
    // The first free byte, and the first byte of the entry being checked.
    var free = head
    var begin = head
    for position in entries.indices {
      let entry = entries[position]
      let length = entry.end - begin
      if entry.tag == .kept || (position == 0 && isTorn) {
        if free < begin { for byte in 0..<length { bytes[free + byte] = bytes[begin + byte] } }
        free += length
        entries[kept] = Entry(end: free, tag: entry.tag)
        kept += 1
      } else {
        count(-length, entry.tag, lines: -1)
        removed += 1
      }
      begin += length
    }
    entries.removeLast(entries.count - kept)
    bytes.removeLast(bytes.count - free)
    rewindIfEmpty()
    return removed
  }

  private func start(of position: Int) -> Int { position == 0 ? head : entries[position - 1].end }

  private mutating func count(_ bytes: Int, _ tag: Tag, lines: Int) {
    guard tag != .kept else { return }
    eventByteCount += bytes
    eventLineCount += lines
  }

  private mutating func rewindIfEmpty() {
    guard entries.isEmpty else { return }
    // A long snapshot may have grown the storage beyond its usual size.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * capacity)
    if bytes.capacity < capacity {
      bytes.reserveCapacity(capacity)
      usedStorage = 0
    }
    head = 0
    isTorn = false
  }

  /// Frees the storage of a long list once half of it is sent, however little the client reads of the rest.
  private mutating func shrinkIfSent() {
    guard usedStorage > 2 * capacity, 2 * byteCount <= usedStorage else { return }
    var (rest, ends): ([UInt8], [Entry]) = ([], [])
    rest.reserveCapacity(max(capacity, byteCount))
    rest += bytes[head...]
    ends.reserveCapacity(max(2 * Self.usualLines, entries.count))
    for entry in entries { ends.append(Entry(end: entry.end - head, tag: entry.tag)) }
    (bytes, entries, head, usedStorage) = (rest, ends, 0, rest.count)
  }

  private mutating func compact() {
    for position in entries.indices { entries[position].end -= head }
    bytes.removeFirst(head)
    head = 0
  }
}
