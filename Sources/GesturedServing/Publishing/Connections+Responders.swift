import GestureCore
import GestureProtocol

/// Receivers of events that no contact caused, such as presses.
extension Connections {
  /// Whether any client subscribes to a line type by its name.
  func isWanted(_ type: LineType) -> Bool {
    places.contains { place in
      place.subscriber.map { subscriber in
        subscriber.subscription.filters.contains { $0.types.contains(type) }
          || subscriber.subscription.responders.contains { $0.events.contains { $0.lineType == type } }
      } ?? false
    }
  }

  /// The clients that receive an event on its way along a responder chain, and the observers of its type.
  ///
  /// The innermost responder that a client listens to receives the event. Responders further out receive it only where
  /// all listening clients forward it (RSP-2, MULTI-17). A client without the right `scene` receives the event like the
  /// others, but cannot keep it from responders further out (H8).
  ///
  /// - Parameter accepts: whether a client accepts the event at all.
  func receivers(
    of event: HeldResponder.Event, along path: ResponderPath, where accepts: (Int) -> Bool = { _ in true }
  ) -> FamilyReceivers {
    let type = event.lineType
    var receivers = FamilyReceivers()
    for place in places {
      guard let subscriber = place.subscriber, subscriber.subscription.observes(type) else { continue }
      receivers.observers.append(subscriber.number)
    }
    // The clients that hear the event at stops where no client takes it.
    var hearers: [Int] = []
    for stop in path.stops {
      var isForwarded = true
      var isHandled = false
      for place in places {
        guard let subscriber = place.subscriber, listens(subscriber, to: event, at: stop) else { continue }
        let client = subscriber.number
        guard accepts(client) else { continue }
        if !hearers.contains(client) { hearers.append(client) }
        guard subscriber.declaresForAll else { continue }
        isHandled = true
        if !subscriber.forwardedResponders.contains(stop.name.text) { isForwarded = false }
      }
      guard isHandled else { continue }
      receivers.takers.append(FamilyReceivers.Taker(responder: stop, clients: hearers))
      hearers = []
      if !isForwarded { break }
    }
    receivers.add(hearers: hearers)
    return receivers
  }

  /// Whether a client takes events of any kind at a responder that a name means, so that it may pass them on.
  func mayForward(_ subscriber: Subscriber, _ name: ResponderName, in scope: SubscriptionScope) -> Bool {
    HeldResponder.Event.allCases.contains { event in
      // Each action is passed on by itself.
      guard event != .action, event != .touches || subscriber.subscription.touches != nil else {
        return false
      }
      guard case .region(let region) = name else {
        return subscriber.subscription.held(name, for: event) != nil
      }
      let devices = scope.devices.filter { !$0.presentNumbers(of: region).isEmpty }
      // The region's touchscreen may come later: until then its name counts.
      guard !devices.isEmpty else {
        return (event == .touches || !subscriber.hidesPlaces)
          && subscriber.subscription.filters.contains { $0.names(region, for: event.lineType) }
      }
      return devices.contains { device in
        device.presentNumbers(of: region).contains { number in
          guard event == .touches else {
            let stop = ResponderPath.Stop(device: device.number, number: number, name: name)
            return listens(subscriber, to: event, at: stop)
          }
          return subscriber.subscription.filters.contains {
            $0.listensToTouches(of: number, on: device.number)
          }
        }
      }
    }
  }

  /// Whether a client takes events at a responder: as its holder, or by the region's name in a filter.
  func listens(
    _ subscriber: Subscriber, to event: HeldResponder.Event, at stop: ResponderPath.Stop
  ) -> Bool {
    switch stop.name {
    case .controller, .application: subscriber.subscription.held(stop.name, for: event) != nil
    case .region:
      !subscriber.hidesPlaces
        && subscriber.subscription.listens(to: event.lineType, in: stop.number, on: stop.device)
    }
  }

  /// The clients that take the actions of a region of the configuration: they listen by the region's name.
  package func listenersToActions(at stop: ResponderPath.Stop, among clients: [Subscriber]) -> [Int] {
    clients.filter { listens($0, to: .action, at: stop) }.map { $0.number }
  }
}

extension FamilyReceivers {
  /// Adds clients that hear the event beyond the last responder that takes it.
  fileprivate mutating func add(hearers: [Int]) {
    guard let last = takers.indices.last else {
      others = hearers
      return
    }
    takers[last].clients += hearers.filter { !takers[last].clients.contains($0) }
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
