import GestureCore
import GestureProtocol

/// Who is told of what no finger did.
extension Broadcaster {
  /// Whether anybody asks for lines of a type by its name.
  func isWanted(_ type: LineType) -> Bool {
    places.contains { place in
      place.subscriber.map { $0.subscription.filters.contains { $0.types.contains(type) } } ?? false
    }
  }

  /// Who is told of something that climbs a responder chain: the clients that subscribe to the innermost region that
  /// anybody subscribes to, further out only where all of them forward it (RSP-2, MULTI-17), and those who watch. A client
  /// without the right `scene` is told like the others, and keeps nothing from them (H8).
  func receivers(of type: LineType, along path: ResponderPath?) -> FamilyReceivers {
    var receivers = FamilyReceivers()
    for place in places {
      guard let subscriber = place.subscriber, subscriber.subscription.observes(type) else { continue }
      receivers.observers.append(Int(subscriber.number))
    }
    guard let path else { return receivers }
    for stop in path.stops {
      var isForwarded = true
      var isHandled = false
      for place in places {
        guard let subscriber = place.subscriber, !subscriber.hidesPlaces,
          subscriber.subscription.listens(to: type, in: stop.number, on: path.device)
        else { continue }
        let client = Int(subscriber.number)
        if !receivers.clients.contains(client) { receivers.clients.append(client) }
        guard subscriber.isStaging else { continue }
        isHandled = true
        if !subscriber.forwardedRegions.contains(stop.name) { isForwarded = false }
      }
      guard isHandled else { continue }
      receivers.region = receivers.region ?? stop
      if !isForwarded { break }
    }
    return receivers
  }
}

extension Subscription {
  /// Whether it watches all lines of a type, whoever takes them.
  func observes(_ type: LineType) -> Bool { filters.contains { $0.observes(type) } }

  /// Whether it takes what a region of a touchscreen is told, by the region's name.
  func listens(to type: LineType, in region: Int, on device: Int) -> Bool {
    filters.contains { $0.listens(to: type, in: region, on: device) }
  }

  /// Whether a gesture of presses goes to it: it is on no touchscreen, and in no region of one.
  func fits(pressGesture gesture: GestureEvent) -> Bool {
    filters.contains { $0.fits(pressGesture: gesture) }
  }
}
