import GestureCore
import LinuxEventLoop
import Synchronization

/// The state that a connection's thread shares with its users. Users change the state; only the thread touches the
/// socket.
final class StreamCore: Sendable {
  typealias LineResult = Result<GestureLine?, GestureClientError>
  typealias ReplyResult = Result<GestureReply, GestureClientError>
  typealias State = StreamState<
    CheckedContinuation<LineResult, Never>, CheckedContinuation<ReplyResult, Never>
  >

  /// The wait that a timeout ends.
  enum Timeout: Sendable {
    /// The wait for the greeting.
    case greeting
    /// The wait for the reply to a request.
    case reply(id: Int, command: String)
  }

  /// The state that the lock guards.
  struct Guarded: Sendable {
    var state = State()
    var outgoing: [UInt8] = []
    var timeouts: [(due: Instant, timeout: Timeout)] = []
    /// Whether the first line arrived, or its wait is over.
    var isGreeted = false
    var nextID = 1
    /// The waits that were cancelled before they began.
    var cancelled: Set<Int> = []

    /// Ends the waits whose time is over.
    ///
    /// An early return for no wait made the compiler place the list in one of two ways, and two builds differed.
    mutating func expire(at now: Instant) -> [State.Delivery] {
      let expired = timeouts.filter { $0.due <= now }
      timeouts.removeAll { $0.due <= now }
      var deliveries: [State.Delivery] = []
      for (_, timeout) in expired {
        switch timeout {
        case .greeting:
          if !isGreeted { deliveries += state.finish(.noReply(command: "the connection")) }
        case .reply(let id, let command):
          if let waiter = state.stopWaitingForReply(id: id) {
            deliveries.append(.reply(waiter, .failure(.noReply(command: command))))
          }
        }
      }
      return deliveries
    }
  }

  private static let wakeKind: UInt8 = 0
  private static let socketKind: UInt8 = 1

  private let guarded = Mutex(Guarded())
  private let wakeUp: WakeUp

  init() throws(SystemError) {
    wakeUp = try WakeUp()
  }

  /// Changes the state, wakes the thread, and resumes waiting tasks outside the lock.
  func perform(_ change: (inout Guarded) -> [State.Delivery]) {
    let (deliveries, hasWork) = guarded.withLock { guarded in
      let wasAtWork = guarded.hasWork
      let deliveries = change(&guarded)
      return (deliveries, wasAtWork || guarded.hasWork)
    }
    if hasWork { wakeUp.signal() }
    deliver(deliveries)
  }

  /// Reads or changes state that does not concern the thread.
  func access<Result: Sendable>(_ body: (inout Guarded) -> Result) -> Result {
    guarded.withLock { body(&$0) }
  }

  /// The thread's work until the stream ends. The end closes the socket.
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
    // `Poller` reports the end of a stream again and again even for an empty interest. The socket is therefore removed.
    var watched: Readiness = []
    while true {
      let plan = guarded.withLock { $0.plan }
      guard let plan else {
        // An answer that the program sent just before it closed the connection still leaves.
        write(connection)
        return
      }
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
        // The daemon's last lines are still to be read, and the end of the stream follows them.
        case .closed: guarded.outgoing = []
        }
      }
    }
  }

  private func expire(at now: Instant) {
    deliver(guarded.withLock { $0.expire(at: now) })
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
  /// Whether the thread has work. It is woken for changes only then.
  fileprivate var hasWork: Bool { state.end != nil || state.wantsToRead || !outgoing.isEmpty }

  /// The events and the time that the thread waits for; nil at the end of the stream.
  fileprivate var plan: (interest: Readiness, due: Instant?)? {
    guard state.end == nil else { return nil }
    var interest: Readiness = []
    if state.wantsToRead { interest.insert(.readable) }
    if !outgoing.isEmpty { interest.insert(.writable) }
    return (interest, timeouts.map(\.due).min())
  }
}
