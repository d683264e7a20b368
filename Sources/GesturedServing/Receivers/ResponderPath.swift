import GestureCore

/// The regions and windows that an event without fingers climbs, from the first responder of the key window outwards
/// (RSP-8, RSP-10). The path lies on the touchscreen that came first. Without touchscreens the path is empty.
package struct ResponderPath: Hashable {
  /// A region or a window.
  package struct Stop: Hashable {
    /// The touchscreen's number.
    package var device: Int
    /// The region's number in the tree.
    package var number: Int
    /// The region's name.
    package var name: String
  }

  /// The touchscreen's number.
  var device: Int
  /// The stops, innermost first.
  var stops: [Stop]

  /// The path in a touchscreen's tree.
  package init(device: Int, _ responders: FirstResponders, in tree: RegionTree) {
    self.device = device
    stops = ResponderChain(from: responders.start, in: tree).compactMap { responder in
      switch responder {
      case .region(let number), .window(let number):
        Stop(device: device, number: number, name: tree.regions[number].name)
      // A controller has no name in the protocol. Its region comes before it on the path.
      case .controller, .application: nil
      }
    }
  }
}
