import GestureCore
import GestureProtocol
import GesturedBase

/// Listeners to touches.
extension Publisher {
  /// Makes a client forward what it takes at a responder, or keep it again (RSP-2, MULTI-17). The change takes effect at
  /// the next landing, shake, press or command, and ends with the client's next subscription.
  ///
  /// - Parameter responder: the name of a region, of a controller or of the application.
  /// - Returns: whether the client takes anything there.
  package func setForwarding(_ client: Int, of responder: String, isEnabled: Bool) -> Bool {
    guard let subscriber = connections.subscriber(numbered: client),
      connections.mayForward(subscriber, ResponderName(responder), in: subscriber.hears.scope)
    else { return false }
    if isEnabled {
      subscriber.forwardedResponders.insert(responder)
    } else {
      subscriber.forwardedResponders.remove(responder)
    }
    subscriber.hears.markListenersStale(ofGestures: false, turn)
    return true
  }

  /// The listeners to each touchscreen's touches, by the touchscreens' numbers; nil where nothing has changed since the
  /// last call.
  ///
  /// A touchscreen's audience is nil where no client wants touches, and regions then receive touches as declared.
  package func consumeTouchListeners(on stage: Stage) -> [(Int, TouchAudience?)]? {
    guard stage.consumeStaleTouches() else { return nil }
    return stage.scope.devices.map { ($0.number, listeners(to: $0, on: stage)) }
  }

  private func listeners(to device: SubscriptionScope.Device, on stage: Stage) -> TouchAudience? {
    var audience = TouchAudience(isObserved: showsDump(of: stage), detail: declaredDetail)
    var isWanted = false
    for index in connections.places.indices {
      guard let subscriber = connections.member(at: index, of: stage),
        let detail = subscriber.subscription.touches
      else { continue }
      isWanted = true
      audience.detail.formUnion(detail)
      for filter in subscriber.subscription.filters {
        if filter.observesTouches(of: device.number) { audience.isObserved = true }
        for (number, region) in device.regions.regions.enumerated()
        where !region.isRemoved && filter.listensToTouches(of: number, on: device.number) {
          audience.add(number, forwards: subscriber.forwardedResponders.contains(region.name))
        }
      }
      guard !subscriber.subscription.responders.isEmpty else { continue }
      for (number, region) in device.regions.regions.enumerated() where !region.isRemoved {
        guard let name = device.responder(after: number), stage.holdsTouches(subscriber, of: name) else {
          continue
        }
        audience.addResponder(after: number, forwards: subscriber.forwardedResponders.contains(name.text))
      }
    }
    return isWanted ? audience : nil
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
  func presentNumbers(of name: String) -> [Int] {
    regions.regions.indices.filter { !regions.regions[$0].isRemoved && regions.regions[$0].name == name }
  }
}
