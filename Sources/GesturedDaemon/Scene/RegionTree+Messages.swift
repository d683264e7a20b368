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

  /// What there is to tell of a touchscreen's regions since they were those of another tree, but of those that went.
  func news(since old: RegionTree, of device: Int, at time: Instant) -> [RegionMessage] {
    livingRegions.compactMap { number in
      let isNew = !old.regions.indices.contains(number) || old.regions[number].isRemoved
      guard isNew || !regions[number].isSame(as: old.regions[number]) else { return nil }
      return message(of: number, isNew ? .added : .changed, device: device, at: time)
    }
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
