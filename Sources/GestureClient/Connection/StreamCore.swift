import GestureCore
import LinuxEventLoop
import Synchronization

/// What a connection's thread and its users share. Users change the state; only the thread touches the socket.
final class StreamCore: Sendable {
  typealias LineResult = Result<GestureLine?, GestureClientError>
  typealias ReplyResult = Result<GestureReply, GestureClientError>
  typealias State = StreamState<
    CheckedContinuation<LineResult, Never>, CheckedContinuation<ReplyResult, Never>
  >

  /// What happens when a time has come.
  enum Timeout: Sendable {
    /// The daemon should have said something.
    case greeting
    /// The reply to that request should be there.
    case reply(id: Int, command: String)
  }

  /// What the lock guards.
  struct Guarded: Sendable {
    var state = State()
    var outgoing: [UInt8] = []
    var timeouts: [(due: Instant, timeout: Timeout)] = []
    /// Whether the daemon has said something.
    var isGreeted = false
    var nextID = 1
    /// Who was cancelled before it could wait.
    var cancelled: Set<Int> = []
  }

  private static let wakeKind: UInt8 = 0
  private static let socketKind: UInt8 = 1

  private let guarded = Mutex(Guarded())
  private let wakeUp: WakeUp

  init() throws(SystemError) {
    wakeUp = try WakeUp()
  }

  /// Changes what is shared, tells the thread, and then, outside the lock, tells who waits.
  func perform(_ change: (inout Guarded) -> [State.Delivery]) {
    let (deliveries, hasWork) = guarded.withLock { guarded in
      let wasAtWork = guarded.hasWork
      let deliveries = change(&guarded)
      return (deliveries, wasAtWork || guarded.hasWork)
    }
    if hasWork { wakeUp.signal() }
    deliver(deliveries)
  }

  /// Reads or changes what is of no concern to the thread.
  func note<Result: Sendable>(_ body: (inout Guarded) -> Result) -> Result {
    guarded.withLock { body(&$0) }
  }

  /// What the thread does, until the stream ends. The socket is closed with it.
  func run(_ connection: consuming UnixConnection) {
    do throws(SystemError) {
      try move(connection)
    } catch {
      deliver(guarded.withLock { $0.state.finish(.system("\(error)")) })
    }
  }

  private func move(_ connection: borrowing UnixConnection) throws(SystemError) {
    var poller = try Poller(capacity: 2)
    let token = PollToken(kind: Self.socketKind, index: 0, generation: 0)
    try poller.add(
      wakeUp.descriptor, interest: [.readable], token: PollToken(kind: Self.wakeKind, index: 0, generation: 0)
    )
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // A socket that is watched for nothing would still tell of its end, again and again.
    var watched: Readiness = []
    while true {
      let plan = guarded.withLock { $0.plan }
      guard let plan else { return }
      if plan.interest != watched {
        if plan.interest == [] {
          try poller.remove(connection.descriptor)
        } else if watched == [] {
          try poller.add(connection.descriptor, interest: plan.interest, token: token)
        } else {
          try poller.modify(connection.descriptor, interest: plan.interest, token: token)
        }
        watched = plan.interest
      }
      try poller.wait(timeout: plan.due.map { $0 - MonotonicClock.now() })
      for index in 0..<poller.readyCount where poller[index].token.kind == Self.wakeKind { wakeUp.drain() }
      let isReady = (0..<poller.readyCount).contains { poller[$0].token.kind == Self.socketKind }
      if isReady, watched.contains(.writable) { write(connection) }
      if isReady, watched.contains(.readable) { read(connection, &buffer) }
      expire(at: MonotonicClock.now())
    }
  }

  private func read(_ connection: borrowing UnixConnection, _ buffer: inout [UInt8]) {
    let outcome = connection.read(into: &buffer)
    let deliveries = guarded.withLock { guarded in
      switch outcome {
      case .bytes(let count): guarded.state.receive(buffer[..<count])
      case .wouldBlock: [] as [State.Delivery]
      case .endOfStream, .closed: guarded.state.finish(.connectionLost)
      }
    }
    deliver(deliveries)
  }

  private func write(_ connection: borrowing UnixConnection) {
    guarded.withLock { guarded in
      while !guarded.outgoing.isEmpty {
        switch connection.write(guarded.outgoing, in: guarded.outgoing.indices) {
        case .wrote(let count): guarded.outgoing.removeFirst(count)
        case .wouldBlock: return
        // What the daemon has said before it went is still to be read: the end comes with it.
        case .closed: guarded.outgoing = []
        }
      }
    }
  }

  private func expire(at now: Instant) {
    let deliveries = guarded.withLock { guarded in
      var deliveries: [State.Delivery] = []
      let expired = guarded.timeouts.filter { $0.due <= now }
      guard !expired.isEmpty else { return deliveries }
      guarded.timeouts.removeAll { $0.due <= now }
      for (_, timeout) in expired {
        switch timeout {
        case .greeting:
          if !guarded.isGreeted { deliveries += guarded.state.finish(.noReply(command: "the connection")) }
        case .reply(let id, let command):
          if let waiter = guarded.state.stopWaitingForReply(id: id) {
            deliveries.append(.reply(waiter, .failure(.noReply(command: command))))
          }
        }
      }
      return deliveries
    }
    deliver(deliveries)
  }

  private func deliver(_ deliveries: [State.Delivery]) {
    for delivery in deliveries {
      switch delivery {
      case .line(let waiter, let result): waiter.resume(returning: result)
      case .reply(let waiter, let result): waiter.resume(returning: result)
      }
    }
  }
}

extension StreamCore.Guarded {
  /// Whether the thread has something to do: then it is told of changes.
  fileprivate var hasWork: Bool { state.end != nil || state.wantsToRead || !outgoing.isEmpty }

  /// What the thread waits for; nil where it has nothing more to do.
  fileprivate var plan: (interest: Readiness, due: Instant?)? {
    guard state.end == nil else { return nil }
    var interest: Readiness = []
    if state.wantsToRead { interest.insert(.readable) }
    if !outgoing.isEmpty { interest.insert(.writable) }
    return (interest, timeouts.map(\.due).min())
  }
}
