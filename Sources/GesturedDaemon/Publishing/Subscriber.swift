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
///            ├─ something is queued and nothing moves for `stall` ──────────────────────▶ closed
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

  var hasBacklog: Bool { state != .closed && !queue.isEmpty }

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
    if queue.isEmpty && droppedCount == 0 {
      write(line, count: count, now: now)
    } else if isUpdate, queue.lineCount >= limits.queueLines || !queue.hasRoom(for: count) {
      droppedCount += 1
    } else {
      queueDropped(notices)
      if queue.hasRoom(for: count) {
        queue.append(line, in: 0..<count)
      } else {
        leave(.tooSlow, notices: notices, now: now)
      }
    }
  }

  /// Says farewell: behind all that is queued where there is room, else instead of it.
  func leave(_ reason: ByeReason, notices: borrowing Notices, now: Instant) {
    guard state == .serving else { return }
    state = .leaving
    let farewell = notices.farewell(reason)
    if reason == .tooSlow || !queue.hasRoom(for: farewell.count) { queue.removeWholeLines() }
    if queue.isEmpty {
      write(farewell, count: farewell.count, now: now)
    } else if queue.hasRoom(for: farewell.count) {
      queue.append(farewell, in: farewell.indices)
    }
    closeIfDone()
  }

  /// Sends what is queued, as far as the socket takes it.
  func flush(now: Instant) {
    guard hasBacklog else { return }
    let (bytes, range) = queue.pending
    switch connection.write(bytes, in: range) {
    case .wrote(let count):
      lastProgress = now
      queue.consume(count)
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

  /// Lets it go when nothing has moved for too long.
  ///
  /// - Returns: whether it did.
  func expire(at now: Instant) -> Bool {
    guard let deadline, deadline <= now else { return false }
    state = .closed
    return true
  }

  private func write(_ bytes: [UInt8], count: Int, now: Instant) {
    switch connection.write(bytes, in: 0..<count) {
    case .wrote(count): break
    case .wrote(let sent):
      lastProgress = now
      queue.append(bytes, in: sent..<count, isRest: true)
    case .wouldBlock:
      lastProgress = now
      queue.append(bytes, in: 0..<count)
    case .closed: state = .closed
    }
  }

  private func queueDropped(_ notices: borrowing Notices) {
    guard droppedCount > 0 else { return }
    let line = notices.dropped(droppedCount)
    guard queue.hasRoom(for: line.count) else { return }
    queue.append(line, in: line.indices)
    droppedCount = 0
  }

  private func closeIfDone() {
    if state == .leaving, queue.isEmpty { state = .closed }
  }
}
