import GestureCore

/// The regions and windows that something climbs that no finger did, from the first responder of the key window on
/// (RSP-8, RSP-10). It is that of the touchscreen that was there first; without a touchscreen it is empty.
struct ResponderPath: Hashable {
  /// A region or a window.
  struct Stop: Hashable {
    /// The touchscreen.
    var device: Int
    /// Its number in the tree.
    var number: Int
    /// What it is called.
    var name: String
  }

  /// The touchscreen.
  var device: Int
  /// From the innermost outwards.
  var stops: [Stop]

  /// The path on a touchscreen.
  init(_ touchscreen: borrowing Touchscreen) {
    self.init(
      device: touchscreen.number, touchscreen.pipeline.responders, in: touchscreen.pipeline.regions)
  }

  /// The path in a tree.
  init(device: Int, _ responders: FirstResponders, in tree: RegionTree) {
    self.device = device
    stops = ResponderChain(from: responders.start, in: tree).compactMap { responder in
      switch responder {
      case .region(let number), .window(let number):
        Stop(device: device, number: number, name: tree.regions[number].name)
      // A controller has no name of its own on the wire: its region was asked before.
      case .controller, .application: nil
      }
    }
  }
}
