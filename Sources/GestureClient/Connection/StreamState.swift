/// What a connection has got and who waits for what: a value that is told what happened and answers who is to be told.
///
/// It has no socket and no clock. Lines of the stream wait here until somebody asks for them; replies go to who sent
/// the request. The stream is read only while somebody waits (`wantsToRead`), so a program that is slow leaves its lines
/// with the daemon, which says how many it had to leave out.
struct StreamState<LineWaiter: Sendable, ReplyWaiter: Sendable>: Sendable {
  /// A waiter and what it gets.
  enum Delivery: Sendable {
    /// The next line; nil at the end of the stream.
    case line(LineWaiter, Result<GestureLine?, GestureClientError>)
    /// A reply, or why none comes.
    case reply(ReplyWaiter, Result<GestureReply, GestureClientError>)
  }

  private struct PendingReply: Sendable {
    var id: Int
    var waiter: ReplyWaiter
    /// The type of the lines that come before the reply and belong to it, as for a list of regions.
    var collecting: StaticString?
    var collected: [GestureLine] = []
  }

  /// The most bytes of lines that nobody takes, while a reply is waited for.
  static var unreadLimit: Int { 1 << 20 }
  /// The longest line, its newline included. From docs/protocol.md; a request's reply keeps to it too.
  static var maximumLineBytes: Int { 65_536 }

  private var input = LineBuffer()
  private var lines: [GestureLine] = []
  private var firstLine = 0
  private var unreadBytes = 0
  private var lineWaiters: [(id: Int, waiter: LineWaiter)] = []
  private var pendingReplies: [PendingReply] = []
  private var goodbye: GestureLine?

  /// Why nothing more comes; nil while the stream goes on.
  private(set) var end: GestureClientError?

  /// Whether somebody waits for what is not here yet.
  var wantsToRead: Bool { end == nil && !(lineWaiters.isEmpty && pendingReplies.isEmpty) }

  /// Somebody waits for the next line.
  mutating func waitForLine(_ waiter: LineWaiter, id: Int) -> [Delivery] {
    lineWaiters.append((id, waiter))
    return deliverLines()
  }

  /// Who waited for a line does not any more; nil where it has got one.
  mutating func stopWaitingForLine(id: Int) -> LineWaiter? {
    guard let position = lineWaiters.firstIndex(where: { $0.id == id }) else { return nil }
    return lineWaiters.remove(at: position).waiter
  }

  /// Somebody has sent a request, and waits for the reply.
  mutating func waitForReply(_ waiter: ReplyWaiter, id: Int, collecting: StaticString?) -> [Delivery] {
    if let end { return [.reply(waiter, .failure(end))] }
    pendingReplies.append(PendingReply(id: id, waiter: waiter, collecting: collecting))
    return []
  }

  /// Who waited for a reply does not any more; nil where it has got it.
  mutating func stopWaitingForReply(id: Int) -> ReplyWaiter? {
    guard let position = pendingReplies.firstIndex(where: { $0.id == id }) else { return nil }
    return pendingReplies.remove(at: position).waiter
  }

  /// Bytes have come.
  mutating func receive(_ bytes: ArraySlice<UInt8>) -> [Delivery] {
    var deliveries: [Delivery] = []
    input.append(bytes)
    while let bytes = input.next() {
      let line = GestureLine(bytes)
      if line.isOfType("bye") { goodbye = line }
      if let delivery = takeReply(line) {
        deliveries.append(delivery)
      } else if !collect(line) {
        lines.append(line)
        unreadBytes += line.bytes.count
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

  /// Nothing more comes.
  ///
  /// - Parameter cause: why, unless the daemon has said so itself.
  mutating func finish(_ cause: GestureClientError) -> [Delivery] {
    guard end == nil else { return [] }
    let end: GestureClientError
    if cause != .closed, let reason = goodbye?.goodbyeReason { end = .bye(reason) } else { end = cause }
    self.end = end
    // What has come is still to be had, unless the program itself has closed the connection.
    if cause == .closed { lines = [] }
    let replies = pendingReplies.map { Delivery.reply($0.waiter, .failure(end)) }
    pendingReplies = []
    return deliverLines() + replies
  }

  private mutating func deliverLines() -> [Delivery] {
    var deliveries: [Delivery] = []
    while !lineWaiters.isEmpty, let line = takeLine() {
      deliveries.append(.line(lineWaiters.removeFirst().waiter, .success(line)))
    }
    if let end {
      deliveries += lineWaiters.map { .line($0.waiter, end.isQuiet ? .success(nil) : .failure(end)) }
      lineWaiters = []
    }
    return deliveries
  }

  private mutating func takeLine() -> GestureLine? {
    guard firstLine < lines.count else { return nil }
    let line = lines[firstLine]
    firstLine += 1
    unreadBytes -= line.bytes.count
    if firstLine == lines.count || firstLine >= 1024 {
      lines.removeSubrange(..<firstLine)
      firstLine = 0
    }
    return line
  }

  /// Who gets the line, where it is a reply that is waited for. A reply to who no longer waits is nobody's.
  private mutating func takeReply(_ line: GestureLine) -> Delivery? {
    guard line.isOfType("reply"), let head = try? line.decode(as: ReplyHead.self),
      let position = pendingReplies.firstIndex(where: { $0.id == head.id })
    else { return nil }
    let pending = pendingReplies.remove(at: position)
    if let failure = head.error { return .reply(pending.waiter, .failure(.refused(failure))) }
    return .reply(pending.waiter, .success(GestureReply(line: line, listed: pending.collected)))
  }

  /// Whether the line belongs to the reply that comes next. Replies come in the order of the requests.
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

  /// Why the daemon ends the stream; nil where the line is not its last.
  var goodbyeReason: String? {
    guard isOfType("bye") else { return nil }
    return try? decode(as: Goodbye.self).reason
  }
}
