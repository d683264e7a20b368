import GestureCore
import GestureProtocol

/// The things that filters may name: recognizers, touchscreens and their regions.
///
/// Filters may name things that do not exist yet. Names are resolved again whenever a thing comes or goes, so that
/// matching a line compares numbers alone.
package struct SubscriptionScope {
  /// A touchscreen.
  struct Device {
    /// The touchscreen's number on the wire.
    let number: Int
    /// The device's own name, and the name of its table.
    var names: [String]
    /// The touchscreen's regions.
    var regions: RegionTree {
      didSet {
        numbers = Self.numbersByName(of: regions)
        outermostFirst = Self.outermostFirst(of: regions)
      }
    }
    /// The numbers of the regions of each name. Removed regions are included, since lines may still name them.
    private var numbers: [String: [Int]]
    /// The numbers of all regions, each after the region around it. A single pass finds all regions inside others, at
    /// any depth (H1).
    private(set) var outermostFirst: [Int]

    init(number: Int, names: [String], regions: RegionTree) {
      self.number = number
      self.names = names
      self.regions = regions
      numbers = Self.numbersByName(of: regions)
      outermostFirst = Self.outermostFirst(of: regions)
    }

    private static func outermostFirst(of regions: RegionTree) -> [Int] {
      var ordered: [Int] = []
      var isPlaced = Array(repeating: false, count: regions.regions.count)
      var path: [Int] = []
      for start in regions.regions.indices {
        var next: Int? = start
        while let number = next, !isPlaced[number] {
          isPlaced[number] = true
          path.append(number)
          next = regions.regions[number].parent
        }
        while let number = path.popLast() { ordered.append(number) }
      }
      return ordered
    }

    private static func numbersByName(of regions: RegionTree) -> [String: [Int]] {
      Dictionary(grouping: regions.regions.indices) { regions.regions[$0].name }
    }

    /// Whether a client's reference means the touchscreen.
    func isMeant(by reference: DeviceReference) -> Bool {
      switch reference {
      case .number(let number): number == self.number
      case .name(let name): names.contains(name)
      }
    }

    /// The map from the screen into the present region with a name; nil without such a region.
    func mapFromScreen(toRegion name: String) -> AffineTransform? {
      let number = numbers[name]?.first { !regions.regions[$0].isRemoved }
      return number.flatMap { regions.regions[$0].fromScreen }
    }

    /// The numbers of the regions with some names.
    func numbers(of names: [String]) -> NumberMask {
      NumberMask(names.flatMap { numbers[$0] ?? [] })
    }

    /// The numbers of some regions and of all regions inside them.
    func numbers(within outer: NumberMask) -> NumberMask {
      var inner = outer
      for number in outermostFirst where !inner.contains(number) {
        if let parent = regions.regions[number].parent, inner.contains(parent) { inner.insert(number) }
      }
      return inner
    }

    /// Whether a set of regions contains one with a name.
    func hasRegion(named name: String, in mask: NumberMask) -> Bool {
      numbers[name]?.contains(where: mask.contains) ?? false
    }
  }

  /// The properties of a recognizer that filters match. Each filter of each client reads them whenever recognizers are
  /// declared, so nothing else is kept (H1).
  struct Recognizer: Equatable {
    let name: String
    let kind: String
    let owner: Int
    let isPublic: Bool
    let numberOfTouches: Int
    /// The name of the region that the recognizer belongs to.
    let region: String
    /// Whether its work depends on where fingers are: in a region, outside of ignored regions, or from an edge.
    let tellsPlaces: Bool
    let watchesHover: Bool
    /// Whether the owner answers the recognizer's questions, or runs the recognizer.
    let involvesOwner: Bool

    /// Reads the properties of the recognizer with a number. The parameter is the set, not the instance: copying an
    /// instance retains dozens of references.
    init(_ number: Int, of set: RecognizerSet) {
      let type = set.instances[number].type
      name = set.instances[number].name
      kind = type.kind.name
      owner = set.instances[number].owner
      isPublic = set.instances[number].isPublic
      numberOfTouches = set.instances[number].numberOfTouches
      region = set.instances[number].properties.region ?? SubscriptionScope.rootName
      tellsPlaces =
        region != SubscriptionScope.rootName || !set.instances[number].properties.ignoredRegions.isEmpty
        || type.kind.tellsPlaces
      watchesHover = type.watchesHover
      involvesOwner = !set.instances[number].asks.isEmpty || type.kind == CustomRecognizer.kind
    }
  }

  /// The name of the region of recognizers that name no region.
  static let rootName = "root"

  /// The recognizers, by their numbers. Removed recognizers remain until others take their numbers.
  private(set) var recognizers: [Recognizer] = []
  /// The touchscreens.
  private(set) var devices: [Device] = []
  /// The users of the clients, by the clients' numbers. A client that is gone remains until its declarations are
  /// removed.
  package private(set) var users: [Int: UInt32] = [:]
  /// The actions that recognizers send, by the recognizers' numbers.
  package private(set) var actions: [Int: RecognizerAction] = [:]
  /// How often a thing has come, gone or changed.
  private(set) var version = 0
  /// The recognizers for one finger, and those that watch hovering pens.
  private(set) var singleFinger = NumberMask()

  /// The recognizers whose work alone would reveal private input (X8).
  ///
  /// Recognizers of a region or an edge, and those that ignore regions, would reveal by firing where a finger is, whatever
  /// their owner. Clients' single-finger recognizers would show in processor time and in numbers.
  var revealing: NumberMask {
    NumberMask(
      recognizers.indices.filter { number in
        recognizers[number].tellsPlaces
          || recognizers[number].owner != RegionTree.configuration && singleFinger.contains(number)
      })
  }

  /// Sets the recognizers.
  ///
  /// - Returns: the recognizers that filters may match differently now.
  @discardableResult
  mutating func setRecognizers(_ set: RecognizerSet) -> RecognizerChange {
    let old = recognizers
    recognizers = set.instances.indices.map { Recognizer($0, of: set) }
    actions = [:]
    for number in set.instances.indices { actions[number] = RecognizerAction(number, of: set) }
    version += 1
    defer { findSingleFingers() }
    var change = RecognizerChange()
    var places: [RecognizerChange.Kinship: Int] = [:]
    for number in recognizers.indices
    where !old.indices.contains(number) || recognizers[number] != old[number] {
      let kinship = RecognizerChange.Kinship(
        owner: recognizers[number].owner, isPublic: recognizers[number].isPublic)
      let place = places[kinship] ?? change.groups.count
      if place == change.groups.count {
        places[kinship] = place
        change.groups.append(RecognizerChange.Group(kinship: kinship))
      }
      change.groups[place].numbers.append(number)
      change.groups[place].mask.insert(number)
      if recognizers[number].involvesOwner { change.involvedOwners.insert(recognizers[number].owner) }
    }
    return change
  }

  private mutating func findSingleFingers() {
    singleFinger = NumberMask(
      recognizers.indices.filter {
        recognizers[$0].numberOfTouches <= 1 || recognizers[$0].watchesHover
      })
  }

  /// Adds a touchscreen, or replaces its description.
  mutating func set(_ device: Device) {
    version += 1
    if let place = devices.firstIndex(where: { $0.number == device.number }) {
      devices[place] = device
    } else {
      devices.append(device)
    }
  }

  /// The recognizers that changed for filters, in groups by owner and visibility. A client sees all or none of a group,
  /// and most clients see none of another client's (H1).
  struct RecognizerChange {
    struct Kinship: Hashable {
      let owner: Int
      let isPublic: Bool
    }

    struct Group {
      let kinship: Kinship
      /// The numbers of the group's recognizers, in both forms.
      var numbers: [Int] = []
      var mask = NumberMask()
    }

    var groups: [Group] = []
    /// The owners that answer questions of these recognizers, or run them.
    var involvedOwners: Set<Int> = []
  }

  /// The changes for filters when a touchscreen gets other regions.
  struct RegionChange: Equatable {
    /// The numbers of the regions that are new or lie in others now, and of all regions inside them. Each comes after
    /// the region around it.
    var regions: [Int] = []
    /// The numbers of the recognizers whose regions have those names.
    var recognizers: [Int] = []
  }

  /// Sets the regions of a touchscreen. An unknown touchscreen is ignored.
  @discardableResult
  mutating func setRegions(of number: Int, _ regions: RegionTree) -> RegionChange {
    guard let place = devices.firstIndex(where: { $0.number == number }) else { return RegionChange() }
    let old = devices[place].regions.regions
    devices[place].regions = regions
    var change = RegionChange()
    var names: Set<String> = []
    var isChanged = Array(repeating: false, count: regions.regions.count)
    for number in devices[place].outermostFirst {
      let region = regions.regions[number]
      let isKept = old.indices.contains(number) && old[number].isFound(as: region)
      if isKept, !(region.parent.map { isChanged[$0] } ?? false) { continue }
      isChanged[number] = true
      change.regions.append(number)
      names.insert(region.name)
      if old.indices.contains(number) { names.insert(old[number].name) }
    }
    guard !names.isEmpty else { return change }
    version += 1
    change.recognizers = recognizers.indices.filter { names.contains(recognizers[$0].region) }
    return change
  }

  /// Whether a recognizer's region is on any touchscreen. A scene without places has no regions.
  func hasRegion(of recognizer: Int) -> Bool {
    let region = recognizers[recognizer].region
    return region == Self.rootName || devices.contains { $0.mapFromScreen(toRegion: region) != nil }
  }

  /// Removes a touchscreen.
  mutating func remove(device number: Int) {
    version += 1
    devices.removeAll { $0.number == number }
  }

  /// The owner of a touchscreen's region; the configuration for an unknown region.
  func owner(of region: Int, on device: Int) -> Int {
    for entry in devices where entry.number == device && entry.regions.regions.indices.contains(region) {
      return entry.regions.regions[region].owner
    }
    return RegionTree.configuration
  }

  /// The owner of a recognizer; the configuration for an unknown recognizer.
  func owner(ofRecognizer number: Int) -> Int {
    recognizers.indices.contains(number) ? recognizers[number].owner : RegionTree.configuration
  }

  mutating func add(client: Int, of user: UInt32) {
    users[client] = user
  }

  /// Forgets clients that are gone, with all their declarations.
  package mutating func forget(clients: Set<Int>) {
    for client in clients { users[client] = nil }
  }

  /// Whether a client may know a recognizer. It does not know another client's own recognizers, unless it inspects
  /// them.
  func isVisible(_ recognizer: Int, to client: Int, _ inspection: Inspection) -> Bool {
    isVisible(
      .init(owner: recognizers[recognizer].owner, isPublic: recognizers[recognizer].isPublic), to: client,
      inspection)
  }

  /// Whether a client may know the recognizers of an owner.
  func isVisible(_ kinship: RecognizerChange.Kinship, to client: Int, _ inspection: Inspection) -> Bool {
    kinship.owner == RegionTree.configuration || kinship.owner == client || kinship.isPublic
      || isInspected(kinship.owner, inspection)
  }

  /// Whether an inspection includes an owner's declarations, with the owner's number.
  package func isInspected(_ owner: Int, _ inspection: Inspection) -> Bool {
    if inspection.isNone { return false }
    return users[owner].map(inspection.covers) ?? false
  }
}

extension Region {
  /// Whether filters treat two regions alike. Removal makes no difference, since lines may still name a removed region.
  fileprivate func isFound(as other: Region) -> Bool { name == other.name && parent == other.parent }
}

extension GestureKind {
  /// Whether a gesture of this kind reveals where a finger is.
  package var tellsPlaces: Bool { self == EdgePanRecognizer.kind }
}
