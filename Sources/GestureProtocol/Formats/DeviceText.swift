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
  private var names: [String] = []
  /// `,"window":"window"`, by the numbers of all regions.
  private var windows: [Fragment] = []
  /// The length of the longest of them.
  private(set) var longestRegion = 0

  /// The texts of a device with regions of these names.
  init(number: Int, regions names: [String]) {
    self.number = number
    setRegions(names)
  }

  /// Takes over the names of its regions, by their numbers; the texts of those that stay as they are stay too.
  mutating func setRegions(_ names: [String]) {
    let known = min(names.count, self.names.count)
    regions.removeLast(regions.count - known)
    windows.removeLast(windows.count - known)
    for (number, name) in names.enumerated() where number >= known || self.names[number] != name {
      let escaped = escapedBytes(of: name)
      let region = Fragment(Array(#","region":""#.utf8) + escaped + [UInt8(ascii: "\"")])
      let window = Fragment(Array(#","window":""#.utf8) + escaped + [UInt8(ascii: "\"")])
      if number < known {
        regions[number] = region
        windows[number] = window
      } else {
        regions.append(region)
        windows.append(window)
      }
    }
    self.names = names
    longestRegion = regions.reduce(0) { max($0, $1.length) }
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
