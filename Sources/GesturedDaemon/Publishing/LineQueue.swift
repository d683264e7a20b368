import GestureProtocol
import LinuxEventLoop

/// The lines that a subscriber has not taken yet: whole lines, of which the first may be half sent.
///
/// What happens is bounded in lines and bytes, and can be thrown away to make room; an update gives way to a newer
/// one of the same thing. What answers the subscriber itself is kept: it asks for no more than it reads. Where each
/// line ends is kept too, so that a cut never tears one.
struct LineQueue {
  /// What may become of a line while it waits.
  enum Tag: Hashable {
    /// It stays: a reply, a snapshot, a farewell.
    case kept
    /// It tells of something that happened, and goes when there is no room.
    case event
    /// It tells how a gesture, by its id, is now, and goes when a newer one comes.
    case gesture(UInt64)
    /// It tells where the touches of a region are now, and is merged with a newer one.
    case touches(device: UInt32, region: UInt32)
  }

  private struct Entry {
    /// The place in `bytes` behind its last byte.
    var end: Int
    var tag: Tag
  }

  /// The most bytes of events.
  let capacity: Int
  /// The most lines of events.
  let maximumLines: Int
  private var bytes: [UInt8] = []
  /// The first byte that is not sent.
  private var head = 0
  private var entries: [Entry] = []
  /// Whether the first line is half sent.
  private var isTorn = false
  /// How many lines of events wait, and how many bytes they have.
  private(set) var eventLineCount = 0
  private(set) var eventByteCount = 0

  init(capacity: Int, maximumLines: Int = .max) {
    self.capacity = capacity
    self.maximumLines = maximumLines
    bytes.reserveCapacity(capacity)
    entries.reserveCapacity(min(maximumLines, Self.usualLines) + Self.usualLines)
  }

  /// For how many lines of either sort there is storage from the beginning.
  private static let usualLines = 64

  var isEmpty: Bool { entries.isEmpty }

  /// How many lines there are, a half-sent one included.
  var lineCount: Int { entries.count }

  /// How many bytes wait.
  var byteCount: Int { bytes.count - head }

  /// Whether an event of that many bytes fits. One does where there is no other, so that one whose beginning is sent
  /// can always be finished.
  func hasRoom(for length: Int) -> Bool {
    eventLineCount == 0 || (eventLineCount < maximumLines && eventByteCount + length <= capacity)
  }

  /// Adds a line, or the rest of one whose beginning is sent. Of events the caller has asked for room.
  mutating func append(_ line: [UInt8], in range: Range<Int>, as tag: Tag, isRest: Bool = false) {
    if bytes.count + range.count > capacity, head > 0 { compact() }
    if isEmpty { isTorn = isRest }
    bytes += line[range]
    entries.append(Entry(end: bytes.count, tag: tag))
    count(range.count, tag, lines: 1)
  }

  /// Puts a line behind those that wait: in place of an older one that it makes worthless, or with what that one says. Where there is
  /// no room for an event, all events are thrown away, this one too.
  ///
  /// - Returns: how many were thrown away.
  mutating func put(_ line: [UInt8], count: Int, as tag: Tag) -> UInt64 {
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

  /// Where the last line of a tag is, of which nothing is sent yet; nil where there is none.
  func position(of tag: Tag) -> Int? {
    for position in entries.indices.reversed() where entries[position].tag == tag {
      return position == 0 && isTorn ? nil : position
    }
    return nil
  }

  /// The bytes of a line, its newline included.
  func line(at position: Int) -> ArraySlice<UInt8> { bytes[start(of: position)..<entries[position].end] }

  /// Forgets a line of which nothing is sent yet.
  mutating func remove(at position: Int) {
    let range = start(of: position)..<entries[position].end
    count(-range.count, entries[position].tag, lines: -1)
    entries.remove(at: position)
    bytes.removeSubrange(range)
    for later in position..<entries.count { entries[later].end -= range.count }
    rewindIfEmpty()
  }

  /// What is to be sent next.
  var pending: (bytes: [UInt8], range: Range<Int>) { (bytes, head..<bytes.count) }

  /// Sends what the connection takes, and forgets it.
  mutating func write(to connection: borrowing UnixConnection) -> WriteOutcome {
    let outcome = connection.write(bytes, in: head..<bytes.count, inPiecesOf: SubscriberLimits.pieceBytes)
    if case .wrote(let count) = outcome { consume(count) }
    return outcome
  }

  /// Notes the next bytes as sent.
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
  }

  /// Forgets every line of which nothing is sent yet.
  mutating func removeWholeLines() {
    let kept = isTorn ? 1 : 0
    for position in kept..<entries.count {
      count(start(of: position) - entries[position].end, entries[position].tag, lines: -1)
    }
    bytes.removeLast(bytes.count - (isTorn ? entries[0].end : head))
    entries.removeLast(entries.count - kept)
    rewindIfEmpty()
  }

  /// Forgets every event of which nothing is sent yet.
  ///
  /// - Returns: how many.
  mutating func removeEvents() -> UInt64 {
    var removed: UInt64 = 0
    var kept = 0
    // The first free byte, the first entry that is looked at, and where it begins.
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
    // A long snapshot has made the storage larger than it is to be.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * capacity)
    if bytes.capacity < capacity { bytes.reserveCapacity(capacity) }
    head = 0
    isTorn = false
  }

  private mutating func compact() {
    for position in entries.indices { entries[position].end -= head }
    bytes.removeFirst(head)
    head = 0
  }
}
