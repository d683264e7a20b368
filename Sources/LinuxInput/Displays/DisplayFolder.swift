/// The displays that the kernel lists in sysfs: `/sys/class/drm`. No device of the display is opened.
///
/// Some facts need an open display, such as its property “panel orientation”; they stay unknown. The first program that
/// opens a display becomes its master, and a compositor that starts later could not.
public struct DisplayFolder: Sendable {
  /// The kernel's folder of displays.
  public static let standardPath = "/sys/class/drm"

  /// More connectors than any machine has.
  private static let maximumConnectors = 256

  private let path: String

  /// The folder at a path.
  public init(path: String = standardPath) {
    self.path = path
  }

  /// The connected displays, sorted by connector name; empty where the folder is missing.
  ///
  /// Reads all connectors at once: for the start, before there are frames.
  public var displays: [Display] {
    var reading = beginReading()
    while reading.readNext() {}
    return reading.displays
  }

  /// Begins to read the displays, one connector at a time.
  public func beginReading() -> DisplayReading {
    DisplayReading(path: path, entries: directoryEntries(path, maximum: Self.maximumConnectors))
  }
}
