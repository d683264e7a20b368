import GestureCore

/// Other limits while subscribers are connected.
extension Broadcaster {
  /// Takes over other limits. Who is connected keeps the queue that it has; how long it is waited for and how much it may say is by
  /// the new ones.
  ///
  /// Those to whom the socket of events would tell another thing from now on are let go: they come again, and find all of it as
  /// the configuration says.
  ///
  /// - Parameter identifiers: what was numbered so far.
  /// - Returns: how many were let go.
  mutating func reconfigure(_ next: SubscriberLimits, after identifiers: IdentifierSource, _ turn: Turn)
    -> Int
  {
    let previous = limits
    guard next != previous else { return 0 }
    limits = next
    forEachAudience { $0.gestures.makeRoom(places: next.socket.maximumSubscribers) }
    for place in places { place.subscriber?.adopt(next) }
    guard
      next.hidesPlaces != previous.hidesPlaces || next.hidesSingleFinger != previous.hidesSingleFinger
    else { return 0 }
    if next.hidesSingleFinger, !previous.hidesSingleFinger { severalNumbers.begin(after: identifiers) }
    hidesSingleFingers = next.hidesSingleFinger
    return dismiss(turn) { $0.tier == .events }
  }

  /// Tells clients that they have to connect again, as the configuration says something else of them.
  ///
  /// - Returns: how many there were.
  mutating func dismiss(_ turn: Turn, where isMeant: (Subscriber) -> Bool) -> Int {
    var count = 0
    for index in places.indices {
      guard let subscriber = places[index].subscriber, isMeant(subscriber) else { continue }
      subscriber.leave(.reconfigured, notices: notices, now: turn.now)
      list(index, subscriber, turn)
      count += 1
    }
    return count
  }
}
