import GestureCore
import GestureProtocol
import GesturedBase

/// Listeners to touches.
extension Broadcaster {
  /// Makes a client forward the touches of a region that it listens to, or handle them again (RSP-2, MULTI-17). The
  /// change takes effect at the next landing and ends with the client's next subscription.
  ///
  /// - Parameter region: the region's name, or that of a controller or the application.
  /// - Returns: whether the client listens to touches of a region with that name, or is that responder.
  mutating func setForwarding(_ client: Int, of region: String, isEnabled: Bool, _ turn: Turn) -> Bool {
    guard let subscriber = subscriber(numbered: client), subscriber.subscription.touches != nil,
      subscriber.subscription.held(ResponderName(region), for: .touches) != nil
        || scope.devices.contains(where: { device in
          device.numbers(of: region).contains { number in
            subscriber.subscription.filters.contains { $0.listensToTouches(of: number, on: device.number) }
          }
        })
    else { return false }
    if isEnabled {
      subscriber.forwardedRegions.insert(region)
    } else {
      subscriber.forwardedRegions.remove(region)
    }
    noteListeners(ofGestures: false, turn)
    return true
  }

  /// The listeners to each touchscreen's touches, by the touchscreens' numbers; nil where nothing has changed since the
  /// last call.
  ///
  /// A touchscreen's audience is nil where no client wants touches, and regions then receive touches as declared.
  ///
  /// - Parameter hasDump: whether a dump shows everything beside the socket.
  mutating func takeAudiences(hasDump: Bool) -> [(Int, TouchAudience?)]? {
    guard takeStaleTouches() else { return nil }
    return scope.devices.map { ($0.number, audience(of: $0, hasDump)) }
  }

  private func audience(of device: SubscriptionScope.Device, _ hasDump: Bool) -> TouchAudience? {
    var audience = TouchAudience(isObserved: hasDump, detail: declaredDetail)
    var isWanted = false
    for index in places.indices {
      guard let subscriber = member(at: index), let detail = subscriber.subscription.touches else { continue }
      isWanted = true
      audience.detail.formUnion(detail)
      for filter in subscriber.subscription.filters {
        if filter.observesTouches(of: device.number) { audience.isObserved = true }
        for (number, region) in device.regions.regions.enumerated()
        where !region.isRemoved && filter.listensToTouches(of: number, on: device.number) {
          audience.add(number, forwards: subscriber.forwardedRegions.contains(region.name))
        }
      }
      guard !subscriber.subscription.responders.isEmpty else { continue }
      for (number, region) in device.regions.regions.enumerated() where !region.isRemoved {
        guard let name = device.responder(after: number), holdsTouches(subscriber, of: name) else { continue }
        audience.addResponder(after: number, forwards: subscriber.forwardedRegions.contains(name.text))
      }
    }
    return isWanted ? audience : nil
  }
}

extension Broadcaster {
  /// Whether a client gets the touches that reach a controller or the application (RES-1).
  func holdsTouches(_ subscriber: Subscriber, of name: ResponderName) -> Bool {
    subscriber.subscription.touches != nil && subscriber.subscription.held(name, for: .touches) != nil
  }

  /// Whether a client is the responder that gets some touches.
  func holds(_ subscriber: Subscriber, _ touches: borrowing TouchesEvent, on device: Int) -> Bool {
    for index in scope.devices.indices where scope.devices[index].number == device {
      guard let name = scope.devices[index].responder(after: touches.receiver) else { return false }
      return holdsTouches(subscriber, of: name)
    }
    return false
  }
}

extension SubscriptionScope.Device {
  /// The controller or the application right after a region in the responder chain; nil where a region follows.
  func responder(after region: Int) -> ResponderName? {
    guard regions.regions.indices.contains(region) else { return nil }
    guard regions.regions[region].parent != nil else { return .application }
    guard case .controller = ResponderChain.responder(after: .region(region), in: regions) else { return nil }
    return regions.regions[region].controller.map { .controller($0) }
  }

  /// The numbers of the present regions with a name.
  fileprivate func numbers(of name: String) -> [Int] {
    regions.regions.indices.filter { !regions.regions[$0].isRemoved && regions.regions[$0].name == name }
  }
}
