/// The displays that the kernel knows of, out of sysfs: `/sys/class/drm`. No device of the display is opened.
///
/// What the kernel tells only to who opens the display, a property named “panel orientation” for instance, is not
/// known here: who opens a display first becomes its master, which a compositor that comes later then is not.
public struct DisplayFolder: Sendable {
  /// Where the kernel tells of its displays.
  public static let standardPath = "/sys/class/drm"

  /// More connectors than any machine has.
  private static let maximumConnectors = 256

  private let path: String

  /// The folder at a path.
  public init(path: String = standardPath) {
    self.path = path
  }

  /// The displays that are connected, by their connectors' names; none where there is no such folder.
  ///
  /// Reads all at once: at the start, before there are frames.
  public var displays: [Display] {
    var reading = beginReading()
    while reading.readNext() {}
    return reading.displays
  }

  /// Begins to read them, a connector at a time.
  public func beginReading() -> DisplayReading {
    DisplayReading(path: path, entries: directoryEntries(path, maximum: Self.maximumConnectors))
  }
}
