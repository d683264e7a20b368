import GestureCore

/// What is written of a device, and what its lengths are turned into other units with.
struct DeviceText: Sendable {
  /// Its number.
  var number: Int
  /// Its extent in mm; nothing while nobody has said.
  var size = Size(0, 0)
  /// How many pixels it has across and down; nil where nobody knows.
  var pixels: Size?
  /// `,"region":"root"`, by the regions' numbers.
  private var regions: [Fragment] = []
  /// `,"window":"window"`, by the numbers of all regions.
  private var windows: [Fragment] = []
  /// The length of the longest of them.
  private(set) var longestRegion = 0

  /// The texts of a device with regions of these names.
  init(number: Int, regions names: [String]) {
    self.number = number
    setRegions(names)
  }

  /// Takes over the names of its regions, by their numbers.
  mutating func setRegions(_ names: [String]) {
    let escaped = names.map(escapedBytes)
    regions = escaped.map { Fragment(Array(#","region":""#.utf8) + $0 + [UInt8(ascii: "\"")]) }
    windows = escaped.map { Fragment(Array(#","window":""#.utf8) + $0 + [UInt8(ascii: "\"")]) }
    longestRegion = regions.map(\.length).max() ?? 0
  }

  /// `,"region":"root"`; nothing for a region that nobody has named.
  func region(_ number: Int) -> Fragment {
    regions.indices.contains(number) ? regions[number] : Self.nothing
  }

  /// `,"window":"window"`; nothing for a window that nobody has named.
  func window(_ number: Int) -> Fragment {
    windows.indices.contains(number) ? windows[number] : Self.nothing
  }

  private static let nothing = Fragment("")
}
