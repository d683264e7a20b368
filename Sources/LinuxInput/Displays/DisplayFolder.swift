import GestureCore
import LinuxEventLoop
import TouchInput

/// The displays that the kernel knows of, out of sysfs: `/sys/class/drm`. No device of the display is opened.
///
/// What the kernel tells only to who opens the display, a property named “panel orientation” for instance, is not
/// known here.
public struct DisplayFolder: Sendable {
  /// Where the kernel tells of its displays.
  public static let standardPath = "/sys/class/drm"

  /// More connectors than any machine has.
  private static let maximumConnectors = 256
  private static let maximumFileBytes = 65_536
  private static let maximumPixels = 65_535

  private let path: String

  /// The folder at a path.
  public init(path: String = standardPath) {
    self.path = path
  }

  /// The displays that are connected, by their connectors' names; none where there is no such folder.
  ///
  /// A few small files a connector are read, of what the kernel noted when the display was connected. Called when
  /// something was plugged in, never between frames.
  public var displays: [Display] {
    var displays: [Display] = []
    for entry in directoryEntries(path, maximum: Self.maximumConnectors) {
      guard let connector = Self.connector(ofEntry: entry) else { continue }
      let folder = "\(path)/\(entry)"
      guard words(folder + "/status").first == "connected" else { continue }
      let mode = words(folder + "/modes").first.flatMap(Self.pixels)
      let identification = DisplayIdentification(bytes(folder + "/edid"))
      displays.append(
        Display(connector: connector, facts: DisplayFacts(size: identification.size, pixels: mode)))
    }
    return displays.sorted { $0.connector < $1.connector }
  }

  /// `HDMI-A-1` of `card0-HDMI-A-1`; nil for what is no connector.
  private static func connector(ofEntry entry: String) -> String? {
    guard let dash = entry.firstIndex(of: "-"), entry.hasPrefix("card") else { return nil }
    let number = entry[..<dash].dropFirst("card".count)
    let connector = entry[dash...].dropFirst()
    guard !number.isEmpty, number.utf8.allSatisfy(isDigit), !connector.isEmpty else { return nil }
    return String(connector)
  }

  /// Width and height of `1920x1080`, also of `1920x1080i`.
  private static func pixels(ofMode mode: Substring) -> Size? {
    let sides = mode.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false).map { side in
      Int(side.prefix { $0.utf8.allSatisfy(isDigit) }) ?? 0
    }
    guard sides.count == 2, sides.allSatisfy((1...maximumPixels).contains) else { return nil }
    return Size(Double(sides[0]), Double(sides[1]))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The lines of a file; none where it cannot be read: what is not known of a display is nothing to fail for.
  private func words(_ path: String) -> [Substring] {
    String(decoding: bytes(path), as: UTF8.self).split(separator: "\n").map { $0.prefix { $0 != " " } }
  }

  private func bytes(_ path: String) -> [UInt8] {
    (try? BoundedFile.read(path, maximumBytes: Self.maximumFileBytes)) ?? []
  }
}
