import GestureCore
import GestureProtocol

/// What there is for filters to speak of: recognizers, touchscreens and their regions.
///
/// Filters name things that need not be there yet; whenever something comes or goes they are looked up anew, so that
/// a line is matched by numbers alone.
struct SubscriptionScope {
  /// A touchscreen.
  struct Device {
    /// Its number on the wire.
    let number: Int
    /// What it calls itself, and what its table is called.
    var names: [String]
    /// Its regions.
    var regions: RegionTree {
      didSet {
        numbers = Self.numbersByName(of: regions)
        outermostFirst = Self.outermostFirst(of: regions)
      }
    }
    /// The numbers of the regions of each name, those removed included, since lines may still speak of them.
    private var numbers: [String: [Int]]
    /// The numbers of all regions, each after what it lies in: one pass finds what lies in others, however deep (H1).
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

    /// Whether a client means it.
    func isMeant(by reference: DeviceReference) -> Bool {
      switch reference {
      case .number(let number): number == self.number
      case .name(let name): names.contains(name)
      }
    }

    /// The numbers of the regions of some names.
    func numbers(of names: [String]) -> NumberMask {
      NumberMask(names.flatMap { numbers[$0] ?? [] })
    }

    /// The numbers of some regions and of all that lie in them.
    func numbers(within outer: NumberMask) -> NumberMask {
      var inner = outer
      for number in outermostFirst where !inner.contains(number) {
        if let parent = regions.regions[number].parent, inner.contains(parent) { inner.insert(number) }
      }
      return inner
    }

    /// Whether a region of a name is among some by their numbers.
    func hasRegion(named name: String, in mask: NumberMask) -> Bool {
      numbers[name]?.contains(where: mask.contains) ?? false
    }
  }

  /// What filters ask of a recognizer: looked at for each filter of each client whenever recognizers are declared, and so
  /// without all else that a recognizer has (H1).
  struct Recognizer: Equatable {
    let name: String
    let kind: String
    let owner: Int
    let isPublic: Bool
    let numberOfTouches: Int
    /// The name of the region that it belongs to.
    let region: String
    /// Whether it leaves regions out.
    let ignoresRegions: Bool
    let watchesHover: Bool
    /// Whether its owner is asked while it works, or runs it.
    let involvesOwner: Bool

    /// The one of a number. It takes the set, not the instance: a copy of an instance counts dozens of references.
    init(_ number: Int, of set: RecognizerSet) {
      let type = set.instances[number].type
      name = set.instances[number].name
      kind = type.kind.name
      owner = set.instances[number].owner
      isPublic = set.instances[number].isPublic
      numberOfTouches = set.instances[number].numberOfTouches
      region = set.instances[number].properties.region ?? SubscriptionScope.rootName
      ignoresRegions = !set.instances[number].properties.ignoredRegions.isEmpty
      watchesHover = type.watchesHover
      involvesOwner = !set.instances[number].asks.isEmpty || type.kind == CustomRecognizer.kind
    }
  }

  /// The name of the region that recognizers belong to which name none.
  static let rootName = "root"

  /// The recognizers, by their numbers; those removed are there until others have their numbers.
  private(set) var recognizers: [Recognizer] = []
  /// The touchscreens.
  private(set) var devices: [Device] = []
  /// Whom the clients run as, by their numbers: those that are gone too, until what they declared is.
  private(set) var users: [Int: UInt32] = [:]
  /// How often something came, went or changed.
  private(set) var version = 0
  /// The recognizers for one finger, and those that watch what hovers.
  private(set) var singleFinger = NumberMask()

  /// The recognizers whose mere work would tell what is nobody's business (X8): those of a region, and those that leave
  /// regions out, whosever they are, since that they fire says where; and those of clients for one finger, since work
  /// takes time and numbers.
  var revealing: NumberMask {
    NumberMask(
      recognizers.indices.filter { number in
        recognizers[number].region != Self.rootName || recognizers[number].ignoresRegions
          || recognizers[number].owner != RegionTree.configuration && singleFinger.contains(number)
      })
  }

  /// Takes over the recognizers.
  ///
  /// - Returns: those of which a filter may think otherwise now.
  @discardableResult
  mutating func setRecognizers(_ set: RecognizerSet) -> RecognizerChange {
    let old = recognizers
    recognizers = set.instances.indices.map { Recognizer($0, of: set) }
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

  /// Takes over a touchscreen that came, or what it is now.
  mutating func set(_ device: Device) {
    version += 1
    if let place = devices.firstIndex(where: { $0.number == device.number }) {
      devices[place] = device
    } else {
      devices.append(device)
    }
  }

  /// Which recognizers are others now, as far as filters are concerned: in groups of which a client knows all or none, since
  /// most clients know none of another's (H1).
  struct RecognizerChange {
    struct Kinship: Hashable {
      let owner: Int
      let isPublic: Bool
    }

    struct Group {
      let kinship: Kinship
      /// The numbers of its recognizers, in both forms.
      var numbers: [Int] = []
      var mask = NumberMask()
    }

    var groups: [Group] = []
    /// Who is asked while one of them works, or runs one of them.
    var involvedOwners: Set<Int> = []
  }

  /// What changed when a touchscreen took other regions over, as far as filters are concerned.
  struct RegionChange: Equatable {
    /// The numbers of the regions that came or lie in others now, and of all that lie in these: each after what it lies in.
    var regions: [Int] = []
    /// The numbers of the recognizers that are known by the names of those.
    var recognizers: [Int] = []
  }

  /// Takes over the regions of a touchscreen; one that is not there is passed over.
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

  /// Forgets a touchscreen that went.
  mutating func remove(device number: Int) {
    version += 1
    devices.removeAll { $0.number == number }
  }

  /// Whose a region of a touchscreen is; the configuration's where nobody knows it.
  func owner(of region: Int, on device: Int) -> Int {
    for entry in devices where entry.number == device && entry.regions.regions.indices.contains(region) {
      return entry.regions.regions[region].owner
    }
    return RegionTree.configuration
  }

  /// Whose a recognizer is; the configuration's where nobody knows it.
  func owner(ofRecognizer number: Int) -> Int {
    recognizers.indices.contains(number) ? recognizers[number].owner : RegionTree.configuration
  }

  /// Takes in a client that came.
  mutating func add(client: Int, of user: UInt32) {
    users[client] = user
  }

  /// Forgets clients that are gone, with all that they declared.
  mutating func forget(clients: Set<Int>) {
    for client in clients { users[client] = nil }
  }

  /// Whether a client is told of a recognizer at all: another client's own are not its matter, unless it inspects them.
  func isVisible(_ recognizer: Int, to client: Int, _ inspection: Inspection) -> Bool {
    isVisible(
      .init(owner: recognizers[recognizer].owner, isPublic: recognizers[recognizer].isPublic), to: client,
      inspection)
  }

  /// Whether a client is told of recognizers of an owner at all.
  func isVisible(_ kinship: RecognizerChange.Kinship, to client: Int, _ inspection: Inspection) -> Bool {
    kinship.owner == RegionTree.configuration || kinship.owner == client || kinship.isPublic
      || isInspected(kinship.owner, inspection)
  }

  /// Whether who inspects is told what an owner has declared, and that it was this owner.
  func isInspected(_ owner: Int, _ inspection: Inspection) -> Bool {
    if inspection.isNone { return false }
    return users[owner].map(inspection.covers) ?? false
  }
}

extension Region {
  /// Whether a name finds it as it finds another. One that was removed is found as before, since lines may still speak of it.
  fileprivate func isFound(as other: Region) -> Bool { name == other.name && parent == other.parent }
}
