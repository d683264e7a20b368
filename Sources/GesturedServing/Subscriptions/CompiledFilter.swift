import GestureCore
import GestureProtocol

/// A filter with its names resolved, so that matching a line compares numbers alone.
///
/// A change is resolved by itself. A changed recognizer costs each filter one comparison. A changed region concerns
/// only filters that name it, or a region around it.
package struct CompiledFilter: Hashable {
  /// The matching regions of one touchscreen.
  private struct Regions: Hashable {
    let device: Int
    var numbers: NumberMask
  }

  private let filter: FilterDescription
  private let client: Int
  /// The users whose own recognizers the filter covers too.
  private let inspection: Inspection
  /// Whether the filter belongs to a client that has not subscribed. It covers the recognizers of the configuration and
  /// of the client, never those of other clients (H7).
  private let isStandard: Bool
  /// The types of lines that may match: the named types, without those that lack a field of another key.
  let types: LineTypes
  /// The recognizers whose lines may match.
  private(set) var recognizers = NumberMask()
  /// Whether the filter names recognizers or their kinds (MULTI-7). A wildcard is no name.
  let isNaming: Bool
  /// The recognizers that take part because of the filter.
  private(set) var heard = NumberMask()
  /// The matching states of gestures, a bit each.
  private let states: UInt8
  private var devices: [Int]?
  private var regions: [Regions]?
  /// The regions whose touches the client listens to: the named ones, without those inside them (RSP-3).
  private var listened: [Regions]?
  /// The filter's names as sets, for single look-ups (H1).
  private let regionNames: Set<String>?
  private let recognizerNames: Set<String>?

  /// Resolves the names of a filter.
  ///
  /// - Parameters:
  ///   - client: the subscribing client. It may hear recognizers of other clients only where they are public.
  ///   - inspection: the users whose recognizers the client may see where the filter asks for all owners.
  ///   - isStandard: whether the filter belongs to a client that has not subscribed.
  init(
    _ filter: FilterDescription, of client: Int, _ inspection: Inspection, isStandard: Bool = false,
    in scope: SubscriptionScope
  ) {
    self.filter = filter
    self.isStandard = isStandard
    self.client = client
    self.inspection = filter.includesAllOwners ? inspection : .none
    var types = filter.types.map { LineTypes($0) } ?? .usual
    let speaksOfRecognizers =
      filter.kinds != nil || filter.recognizers != nil || filter.touchCounts != nil
    if speaksOfRecognizers { types.formIntersection(.ofRecognizers) }
    if filter.states != nil { types.formIntersection(.withState) }
    if filter.regions != nil { types.formIntersection(.withRegion) }
    if filter.devices != nil { types.formIntersection(.withDevice) }
    self.types = types
    states = filter.states.map { $0.reduce(0) { $0 | 1 << $1.rawValue } } ?? .max
    regionNames = filter.regions.map(Set.init)
    let names = filter.recognizers.map(Set.init)
    recognizerNames = names?.contains(FilterDescription.allRecognizers) ?? false ? nil : names
    isNaming = filter.kinds != nil || recognizerNames != nil
    lookUpRegions(in: scope)
  }

  /// A copy of the filter for an equal description, which resolves to the same numbers; nil for another description.
  func copied(_ filter: FilterDescription) -> CompiledFilter? { filter == self.filter ? self : nil }

  // MARK: Resolving

  /// Resolves recognizers that changed.
  mutating func lookUp(_ change: SubscriptionScope.RecognizerChange, in scope: SubscriptionScope) {
    let takesAll =
      filter.kinds == nil && filter.touchCounts == nil && recognizerNames == nil && regionNames == nil
    for group in change.groups {
      if !isVisible(group.kinship, in: scope) {
        recognizers.subtract(group.mask)
        heard.subtract(group.mask)
      } else if takesAll {
        recognizers.formUnion(group.mask)
        if isHearing { heard.formUnion(group.mask) }
      } else {
        lookUp(recognizers: group.numbers, in: scope)
      }
    }
  }

  /// Whether the filter asks for the lines of recognizers' work.
  private var isHearing: Bool { types.contains(.gesture) || types.contains(.transition) }

  private func isVisible(
    _ kinship: SubscriptionScope.RecognizerChange.Kinship, in scope: SubscriptionScope
  ) -> Bool {
    isStandard
      ? kinship.owner == RegionTree.configuration || kinship.owner == client
      : scope.isVisible(kinship, to: client, inspection)
  }

  /// Resolves some recognizers again, by their numbers.
  private mutating func lookUp(recognizers numbers: some Sequence<Int>, in scope: SubscriptionScope) {
    let isHeard = isHearing
    for number in numbers {
      let recognizer = scope.recognizers[number]
      let fits =
        isVisible(.init(owner: recognizer.owner, isPublic: recognizer.isPublic), in: scope)
        && filter.touchCounts?.contains(recognizer.numberOfTouches) ?? true
        && filter.kinds?.contains(recognizer.kind) ?? true
        && recognizerNames?.contains(recognizer.name) ?? true
      recognizers.set(number, fits)
      heard.set(number, fits && isHeard && speaks(of: recognizer.region, in: scope))
    }
  }

  /// Whether the filter covers a region by its name, or a region around it.
  func speaks(of region: String, in scope: SubscriptionScope) -> Bool {
    guard let regionNames, let regions else { return true }
    if regionNames.contains(region) { return true }
    for entry in regions {
      for device in scope.devices
      where device.number == entry.device && device.hasRegion(named: region, in: entry.numbers) {
        return true
      }
    }
    return false
  }

  /// Resolves the regions of a touchscreen that changed or moved into others.
  mutating func lookUp(
    _ change: SubscriptionScope.RegionChange, of device: SubscriptionScope.Device, in scope: SubscriptionScope
  ) {
    guard let names = filter.regions, let place = regions?.firstIndex(where: { $0.device == device.number })
    else { return }
    // Only numbers from here on, since there may be a thousand regions for each of thousands of filters (H1).
    let named = device.numbers(of: names)
    for number in change.regions {
      let region = device.regions.regions[number]
      let isNamed = named.contains(number)
      listened?[place].numbers.set(number, isNamed)
      let isInside =
        filter.includesDescendants
        && region.parent.map { regions?[place].numbers.contains($0) ?? false } ?? false
      regions?[place].numbers.set(number, isNamed || isInside)
    }
    // Recognizers refer to their regions by name.
    lookUp(recognizers: change.recognizers, in: scope)
  }

  /// Resolves touchscreens and their regions again.
  mutating func lookUpRegions(in scope: SubscriptionScope) {
    devices = filter.devices.map { references in
      scope.devices.filter { device in references.contains { device.isMeant(by: $0) } }.map(\.number)
    }
    guard let names = filter.regions else {
      lookUp(recognizers: scope.recognizers.indices, in: scope)
      return
    }
    let named = scope.devices.map { Regions(device: $0.number, numbers: $0.numbers(of: names)) }
    listened = named
    regions = named
    if filter.includesDescendants {
      regions = zip(scope.devices, named).map { device, named in
        Regions(device: device.number, numbers: device.numbers(within: named.numbers))
      }
    }
    // Recognizers refer to their regions by name.
    lookUp(recognizers: scope.recognizers.indices, in: scope)
  }

  // MARK: Matching

  /// Whether all states of a gesture match.
  var hasAllStates: Bool { states == .max }

  /// Whether a gesture matches, regardless of its state.
  func fits(_ gesture: GestureEvent, on device: Int) -> Bool {
    types.contains(.gesture) && recognizers.contains(gesture.recognizer) && fits(device: device)
      && fits(region: gesture.region, on: device)
  }

  /// Whether a state of a gesture matches.
  func fits(_ state: GestureState) -> Bool { states & (1 << state.rawValue) != 0 }

  /// Whether a line matches by its type, its touchscreen, and its region where it has one.
  func fits(_ type: LineType, on device: Int, region: Int? = nil) -> Bool {
    guard types.contains(type), fits(device: device) else { return false }
    guard let region else { return regions == nil }
    return fits(region: region, on: device)
  }

  /// Whether a line of touches matches. A filter with regions matches what those regions receive. A filter without
  /// regions observes all touches (MULTI-16).
  func fits(_ touches: borrowing TouchesEvent, on device: Int) -> Bool {
    guard types.contains(.touches), fits(device: device) else { return false }
    guard listened != nil else { return true }
    guard !touches.isObserved, !touches.isResponder else { return false }
    return listens(to: touches.receiver, on: device)
  }

  /// Whether the filter observes a touchscreen's touches without listening to a region.
  func observesTouches(of device: Int) -> Bool {
    types.contains(.touches) && listened == nil && fits(device: device)
  }

  /// Whether the filter listens to a region's touches by the region's name.
  func listensToTouches(of region: Int, on device: Int) -> Bool {
    types.contains(.touches) && fits(device: device) && listens(to: region, on: device)
  }

  private func listens(to region: Int, on device: Int) -> Bool {
    guard let listened else { return false }
    for entry in listened where entry.device == device { return entry.numbers.contains(region) }
    return false
  }

  /// Whether the filter observes all lines of a type that no contact causes, in whatever region.
  func observes(_ type: LineType) -> Bool { types.contains(type) && listened == nil }

  /// Whether the filter listens, by a region's name, to lines of a type that no contact causes.
  func listens(to type: LineType, in region: Int, on device: Int) -> Bool {
    types.contains(type) && listens(to: region, on: device)
  }

  /// Whether the filter asks for a region's lines of a type by the region's name, whether or not the region is present.
  func names(_ region: String, for type: LineType) -> Bool {
    types.contains(type) && regionNames?.contains(region) ?? false
  }

  /// Whether a gesture of presses matches, which belongs to no touchscreen and no region.
  func fits(pressGesture gesture: GestureEvent) -> Bool {
    types.contains(.gesture) && recognizers.contains(gesture.recognizer) && devices == nil && regions == nil
      && fits(gesture.state)
  }

  /// Whether a recognizer's change of state matches.
  func fits(transitionOf recognizer: Int, on device: Int) -> Bool {
    types.contains(.transition) && recognizers.contains(recognizer) && fits(device: device)
  }

  /// Whether the line of a recognizer that came, went or changed matches.
  func fits(changeOf recognizer: Int, region: String, in scope: SubscriptionScope) -> Bool {
    types.contains(.recognizer) && recognizers.contains(recognizer) && speaks(of: region, in: scope)
  }

  /// Whether the line of a region matches by the region's name.
  func fits(region name: String, on device: Int, in scope: SubscriptionScope) -> Bool {
    types.contains(.region) && fits(device: device) && speaks(of: name, in: scope)
  }

  private func fits(device: Int) -> Bool { devices?.contains(device) ?? true }

  private func fits(region: Int, on device: Int) -> Bool {
    guard let regions else { return true }
    for entry in regions where entry.device == device { return entry.numbers.contains(region) }
    return false
  }
}
