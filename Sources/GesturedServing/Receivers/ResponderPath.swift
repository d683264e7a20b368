import GestureCore

/// The responders that an event without fingers climbs, from the first responder of the key window outwards (RSP-1,
/// RSP-8, RSP-10). The path lies on the touchscreen that came first. Without touchscreens only the application is on
/// it.
package struct ResponderPath: Hashable {
  /// A responder.
  package struct Stop: Hashable {
    /// The touchscreen's number; 0 for the application.
    package var device: Int
    /// The number in the tree: of the region or window, or of the controller's outermost region; -1 for the
    /// application.
    package var number: Int
    /// The responder's name.
    package var name: ResponderName

    package init(device: Int, number: Int, name: ResponderName) {
      self.device = device
      self.number = number
      self.name = name
    }

    /// The application, which is on no touchscreen.
    static let application = Stop(device: 0, number: -1, name: .application)
  }

  /// The touchscreen's number; 0 without one.
  package var device: Int
  /// The stops, innermost first.
  package var stops: [Stop]

  /// The path without a touchscreen.
  package static let withoutTouchscreen = ResponderPath(device: 0, stops: [.application])

  private init(device: Int, stops: [Stop]) {
    self.device = device
    self.stops = stops
  }

  /// The path in a touchscreen's tree, from the first responder of the key window.
  package init(device: Int, _ responders: FirstResponders, in tree: RegionTree) {
    self.init(device: device, from: responders.start, in: tree)
  }

  /// The path in a touchscreen's tree that begins at a responder.
  package init(device: Int, from start: Responder, in tree: RegionTree) {
    self.device = device
    stops = ResponderChain(from: start, in: tree).map { responder in
      switch responder {
      case .region(let number), .window(let number):
        Stop(device: device, number: number, name: .region(tree.regions[number].name))
      case .controller(let number):
        Stop(device: device, number: number, name: .controller(tree.regions[number].controller ?? ""))
      case .application: .application
      }
    }
  }
}
