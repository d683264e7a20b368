import GestureCore

/// What one client has said and what is not taken yet: bytes become lines here, and lines wait for their turn.
///
/// ```
///   bytes ──▶ ···half a line  ──▶ waits for its newline, `patience` long after the last byte
///             whole lines     ──▶ taken one by one, as the budget allows
///             no newline in `longestLine` bytes ──▶ too long
/// ```
///
/// It holds at most a line and what was read with it: while a whole line waits, nothing more is read, and what the
/// client sends then stays with the client. A client that never speaks costs no storage.
struct RequestInbox {
  /// What to do next.
  enum Step: Hashable {
    /// A request, without its newline.
    case line([UInt8])
    /// A line that goes on and on: the client cannot be understood any more.
    case tooLong
    /// Half a line whose rest has not come for too long.
    case overdue
    /// There is none, or not a whole one, or it is not its turn.
    case nothing
  }

  /// How much more a request costs than an answer, a state or an empty line.
  static let lightShare: Int64 = 20
  /// How many lines that a request is answered with count as much as a request.
  static let linesOfRequest = 64
  /// What is kept of the storage when all is taken, in bytes.
  private static let keptBytes = 4096

  private var bytes: [UInt8] = []
  /// The first byte that is not taken.
  private var head = 0
  /// The next newline; nil where there is none, or none was looked for.
  private var newline: Int?
  private var budget = RateBudget()
  private var lastArrival = Instant(microseconds: 0)

  /// Whether there is a whole line, or too long a one.
  var hasLine: Bool { newline != nil }

  /// How many bytes wait.
  var count: Int { bytes.count - head }

  /// When to look again though nothing comes: when the budget allows the line that waits, which may be long since, or
  /// when half a line has been waited for long enough.
  ///
  /// - Parameter rest: until when no request is taken, whatever the budget allows; nil where one is.
  func deadline(_ limits: InboxLimits, _ rest: Instant? = nil) -> Instant? {
    guard count > 0 else { return nil }
    let due = hasLine ? budget.freeFrom(limits.rate) : lastArrival + limits.patience
    return rest.map { max($0, due) } ?? due
  }

  /// Whether `next` has something to tell now.
  func isDue(_ limits: InboxLimits, now: Instant) -> Bool {
    if hasLine { return budget.waitEnd(at: now, limits.rate) == nil }
    return count > 0 && lastArrival + limits.patience <= now
  }

  /// Time in which nothing could come because nothing was read is not counted.
  mutating func postpone(to now: Instant) {
    lastArrival = max(lastArrival, now)
  }

  /// Takes in what was read.
  mutating func append(_ buffer: [UInt8], count: Int, _ limits: InboxLimits, now: Instant) {
    compact()
    let start = bytes.count
    bytes += buffer[..<count]
    lastArrival = now
    if newline == nil { find(from: start, limits) }
  }

  /// The next line, where it may be taken. The caller charges it (`use`), when it knows what it was.
  mutating func next(_ limits: InboxLimits, now: Instant) -> Step {
    while let end = newline {
      guard end - head <= limits.longestLine else { return .tooLong }
      guard budget.waitEnd(at: now, limits.rate) == nil else { return .nothing }
      let emptyCount = skipEmptyLines(limits)
      if emptyCount > 0 {
        // All at once: to come back for each of them would cost more than they do.
        budget.use(at: now, limits.rate, count: emptyCount, divisor: Self.lightShare)
        continue
      }
      let start = head
      var last = end
      if last > start, bytes[last - 1] == UInt8(ascii: "\r") { last -= 1 }
      let line = Array(bytes[start..<last])
      head = end + 1
      newline = nil
      find(from: head, limits)
      compactIfEmpty()
      return .line(line)
    }
    return count > 0 && lastArrival + limits.patience <= now ? .overdue : .nothing
  }

  /// Charges the request that was taken.
  mutating func use(_ limits: InboxLimits, now: Instant, isLight: Bool) {
    budget.use(at: now, limits.rate, divisor: isLight ? Self.lightShare : 1)
  }

  /// Charges the lines that a request was answered with.
  mutating func use(_ limits: InboxLimits, now: Instant, lines: Int) {
    for _ in 0..<lines / Self.linesOfRequest { budget.use(at: now, limits.rate) }
  }

  /// Forgets what waits: the client is let go.
  mutating func removeAll() {
    bytes = []
    head = 0
    newline = nil
  }

  /// Passes over lines in which nothing is said.
  ///
  /// - Returns: how many.
  private mutating func skipEmptyLines(_ limits: InboxLimits) -> Int {
    var (count, next) = (0, head)
    while next < bytes.count {
      if bytes[next] == UInt8(ascii: "\r"), next + 1 < bytes.count, bytes[next + 1] == UInt8(ascii: "\n") {
        next += 1
      }
      guard bytes[next] == UInt8(ascii: "\n") else { break }
      count += 1
      next += 1
    }
    guard count > 0 else { return 0 }
    head = next
    newline = nil
    find(from: head, limits)
    compactIfEmpty()
    return count
  }

  /// Looks for the end of the line; the end of what there is counts as one where the line is too long already.
  private mutating func find(from start: Int, _ limits: InboxLimits) {
    newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
    if newline == nil, count > limits.longestLine { newline = bytes.count }
  }

  private mutating func compactIfEmpty() {
    guard head == bytes.count else { return }
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBytes)
    head = 0
  }

  private mutating func compact() {
    guard head > 0 else { return }
    bytes.removeFirst(head)
    newline = newline.map { $0 - head }
    head = 0
  }
}
