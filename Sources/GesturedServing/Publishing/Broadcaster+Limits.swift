import GestureCore
import GesturedBase

/// Changes of the limits while subscribers are connected.
extension Broadcaster {
  /// Takes over new limits. Connected subscribers keep their queues' size; their timeouts and request budgets change at
  /// once.
  ///
  /// Where the events socket now hides more or less than before, its subscribers are disconnected. They reconnect and
  /// find what the configuration allows.
  ///
  /// - Parameter identifiers: the identifiers given out so far.
  /// - Returns: how many subscribers were disconnected.
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

  /// Disconnects clients because the configuration now treats them differently; they are to connect again.
  ///
  /// - Returns: how many clients were disconnected.
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
