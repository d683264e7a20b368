import GestureCore
import GestureProtocol
import LinuxEventLoop

/// Sends each line to every subscriber, and keeps none waiting for another.
///
/// A line is encoded once and offered to each socket in turn. What a socket does not take at once waits in the
/// queue of its own subscriber; nothing is ever waited for here. Subscribers keep their places while they live, so
/// that the poller's tokens stay true, and a place is used again with another generation.
struct Broadcaster {
  private struct Place {
    var subscriber: Subscriber?
    /// The gestures up to this one began before it came: it is told nothing of them (MULTI-8, S18).
    var unheardGestures: UInt64 = 0
    var generation: UInt32 = 0
  }

  /// What the poller calls a subscriber's socket.
  private let tokenKind: UInt8
  private let limits: SubscriberLimits
  private let notices = Notices()
  private var places: [Place] = []
  private var nextNumber: UInt64 = 0
  private var readBuffer = [UInt8](repeating: 0, count: 4096)
  /// How many subscribers there are.
  private(set) var count = 0

  init(limits: SubscriberLimits, tokenKind: UInt8) {
    self.limits = limits
    self.tokenKind = tokenKind
  }

  /// Whether some subscriber has not taken all its lines.
  var hasBacklog: Bool { places.contains { $0.subscriber?.hasBacklog ?? false } }

  /// When one of those for whom lines wait last took something; nil where nothing waits.
  var latestBacklogProgress: Instant? { places.lazy.compactMap { $0.subscriber?.backlogProgress }.max() }

  /// When the first subscriber is let go if nothing moves.
  var nextDeadline: Instant? { places.lazy.compactMap { $0.subscriber?.deadline }.min() }

  /// Takes a connection over and greets it.
  ///
  /// - Parameters:
  ///   - latestGesture: the id of the gesture that began last.
  ///   - greeting: the lines it gets before all others, in order.
  /// - Returns: its number for logs; nil where there are too many already and it was told so.
  /// - Throws: where its descriptor can not be watched; it is hung up on then.
  mutating func welcome(
    _ connection: consuming UnixConnection, greeting: [[UInt8]], latestGesture: UInt64, now: Instant,
    poller: borrowing Poller
  ) throws(SystemError) -> UInt64? {
    try connection.setSendBuffer(bytes: limits.sendBufferBytes)
    nextNumber += 1
    let subscriber = Subscriber(connection, number: nextNumber, limits: limits, now: now)
    guard count < limits.maximumSubscribers else {
      subscriber.leave(.tooManySubscribers, notices: notices, now: now)
      return nil
    }
    let index = places.firstIndex { $0.subscriber == nil } ?? places.count
    if index == places.count { places.append(Place()) }
    places[index].generation = PollToken.generation(after: places[index].generation)
    subscriber.watched = subscriber.interest
    try poller.add(subscriber.descriptor, interest: subscriber.watched, token: token(of: index))
    places[index].subscriber = subscriber
    places[index].unheardGestures = latestGesture
    count += 1
    for line in greeting {
      subscriber.send(line, count: line.count, isUpdate: false, notices: notices, now: now)
    }
    return subscriber.number
  }

  /// Sends a line to everyone.
  ///
  /// - Parameters:
  ///   - line: the bytes, of which the first `count` are the line.
  ///   - isUpdate: whether it may be left out for those who are slow.
  ///   - gesture: the id of the gesture that it tells of; those who came after its beginning do not get it.
  func send(_ line: [UInt8], count: Int, isUpdate: Bool, gesture: UInt64 = .max, now: Instant) {
    for place in places where gesture > place.unheardGestures {
      place.subscriber?.send(line, count: count, isUpdate: isUpdate, notices: notices, now: now)
    }
  }

  /// Says farewell to everyone.
  func leave(_ reason: ByeReason, now: Instant) {
    for place in places { place.subscriber?.leave(reason, notices: notices, now: now) }
  }

  /// Takes in what the poller says of a subscriber's socket. An event of one that is gone is passed over.
  mutating func handle(_ event: PollEvent, now: Instant) {
    let index = Int(event.token.index)
    guard places.indices.contains(index), places[index].generation == event.token.generation,
      let subscriber = places[index].subscriber
    else { return }
    if event.readiness.contains(.hangUp) || event.readiness.contains(.error) {
      subscriber.hangUp()
      return
    }
    if event.readiness.contains(.writable) { subscriber.flush(now: now) }
    if event.readiness.contains(.readable) { subscriber.read(into: &readBuffer) }
  }

  /// Lets go of those who are gone, or whom nothing has moved for too long, and tells the poller what to watch
  /// for the others. Called at the end of each tick.
  ///
  /// - Returns: the numbers of those who were let go because they did not read fast enough.
  mutating func settle(now: Instant, poller: borrowing Poller) throws(SystemError) -> [UInt64] {
    var slow: [UInt64] = []
    for index in places.indices {
      guard let subscriber = places[index].subscriber else { continue }
      subscriber.expire(at: now, notices: notices)
      if subscriber.isClosed {
        if subscriber.wasTooSlow { slow.append(subscriber.number) }
        try poller.remove(subscriber.descriptor)
        places[index].subscriber = nil
        count -= 1
      } else if subscriber.interest != subscriber.watched {
        subscriber.watched = subscriber.interest
        try poller.modify(subscriber.descriptor, interest: subscriber.watched, token: token(of: index))
      }
    }
    return slow
  }

  private func token(of index: Int) -> PollToken {
    PollToken(kind: tokenKind, index: UInt32(index), generation: places[index].generation)
  }
}
