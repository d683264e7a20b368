import GestureCore
import GestureProtocol

/// Receivers of events that no contact caused, such as presses.
extension Broadcaster {
  /// Whether any client subscribes to a line type by its name.
  func isWanted(_ type: LineType) -> Bool {
    places.contains { place in
      place.subscriber.map { $0.subscription.filters.contains { $0.types.contains(type) } } ?? false
    }
  }

  /// The clients that receive an event on its way along a responder chain, and the observers of its type.
  ///
  /// The innermost region that a client listens to receives the event. Regions further out receive it only where all
  /// listening clients forward it (RSP-2, MULTI-17). A client without the right `scene` receives the event like the
  /// others, but cannot keep it from regions further out (H8).
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
  /// Whether the subscription receives all lines of a type, in whatever region.
  func observes(_ type: LineType) -> Bool { filters.contains { $0.observes(type) } }

  /// Whether the subscription receives a region's lines of a type by the region's name.
  func listens(to type: LineType, in region: Int, on device: Int) -> Bool {
    filters.contains { $0.listens(to: type, in: region, on: device) }
  }

  /// Whether the subscription matches a gesture of presses, which belongs to no touchscreen and no region.
  func fits(pressGesture gesture: GestureEvent) -> Bool {
    filters.contains { $0.fits(pressGesture: gesture) }
  }
}
