import GestureCore
import GestureProtocol

/// What is told of a touchscreen's regions.
extension RegionTree {
  /// The numbers of the regions that are there, each after what it lies in, siblings back to front.
  var livingRegions: [Int] {
    var numbers: [Int] = []
    func append(_ number: Int) {
      numbers.append(number)
      for child in regions[number].children { append(child) }
    }
    for window in windows { append(window) }
    return numbers
  }

  /// What is told of a region.
  func message(of number: Int, _ state: RegionMessage.State, device: Int, at time: Instant) -> RegionMessage {
    let region = regions[number]
    return RegionMessage(
      time: time, device: device, name: region.name, state: state,
      parent: region.parent.map { regions[$0].name }, owner: region.owner,
      frame: frameOnScreen(of: number))
  }
}
