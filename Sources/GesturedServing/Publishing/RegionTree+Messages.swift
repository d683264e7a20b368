import GestureCore
import GestureProtocol
import GesturedBase

/// The messages about a touchscreen's regions.
extension RegionTree {
  /// The numbers of the present regions, parents before children, siblings back to front.
  package var livingRegions: [Int] {
    var numbers: [Int] = []
    func append(_ number: Int) {
      numbers.append(number)
      for child in regions[number].children { append(child) }
    }
    for window in windows { append(window) }
    return numbers
  }

  /// The window of each region, by the regions' numbers; empty where the built-in window is the only one (TFW-1).
  var toldWindows: [Int] { windows == [Self.window] ? [] : regions.map(\.window) }

  /// The kinds of the present regions, by the regions' names, without those of views.
  var kinds: [String: RegionKind] {
    var kinds: [String: RegionKind] = [:]
    for region in regions where !region.isRemoved && region.kind != .view { kinds[region.name] = region.kind }
    return kinds
  }

  /// The messages about regions that were added or changed since an older tree. Removed regions are not included.
  package func news(since old: RegionTree, of device: Int, at time: Instant) -> [RegionMessage] {
    livingRegions.compactMap { number in
      let isNew = !old.regions.indices.contains(number) || old.regions[number].isRemoved
      guard isNew || !regions[number].isSame(as: old.regions[number]) else { return nil }
      return message(of: number, isNew ? .added : .changed, device: device, at: time)
    }
  }

  /// The message about a region.
  package func message(of number: Int, _ state: RegionMessage.State, device: Int, at time: Instant)
    -> RegionMessage
  {
    let region = regions[number]
    return RegionMessage(
      time: time, device: device, name: region.name, state: state,
      parent: region.parent.map { regions[$0].name }, owner: region.owner,
      frame: frameOnScreen(of: number), placement: placement(of: number), boundsOrigin: region.boundsOrigin)
  }

  /// The place of a scaled or rotated region; nil for other regions, and where the placement has no inverse.
  private func placement(of number: Int) -> RegionPlacement? {
    guard let fromScreen = regions[number].fromScreen, !fromScreen.isTranslation,
      let toScreen = fromScreen.inverse
    else { return nil }
    return RegionPlacement(toScreen: toScreen, size: regions[number].frame.size)
  }
}

extension Publisher {
  /// Publishes all changes of everyone's regions of a device, except removals.
  package func publishRegions(of device: Int, _ tree: RegionTree, from old: RegionTree, at time: Instant) {
    for message in tree.news(since: old, of: device, at: time) { publish(message, on: everyone) }
  }
}
