import GestureCore
import LinuxEventLoop
import Synchronization

/// A connection's stream, for tasks that wait for its lines and replies.
///
/// A thread of its own moves the bytes, so no thread of Swift's pool ever waits for the socket. The thread reads only
/// while a task waits. It ends, and closes the socket, when the last owner of the driver is gone.
///
/// Dispatch's sources would save the thread. But while suspended, they lose the bytes that a peer has sent before it
/// hung up.
final class StreamDriver: Sendable {
  /// The most bytes of requests that the daemon has not taken yet.
  private static let outgoingLimit = 1 << 18

  private let core: StreamCore

  /// Takes ownership of a connection.
  init(_ connection: consuming UnixConnection) throws(SystemError) {
    let core = try StreamCore()
    let passage = Passage(connection)
    try DedicatedThread.start {
      if let connection = passage.removeConnection() { core.run(connection) }
    }
    self.core = core
  }

  deinit {
    close()
  }

  /// The daemon's first line, which needs no request.
  func firstLine(patience: Duration) async -> StreamCore.LineResult {
    core.perform { guarded in
      guarded.timeouts.append((Self.instant(in: patience), .greeting))
      return []
    }
    defer { core.access { $0.isGreeted = true } }
    return await nextLine()
  }

  /// The next line; nil where the task is cancelled, or at a regular end of the stream.
  func nextLine() async -> StreamCore.LineResult {
    let id = newID()
    defer { forgetCancellation(of: id) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        core.perform { guarded in
          if guarded.cancelled.remove(id) != nil { return [.line(continuation, .success(nil))] }
          return guarded.state.waitForLine(continuation, id: id)
        }
      }
    } onCancel: {
      core.perform { guarded in
        if let waiter = guarded.state.stopWaitingForLine(id: id) { return [.line(waiter, .success(nil))] }
        guarded.cancelled.insert(id)
        return []
      }
    }
  }

  /// Sends a request and waits for its reply.
  ///
  /// - Parameters:
  ///   - command: the command's name, for the error `.noReply`.
  ///   - collecting: the type of the lines that belong to the reply.
  ///   - patience: the longest wait for the reply.
  ///   - request: makes the request's bytes, its newline included, for a given id.
  func request(
    _ command: String, collecting: StaticString? = nil, patience: Duration,
    _ request: (_ id: Int) -> [UInt8]
  ) async -> StreamCore.ReplyResult {
    let id = newID()
    let bytes = request(id)
    defer { forgetCancellation(of: id) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        core.perform { guarded in
          if guarded.cancelled.remove(id) != nil { return [.reply(continuation, .failure(.cancelled))] }
          if guarded.outgoing.count + bytes.count > Self.outgoingLimit {
            return [.reply(continuation, .failure(.tooManyRequests))]
          }
          guarded.outgoing += bytes
          guarded.timeouts.append((Self.instant(in: patience), .reply(id: id, command: command)))
          return guarded.state.waitForReply(continuation, id: id, collecting: collecting)
        }
      }
    } onCancel: {
      core.perform { guarded in
        if let waiter = guarded.state.stopWaitingForReply(id: id) {
          return [.reply(waiter, .failure(.cancelled))]
        }
        guarded.cancelled.insert(id)
        return []
      }
    }
  }

  /// Sends bytes that get no reply.
  func send(_ bytes: [UInt8]) throws(GestureClientError) {
    var failure: GestureClientError?
    core.perform { guarded in
      failure = guarded.state.end
      if guarded.outgoing.count + bytes.count > Self.outgoingLimit { failure = .tooManyRequests }
      if failure == nil { guarded.outgoing += bytes }
      return []
    }
    if let failure { throw failure }
  }

  /// Closes the connection. Waiting tasks get `.closed`, and unread lines are discarded.
  func close() {
    core.perform { $0.state.finish(.closed) }
  }

  private func newID() -> Int {
    core.access { guarded in
      defer { guarded.nextID += 1 }
      return guarded.nextID
    }
  }

  private func forgetCancellation(of id: Int) {
    core.access { _ = $0.cancelled.remove(id) }
  }

  /// The instant after a span, at most a day from now.
  private static func instant(in patience: Duration) -> Instant {
    let (seconds, attoseconds) = min(max(patience, .zero), .seconds(86_400)).components
    return MonotonicClock.now()
      + TimeSpan(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
}

/// Hands a connection to the thread that will own it.
private final class Passage: Sendable {
  private let connection: Mutex<UnixConnection?>

  init(_ connection: consuming UnixConnection) {
    self.connection = Mutex(connection)
  }

  /// Removes and returns the connection; nil after the first call.
  func removeConnection() -> UnixConnection? {
    connection.withLock { connection in
      connection.take()
    }
  }
}
