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
      didSet { numbers = Self.numbersByName(of: regions) }
    }
    /// The numbers of the regions of each name, those removed included, since lines may still speak of them.
    private var numbers: [String: [Int]]

    init(number: Int, names: [String], regions: RegionTree) {
      self.number = number
      self.names = names
      self.regions = regions
      numbers = Self.numbersByName(of: regions)
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
      NumberMask(
        regions.regions.indices.filter { inner in
          var region: Int? = inner
          while let number = region {
            if outer.contains(number) { return true }
            region = regions.regions[number].parent
          }
          return false
        })
    }
  }

  /// The name of the region that recognizers belong to which name none.
  static let rootName = "root"

  /// The recognizers, by their numbers; those removed are there until others have their numbers.
  private(set) var recognizers: [RecognizerInstance] = []
  /// The touchscreens.
  private(set) var devices: [Device] = []
  /// The recognizers for one finger, and those that watch what hovers.
  private(set) var singleFinger = NumberMask()

  /// The recognizers whose mere work would tell what is nobody's business (X8): those of a region, and those that leave
  /// regions out, whosever they are, since that they fire says where; and those of clients for one finger, since work
  /// takes time and numbers.
  var revealing: NumberMask {
    NumberMask(
      recognizers.indices.filter { number in
        let instance = recognizers[number]
        return instance.properties.region ?? Self.rootName != Self.rootName
          || !instance.properties.ignoredRegions.isEmpty
          || instance.owner != RegionTree.configuration && singleFinger.contains(number)
      })
  }

  /// Takes over the recognizers.
  ///
  /// - Returns: the numbers of those of which a filter may think otherwise now.
  @discardableResult
  mutating func setRecognizers(_ set: RecognizerSet) -> [Int] {
    let old = recognizers
    recognizers = set.instances
    defer { findSingleFingers() }
    return recognizers.indices.filter { !old.indices.contains($0) || !recognizers[$0].isHeard(as: old[$0]) }
  }

  private mutating func findSingleFingers() {
    singleFinger = NumberMask(
      recognizers.indices.filter {
        recognizers[$0].numberOfTouches <= 1 || recognizers[$0].type.watchesHover
      })
  }

  /// Takes over a touchscreen that came, or what it is now.
  mutating func set(_ device: Device) {
    if let place = devices.firstIndex(where: { $0.number == device.number }) {
      devices[place] = device
    } else {
      devices.append(device)
    }
  }

  /// Takes over the regions of a touchscreen; one that is not there is passed over.
  ///
  /// - Returns: the names of the regions that came, went or lie in others now, and of all that these lie in or lay in:
  ///   only who names one of them is concerned.
  @discardableResult
  mutating func setRegions(of number: Int, _ regions: RegionTree) -> Set<String> {
    guard let place = devices.firstIndex(where: { $0.number == number }) else { return [] }
    let old = devices[place].regions.regions
    var touched: Set<String> = []
    for number in 0..<max(old.count, regions.regions.count) {
      let (before, after) = (old.indices.contains(number), regions.regions.indices.contains(number))
      if before, after, old[number].isFound(as: regions.regions[number]) { continue }
      if before { devices[place].regions.insertNames(from: number, into: &touched) }
      if after { regions.insertNames(from: number, into: &touched) }
    }
    devices[place].regions = regions
    return touched
  }

  /// Forgets a touchscreen that went.
  mutating func remove(device number: Int) {
    devices.removeAll { $0.number == number }
  }

  /// Whose a region of a touchscreen is; the configuration's where nobody knows it.
  func owner(of region: Int, on device: Int) -> Int {
    for entry in devices where entry.number == device && entry.regions.regions.indices.contains(region) {
      return entry.regions.regions[region].owner
    }
    return RegionTree.configuration
  }

  /// Whether a client is told of a recognizer at all: another client's own are not its matter.
  func isVisible(_ recognizer: Int, to client: Int) -> Bool {
    let instance = recognizers[recognizer]
    return instance.owner == RegionTree.configuration || instance.owner == client || instance.isPublic
  }
}

extension RecognizerInstance {
  /// Whether filters think the same of it as of another.
  fileprivate func isHeard(as other: RecognizerInstance) -> Bool {
    owner == other.owner && isPublic == other.isPublic && numberOfTouches == other.numberOfTouches
      && kind == other.kind && name == other.name && properties.region == other.properties.region
  }
}

extension Region {
  /// Whether a name finds it as it finds another.
  fileprivate func isFound(as other: Region) -> Bool {
    name == other.name && parent == other.parent && isRemoved == other.isRemoved
  }
}

extension RegionTree {
  /// Adds the names of a region and of all that it lies in.
  fileprivate func insertNames(from number: Int, into names: inout Set<String>) {
    var region: Int? = number
    while let number = region {
      names.insert(regions[number].name)
      region = regions[number].parent
    }
  }
}
