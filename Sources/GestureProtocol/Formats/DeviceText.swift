import GestureCore

/// The prepared texts of a device, and the sizes that convert its lengths into other units.
struct DeviceText: Sendable {
  /// The device's number.
  var number: Int
  /// The extent in mm; zero until `setGeometry` sets it.
  var size = Size(0, 0)
  /// The pixels across and down; nil where they are unknown.
  var pixels: Size?
  /// `,"region":"root"` for each region, by the regions' numbers.
  private var regions: [Fragment] = []
  private var names: [String] = []
  /// `,"window":"window"` for each region, by the regions' numbers.
  private var windows: [Fragment] = []
  /// The window of each region, by the regions' numbers; empty where lines of touches do not name windows (TFW-1).
  var windowNumbers: [Int] = []
  /// The maps from the screen into the regions that forms name, by their numbers from 1. A form of another number
  /// has no places.
  var references: [AffineTransform] = []
  /// `,"responder":"controller:login"` for each region with a controller, by the regions' numbers.
  private var controllers: [Int: Fragment] = [:]
  /// The words for the kinds of the regions, by the regions' names, without those of views.
  var regionKinds: [String: String] = [:]
  /// The length of the longest text in `regions`.
  private(set) var longestRegion = 0

  /// The texts of a device with regions of some names.
  init(number: Int, regions names: [String]) {
    self.number = number
    setRegions(names)
  }

  /// Sets the names of the device's regions, by their numbers. Texts of unchanged names are kept.
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

  /// Sets the tags of the regions' controllers, by the regions' numbers.
  mutating func setControllers(_ tags: [String?]) {
    controllers = [:]
    for (number, tag) in tags.enumerated() {
      guard let tag else { continue }
      let name = escapedBytes(of: ResponderName.controller(tag).text)
      controllers[number] = Fragment(Array(#","responder":""#.utf8) + name + [UInt8(ascii: "\"")])
    }
  }

  /// `,"responder":"controller:login"`, the controller or the application after a region.
  func responder(after region: Int) -> Fragment { controllers[region] ?? Self.application }

  private static let application = Fragment(#","responder":"application""#)

  /// `,"region":"root"`; empty for an unknown region.
  func region(_ number: Int) -> Fragment {
    regions.indices.contains(number) ? regions[number] : Self.nothing
  }

  /// `,"asked_region":"panel"`; empty for an unknown region. Not for the hot path.
  func askedRegion(_ number: Int) -> Fragment {
    guard names.indices.contains(number) else { return Self.nothing }
    return Fragment(
      Array(#","asked_region":""#.utf8) + escapedBytes(of: names[number]) + [UInt8(ascii: "\"")])
  }

  /// `,"window":"window"`; empty for an unknown window.
  func window(_ number: Int) -> Fragment {
    windows.indices.contains(number) ? windows[number] : Self.nothing
  }

  /// The number of a region's window; nil where lines do not name windows, and for an unknown region.
  func toldWindow(of region: Int) -> Int? {
    windowNumbers.indices.contains(region) ? windowNumbers[region] : nil
  }

  private static let nothing = Fragment("")
}
