import GestureCore
import GestureProtocol
import LinuxEventLoop
import SystemPackage

/// One connection to the socket, with the lines that it has not taken yet.
///
/// ```
///   serving ─┬─ no room for a line that may not be lost ─▶ leaving ─┬─ all is sent ─────▶ closed
///            │                                            (“bye” is └─ nothing moves ───▶ closed
///            │                                             queued)
///            ├─ something is queued and nothing moves for `stall` (“bye” is sent) ──────▶ closed
///            └─ it hung up ──────────────────────────────────────────────────────────────▶ closed
/// ```
///
/// While it does not keep up, updates beyond `queueLines` are left out and counted; a `dropped` line with the
/// count goes before the next line that fits. What begins or ends something is never left out: where there is no
/// room for it, the subscriber is told why and let go.
final class Subscriber {
  private enum State {
    case serving
    case leaving
    case closed
  }

  /// A number for logs.
  let number: UInt64
  private let connection: UnixConnection
  private let limits: SubscriberLimits
  private var queue: LineQueue
  private var state = State.serving
  private var lastProgress: Instant
  private var droppedCount: UInt64 = 0
  private var hasEndedRequests = false
  /// Whether it is let go because it did not read.
  private(set) var wasTooSlow = false
  /// What the poller was last told to watch.
  var watched: Readiness = []

  /// Takes a connection over.
  init(_ connection: consuming UnixConnection, number: UInt64, limits: SubscriberLimits, now: Instant) {
    self.number = number
    self.connection = connection
    self.limits = limits
    queue = LineQueue(capacity: limits.queueBytes)
    lastProgress = now
  }

  var descriptor: FileDescriptor { connection.descriptor }

  /// What the poller is to watch: it may speak until it has ended its requests, and is waited for while lines are
  /// queued.
  var interest: Readiness {
    var interest: Readiness = hasEndedRequests ? [] : [.readable]
    if !queue.isEmpty { interest.insert(.writable) }
    return interest
  }

  var isClosed: Bool { state == .closed }

  /// How many lines wait, one that is half sent included.
  var backlogCount: Int { state == .closed ? 0 : queue.lineCount }

  var hasBacklog: Bool { backlogCount > 0 }

  /// When it last took something of what waits; nil while nothing waits.
  var backlogProgress: Instant? { hasBacklog ? lastProgress : nil }

  /// When it is let go if nothing moves; nil while nothing is queued.
  var deadline: Instant? { hasBacklog ? lastProgress + limits.stall : nil }

  /// Sends a line, or keeps what the socket does not take.
  ///
  /// - Parameters:
  ///   - line: the bytes, of which the first `count` are the line.
  ///   - isUpdate: whether it may be left out where the subscriber is slow.
  ///   - notices: the lines about the stream itself.
  func send(_ line: [UInt8], count: Int, isUpdate: Bool, notices: borrowing Notices, now: Instant) {
    guard state == .serving, count > 0 else { return }
    let room = droppedCount > 0 ? count + Notices.longestDropped : count
    if isUpdate, queue.lineCount >= limits.queueLines || !queue.hasRoom(for: room) {
      droppedCount += 1
      return
    }
    tellDropped(notices, now: now)
    if queue.hasRoom(for: count) {
      put(line, count: count, now: now)
    } else {
      leave(.tooSlow, notices: notices, now: now)
    }
  }

  /// Says farewell: behind all that is queued where there is room, else instead of it.
  func leave(_ reason: ByeReason, notices: borrowing Notices, now: Instant) {
    guard state == .serving else { return }
    let farewell = notices.farewell(reason)
    if reason == .tooSlow {
      wasTooSlow = true
      queue.removeWholeLines()
    } else {
      tellDropped(notices, now: now)
      if !queue.hasRoom(for: farewell.count) { queue.removeWholeLines() }
    }
    guard state == .serving else { return }
    state = .leaving
    if queue.hasRoom(for: farewell.count) { put(farewell, count: farewell.count, now: now) }
    closeIfDone()
  }

  /// Sends what is queued, as far as the socket takes it.
  func flush(now: Instant) {
    guard hasBacklog else { return }
    switch queue.write(to: connection) {
    case .wrote: lastProgress = now
    case .wouldBlock: break
    case .closed: state = .closed
    }
    closeIfDone()
  }

  /// Takes in what it says. Version 1 has no requests yet; their end is not the end of the stream.
  func read(into buffer: inout [UInt8]) {
    switch connection.read(into: &buffer) {
    case .bytes, .wouldBlock: break
    case .endOfStream: hasEndedRequests = true
    case .closed: state = .closed
    }
  }

  /// It is gone.
  func hangUp() {
    state = .closed
  }

  /// Lets it go when nothing has moved for too long: with a farewell, for which the kernel is given room.
  func expire(at now: Instant, notices: borrowing Notices) {
    guard let deadline, deadline <= now else { return }
    wasTooSlow = true
    state = .closed
    queue.removeWholeLines()
    let farewell = notices.farewell(.tooSlow)
    // The kernel charges a line more than its bytes, and counts what it holds already.
    let room = 4 * (limits.sendBufferBytes + queue.byteCount + farewell.count)
    // It is let go whether the farewell fits or not, so no outcome changes anything.
    try? connection.setSendBuffer(bytes: room)
    while !queue.isEmpty, case .wrote = queue.write(to: connection) {}
    if queue.isEmpty { _ = connection.write(farewell, in: farewell.indices) }
  }

  /// Hands a line to the socket, or puts it behind those that wait. The caller has asked for room.
  private func put(_ line: [UInt8], count: Int, now: Instant) {
    guard queue.isEmpty else {
      queue.append(line, in: 0..<count)
      return
    }
    lastProgress = now
    switch connection.write(line, in: 0..<count) {
    case .wrote(let sent):
      if sent < count { queue.append(line, in: sent..<count, isRest: true) }
    case .wouldBlock: queue.append(line, in: 0..<count)
    case .closed: state = .closed
    }
  }

  /// Tells how much was left out, before the line that comes next.
  private func tellDropped(_ notices: borrowing Notices, now: Instant) {
    guard droppedCount > 0 else { return }
    let line = notices.dropped(droppedCount)
    guard queue.hasRoom(for: line.count) else { return }
    put(line, count: line.count, now: now)
    droppedCount = 0
  }

  private func closeIfDone() {
    if state == .leaving, queue.isEmpty { state = .closed }
  }
}
