import GestureCore
import GestureProtocol

/// A filter with its names looked up: what a line is matched with, by numbers alone.
///
/// What comes, goes or changes is looked up by itself: a recognizer costs each filter one comparison, and a region
/// concerns only the filters that name it, or what it lies in.
struct CompiledFilter: Hashable {
  /// The regions of one touchscreen that are meant.
  private struct Regions: Hashable {
    let device: Int
    var numbers: NumberMask
  }

  private let filter: FilterDescription
  private let client: Int
  /// Whose own recognizers it speaks of besides.
  private let inspection: Inspection
  /// Whether it is the one of a client that has said nothing: it speaks of the configuration's recognizers
  /// and its own, never of others' (H7).
  private let isStandard: Bool
  /// The types of lines that may fit: those named, without those that lack what another key speaks of.
  let types: LineTypes
  /// The recognizers whose lines may fit.
  private(set) var recognizers = NumberMask()
  /// Whether it names recognizers or their kinds, which makes them what they were declared as (MULTI-7).
  let isAsking: Bool
  /// The recognizers that take part because of it.
  private(set) var heard = NumberMask()
  /// The states that a gesture's line may have, a bit each.
  private let states: UInt8
  private var devices: [Int]?
  private var regions: [Regions]?
  /// The same without the regions inside those that are named: whose touches the client listens to (RSP-3).
  private var listened: [Regions]?
  /// The names that it speaks of, for looking up one by one (H1).
  private let regionNames: Set<String>?
  private let recognizerNames: Set<String>?

  /// Looks the names of a filter up.
  ///
  /// - Parameters:
  ///   - client: who subscribes: of others' recognizers it is told where they are public.
  ///   - inspection: whose own recognizers it may see where the filter asks for all owners.
  ///   - isStandard: whether it is the one of a client that has said nothing.
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
    isAsking = filter.kinds != nil || filter.recognizers != nil
    states = filter.states.map { $0.reduce(0) { $0 | 1 << $1.rawValue } } ?? .max
    regionNames = filter.regions.map(Set.init)
    recognizerNames = filter.recognizers.map(Set.init)
    lookUpRegions(in: scope)
  }

  /// The same filter once more, where what it finds is the same.
  func copied(_ filter: FilterDescription) -> CompiledFilter? { filter == self.filter ? self : nil }

  // MARK: Looking up

  /// Looks up anew what has become of recognizers.
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

  /// Whether lines of recognizers' work are asked for.
  private var isHearing: Bool { types.contains(.gesture) || types.contains(.transition) }

  private func isVisible(
    _ kinship: SubscriptionScope.RecognizerChange.Kinship, in scope: SubscriptionScope
  ) -> Bool {
    isStandard
      ? kinship.owner == RegionTree.configuration || kinship.owner == client
      : scope.isVisible(kinship, to: client, inspection)
  }

  /// Looks some recognizers up anew, by their numbers.
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

  /// Whether it speaks of a region by its name, or of one that the region lies in.
  private func speaks(of region: String, in scope: SubscriptionScope) -> Bool {
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

  /// Looks up anew what is another region of a touchscreen now, or lies in others.
  mutating func lookUp(
    _ change: SubscriptionScope.RegionChange, of device: SubscriptionScope.Device, in scope: SubscriptionScope
  ) {
    guard let names = filter.regions, let place = regions?.firstIndex(where: { $0.device == device.number })
    else { return }
    // By numbers from here on: there may be a thousand regions for each of thousands of filters (H1).
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
    // Recognizers are known by the names of their regions.
    lookUp(recognizers: change.recognizers, in: scope)
  }

  /// Looks touchscreens and their regions up anew.
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
    // Recognizers are known by the names of their regions.
    lookUp(recognizers: scope.recognizers.indices, in: scope)
  }

  // MARK: Matching

  /// Whether all states of a gesture are meant.
  var hasAllStates: Bool { states == .max }

  /// Whether lines of a gesture fit, whatever their state.
  func fits(_ gesture: GestureEvent, on device: Int) -> Bool {
    types.contains(.gesture) && recognizers.contains(gesture.recognizer) && fits(device: device)
      && fits(region: gesture.region, on: device)
  }

  /// Whether a state of a gesture is meant.
  func fits(_ state: GestureState) -> Bool { states & (1 << state.rawValue) != 0 }

  /// Whether a line of a type fits that speaks of a touchscreen, and of a region of it where it does.
  func fits(_ type: LineType, on device: Int, region: Int? = nil) -> Bool {
    guard types.contains(type), fits(device: device) else { return false }
    guard let region else { return regions == nil }
    return fits(region: region, on: device)
  }

  /// Whether a line of touches fits: with regions named it is told what those regions are told, without any it watches
  /// all there are (MULTI-16).
  func fits(_ touches: TouchesEvent, on device: Int) -> Bool {
    guard types.contains(.touches), fits(device: device) else { return false }
    guard listened != nil else { return true }
    return !touches.isObserved && listens(to: touches.receiver, on: device)
  }

  /// Whether it watches the touches of a touchscreen without belonging to a region.
  func observesTouches(of device: Int) -> Bool {
    types.contains(.touches) && listened == nil && fits(device: device)
  }

  /// Whether it listens to the touches of a region by name.
  func listensToTouches(of region: Int, on device: Int) -> Bool {
    types.contains(.touches) && fits(device: device) && listens(to: region, on: device)
  }

  private func listens(to region: Int, on device: Int) -> Bool {
    guard let listened else { return false }
    for entry in listened where entry.device == device { return entry.numbers.contains(region) }
    return false
  }

  /// Whether it watches all lines of a type of what no finger did, whoever takes them.
  func observes(_ type: LineType) -> Bool { types.contains(type) && listened == nil }

  /// Whether it takes what a region is told of what no finger did, by the region's name.
  func listens(to type: LineType, in region: Int, on device: Int) -> Bool {
    types.contains(type) && listens(to: region, on: device)
  }

  /// Whether a gesture of presses fits: it is on no touchscreen, and in no region of one.
  func fits(pressGesture gesture: GestureEvent) -> Bool {
    types.contains(.gesture) && recognizers.contains(gesture.recognizer) && devices == nil && regions == nil
      && fits(gesture.state)
  }

  /// Whether a line fits that tells of a recognizer's change of state.
  func fits(transitionOf recognizer: Int, on device: Int) -> Bool {
    types.contains(.transition) && recognizers.contains(recognizer) && fits(device: device)
  }

  /// Whether a line fits that tells of a recognizer which came, went or changed.
  func fits(changeOf recognizer: Int, region: String, in scope: SubscriptionScope) -> Bool {
    types.contains(.recognizer) && recognizers.contains(recognizer) && speaks(of: region, in: scope)
  }

  /// Whether a line fits that tells of a region by its name.
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
