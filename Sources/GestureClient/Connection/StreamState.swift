/// The received lines of a connection, and the tasks that wait for lines and replies. Each change returns the
/// deliveries that the caller has to make.
///
/// The state has no socket and no clock. Lines of the stream wait here until a task asks for them, and replies go to
/// the task that sent the request. The stream is read only while a task waits (`wantsToRead`). A slow program therefore
/// leaves its lines with the daemon, which counts the lines that it drops.
struct StreamState<LineWaiter: Sendable, ReplyWaiter: Sendable>: Sendable {
  /// A waiter and its result.
  enum Delivery: Sendable {
    /// The next line; nil at the end of the stream.
    case line(LineWaiter, Result<GestureLine?, GestureClientError>)
    /// A reply, or the error that ends the wait.
    case reply(ReplyWaiter, Result<GestureReply, GestureClientError>)
  }

  private struct PendingReply: Sendable {
    var id: Int
    var waiter: ReplyWaiter
    /// The type of the lines that come before the reply and belong to it, as for a list of regions.
    var collecting: StaticString?
    var collected: [GestureLine] = []
  }

  /// The most bytes of unread lines while a task waits for a reply.
  static var unreadLimit: Int { 1 << 20 }
  /// The most bytes of a line, its newline included, from docs/protocol.md. Replies have the same limit.
  static var maximumLineBytes: Int { 65_536 }

  private var input = LineBuffer()
  private var lines: [GestureLine] = []
  private var firstLine = 0
  private var unreadBytes = 0
  /// The bytes that a line takes beside its text: its place in `lines`, and the head of its storage.
  private static var bytesOfLine: Int { 64 }
  private var lineWaiters: [(id: Int, waiter: LineWaiter)] = []
  private var pendingReplies: [PendingReply] = []
  private var goodbye: GestureLine?

  /// The reason for the end of the stream; nil while the stream continues.
  private(set) var end: GestureClientError?

  /// Whether a task waits for bytes that have not arrived.
  var wantsToRead: Bool { end == nil && !(lineWaiters.isEmpty && pendingReplies.isEmpty) }

  /// Adds a task that waits for the next line.
  mutating func waitForLine(_ waiter: LineWaiter, id: Int) -> [Delivery] {
    lineWaiters.append((id, waiter))
    return deliverLines()
  }

  /// Removes a task that waits for a line; nil where the line was delivered.
  mutating func stopWaitingForLine(id: Int) -> LineWaiter? {
    guard let position = lineWaiters.firstIndex(where: { $0.id == id }) else { return nil }
    return lineWaiters.remove(at: position).waiter
  }

  /// Adds a task that waits for the reply to its request.
  mutating func waitForReply(_ waiter: ReplyWaiter, id: Int, collecting: StaticString?) -> [Delivery] {
    if let end { return [.reply(waiter, .failure(end))] }
    pendingReplies.append(PendingReply(id: id, waiter: waiter, collecting: collecting))
    return []
  }

  /// Removes a task that waits for a reply; nil where the reply was delivered.
  mutating func stopWaitingForReply(id: Int) -> ReplyWaiter? {
    guard let position = pendingReplies.firstIndex(where: { $0.id == id }) else { return nil }
    return pendingReplies.remove(at: position).waiter
  }

  /// Reads the lines of received bytes.
  mutating func receive(_ bytes: ArraySlice<UInt8>) -> [Delivery] {
    var deliveries: [Delivery] = []
    input.append(bytes)
    while let bytes = input.next() {
      let line = GestureLine(bytes)
      if line.isOfType("bye") { goodbye = line }
      if let delivery = matchReply(line) {
        deliveries.append(delivery)
      } else if !collect(line) {
        lines.append(line)
        unreadBytes += line.bytes.count + Self.bytesOfLine
      }
    }
    deliveries += deliverLines()
    if input.count >= Self.maximumLineBytes { return deliveries + finish(.notGestured(nil)) }
    if unreadBytes > Self.unreadLimit {
      deliveries += pendingReplies.map { .reply($0.waiter, .failure(.eventsNotRead)) }
      pendingReplies = []
    }
    return deliveries
  }

  /// Ends the stream.
  ///
  /// - Parameter cause: the reason, unless the daemon's `bye` gives one.
  mutating func finish(_ cause: GestureClientError) -> [Delivery] {
    guard end == nil else { return [] }
    let end: GestureClientError
    if cause != .closed, let reason = goodbye?.goodbyeReason { end = .bye(reason) } else { end = cause }
    self.end = end
    // Received lines stay readable, unless the program itself has closed the connection.
    if cause == .closed { lines = [] }
    let replies = pendingReplies.map { Delivery.reply($0.waiter, .failure(end)) }
    pendingReplies = []
    return deliverLines() + replies
  }

  private mutating func deliverLines() -> [Delivery] {
    var deliveries: [Delivery] = []
    while !lineWaiters.isEmpty, let line = removeFirstLine() {
      deliveries.append(.line(lineWaiters.removeFirst().waiter, .success(line)))
    }
    if let end {
      deliveries += lineWaiters.map { .line($0.waiter, end.isQuiet ? .success(nil) : .failure(end)) }
      lineWaiters = []
    }
    return deliveries
  }

  private mutating func removeFirstLine() -> GestureLine? {
    guard firstLine < lines.count else { return nil }
    let line = lines[firstLine]
    // A line that was given away does not stay here until its place is removed.
    lines[firstLine] = GestureLine([])
    firstLine += 1
    unreadBytes -= line.bytes.count + Self.bytesOfLine
    if firstLine == lines.count || firstLine >= 1024 {
      lines.removeSubrange(..<firstLine)
      firstLine = 0
    }
    return line
  }

  /// The delivery of a line that is an awaited reply. A reply without a waiting task is dropped.
  private mutating func matchReply(_ line: GestureLine) -> Delivery? {
    guard line.isOfType("reply"), let head = try? line.decode(as: ReplyHead.self),
      let position = pendingReplies.firstIndex(where: { $0.id == head.id })
    else { return nil }
    let pending = pendingReplies.remove(at: position)
    if let failure = head.error { return .reply(pending.waiter, .failure(.refused(failure))) }
    return .reply(pending.waiter, .success(GestureReply(line: line, listed: pending.collected)))
  }

  /// Whether the line belongs to the next reply. Replies come in the order of the requests.
  private mutating func collect(_ line: GestureLine) -> Bool {
    guard let type = pendingReplies.first?.collecting, line.isOfType(type),
      let head = try? line.decode(as: ListedHead.self), head.state == "present", head.snapshot != true
    else { return false }
    pendingReplies[0].collected.append(line)
    return true
  }

  private struct ReplyHead: Decodable {
    var id: Int?
    var error: RequestRefusal?
  }

  private struct ListedHead: Decodable {
    var state: String?
    var snapshot: Bool?
  }
}

extension GestureLine {
  private struct Goodbye: Decodable {
    var reason: String
  }

  /// The daemon's reason for the end of the stream; nil where the line is not its last.
  var goodbyeReason: String? {
    guard isOfType("bye") else { return nil }
    return try? decode(as: Goodbye.self).reason
  }
}
