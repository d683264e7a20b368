public import GestureCore
public import TouchInput

/// What the author says of devices: one `[device.NAME]` table.
public struct DeviceSettings: Hashable, Sendable {
  /// The author's name for the table.
  public var name: String
  /// The devices it speaks of, by the name that the kernel gives them.
  public var pattern: DeviceNamePattern
  /// The size of the touch surface where the device claims none or a wrong one; nil to believe the device.
  public var size: Size?
  /// How many pixels the screen has across and down; nil where nobody said.
  public var pixels: Size?
  /// Whether the daemon leaves such devices alone.
  public var isIgnored: Bool
  /// Whether its pressure axis measures pressure although it claims no resolution (TCH-22).
  public var trustsPressure: Bool
  /// How it lies under the picture (DMN-11).
  public var placement: PanelPlacement
  /// What its frames go through before they become touches.
  public var filters: FilterSettings

  /// Settings.
  public init(
    name: String, pattern: DeviceNamePattern, size: Size? = nil, pixels: Size? = nil, isIgnored: Bool = false,
    trustsPressure: Bool = false, placement: PanelPlacement = .upright,
    filters: FilterSettings = FilterSettings()
  ) {
    self.name = name
    self.pattern = pattern
    self.size = size
    self.pixels = pixels
    self.isIgnored = isIgnored
    self.trustsPressure = trustsPressure
    self.placement = placement
    self.filters = filters
  }
}
