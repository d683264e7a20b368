import GestureCore
import GesturedConfiguration

/// The unread input of one client. It splits bytes into lines, and lines wait for their turn.
///
/// ```
///   bytes ──▶ ···half a line  ──▶ waits for its newline, `patience` long after the last byte
///             whole lines     ──▶ taken one by one, as the budget allows
///             no newline in `longestLine` bytes ──▶ too long
/// ```
///
/// The inbox holds at most one line and the bytes that were read with it. While a whole line waits, the daemon reads no
/// more, and further bytes stay with the client. A silent client costs no storage, and bytes that wait behind a long line
/// do not keep its storage.
package struct RequestInbox {
  /// The next action.
  package enum Step: Hashable {
    /// A request, without its newline.
    case line([UInt8])
    /// A line above the limit. The rest of the client's input has no meaning then.
    case tooLong
    /// An incomplete line whose rest has not come in time.
    case overdue
    /// No complete line waits, or the budget does not allow one yet.
    case nothing
  }

  /// A request costs as much of the budget as this many answers, states or empty lines.
  static let lightShare: Int64 = 20
  /// This many reply lines cost as much of the budget as a request.
  static let linesOfRequest = 64
  /// The most storage that an inbox keeps without a long line, in bytes: two reads of the daemon.
  private static let usualBytes = 8192

  private var bytes: [UInt8] = []
  /// The position of the first byte that is not taken.
  private var head = 0
  /// The position of the next newline; nil where none has arrived.
  private var newline: Int?
  private var budget = RateBudget()
  /// Whether the client sends no more.
  private(set) var hasEnded = false
  private var lastArrival = Instant(microseconds: 0)

  /// Whether a complete line waits, or one above the limit.
  var hasLine: Bool { newline != nil }

  /// How many bytes wait.
  var count: Int { bytes.count - head }

  /// How many bytes of memory the inbox takes.
  var keptBytes: Int { bytes.capacity }

  /// When to check the inbox without new input: when the budget allows the waiting line, perhaps long past, or when an
  /// incomplete line becomes overdue.
  ///
  /// - Parameter rest: the time before which no request is taken, whatever the budget allows; nil without such a time.
  func deadline(_ limits: InboxLimits, _ rest: Instant? = nil) -> Instant? {
    guard count > 0 else { return nil }
    let due = hasLine ? budget.freeFrom(limits.rate) : lastArrival + limits.patience
    return rest.map { max($0, due) } ?? due
  }

  /// Whether `next` has a result now.
  func isDue(_ limits: InboxLimits, now: Instant) -> Bool {
    if hasLine { return budget.waitEnd(at: now, limits.rate) == nil }
    return count > 0 && lastArrival + limits.patience <= now
  }

  /// Restarts the patience, because nothing was read until now.
  mutating func postpone(to now: Instant) {
    lastArrival = max(lastArrival, now)
  }

  /// Records that the client sends no more.
  mutating func end() { hasEnded = true }

  /// Appends bytes that were read.
  mutating func append(_ buffer: [UInt8], count: Int, _ limits: InboxLimits, now: Instant) {
    compact()
    let start = bytes.count
    bytes += buffer[..<count]
    lastArrival = now
    if newline == nil { find(from: start, limits) }
  }

  /// The next line, if it may be taken. The caller charges the line with `use` once its kind is known.
  mutating func next(_ limits: InboxLimits, now: Instant) -> Step {
    while let end = newline {
      guard end - head <= limits.longestLine else { return .tooLong }
      guard budget.waitEnd(at: now, limits.rate) == nil else { return .nothing }
      let emptyCount = skipEmptyLines(limits)
      if emptyCount > 0 {
        // All at once: returning for each empty line would cost more than the lines.
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
      compactIfDone()
      return .line(line)
    }
    return count > 0 && lastArrival + limits.patience <= now ? .overdue : .nothing
  }

  /// Charges the request that was taken.
  mutating func use(_ limits: InboxLimits, now: Instant, isLight: Bool) {
    budget.use(at: now, limits.rate, divisor: isLight ? Self.lightShare : 1)
  }

  /// Charges the lines of a reply.
  mutating func use(_ limits: InboxLimits, now: Instant, lines: Int) {
    for _ in 0..<lines / Self.linesOfRequest { budget.use(at: now, limits.rate) }
  }

  /// Drops all input when the client is disconnected.
  mutating func removeAll() {
    bytes = []
    head = 0
    newline = nil
  }

  /// Skips empty lines.
  ///
  /// - Returns: how many were skipped.
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
    compactIfDone()
    return count
  }

  /// Finds the end of the line. Where the line is too long already, the end of the input counts as its end.
  private mutating func find(from start: Int, _ limits: InboxLimits) {
    newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
    if newline == nil, count > limits.longestLine { newline = bytes.count }
  }

  private mutating func compactIfDone() {
    if bytes.capacity > Self.usualBytes, 2 * count <= Self.usualBytes {
      bytes = Array(bytes[head...])
      newline = newline.map { $0 - head }
    } else if head == bytes.count {
      bytes.removeAll(keepingCapacity: true)
    } else {
      return
    }
    head = 0
  }

  private mutating func compact() {
    guard head > 0 else { return }
    bytes.removeFirst(head)
    newline = newline.map { $0 - head }
    head = 0
  }
}

/// The limits on the size and rate of a client's requests (S5, S6, S10).
struct InboxLimits: Hashable, Sendable {
  /// The longest request, in bytes without its newline.
  var longestLine = 65_536
  /// How long the inbox waits for the rest of a line.
  var patience = TimeSpan.milliseconds(30_000)
  /// The rate of requests on one connection.
  var rate = RateBudget.Rate(perSecond: 50, burst: 100)
}

extension InboxLimits {
  /// The limits of a configuration.
  init(_ settings: SocketSettings) {
    longestLine = settings.requestBytes
    patience = settings.requestTimeout
    rate = RateBudget.Rate(perSecond: settings.requestsPerSecond, burst: settings.requestBurst)
  }
}
