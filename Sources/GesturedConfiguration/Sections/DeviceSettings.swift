public import GestureCore
public import TouchInput

/// What the author says of devices: one `[device.NAME]` table.
public struct DeviceSettings: Hashable, Sendable {
  /// The author's name for the table.
  public var name: String
  /// The devices it speaks of.
  public var match: DeviceMatch
  /// The size of the touch surface where the device claims none or a wrong one; nil to believe the device.
  public var size: Size?
  /// How many pixels the picture has across and down; nil where the display may say it.
  public var pixels: Size?
  /// Whether the daemon leaves such devices alone; nil where udev may decide.
  public var isIgnored: Bool?
  /// Whether it may be a touchpad.
  public var scope: DeviceScope
  /// Whether it is a remote control, whose keys are presses (PRS-2).
  public var isRemote = false
  /// Whether its pressure axis measures pressure although it claims no resolution (TCH-22).
  public var trustsPressure: Bool
  /// Where a touch is, from where it is reported (DMN-11); nil where nothing is said.
  public var calibration: AffineTransform?
  /// How far it is turned against the picture (DMN-11); nil where nothing is said.
  public var rotation: PanelPlacement.Rotation?
  /// The connector of the display under it; nil where others may say it.
  public var output: String?
  /// The seat it belongs to; nil where udev may say it.
  public var seat: String?
  /// What its frames go through before they become touches.
  public var filters: FilterSettings
  /// How its contacts become touches, where that is not as `[touch]` says; nil where it is.
  public var touch: TouchSettings?
  /// All options of the recognizers that are otherwise on it, by their names.
  public var recognizers: [String: OptionTable] = [:]

  /// Settings.
  public init(
    name: String, match: DeviceMatch, size: Size? = nil, pixels: Size? = nil, isIgnored: Bool? = nil,
    scope: DeviceScope = .touchscreens, trustsPressure: Bool = false, calibration: AffineTransform? = nil,
    rotation: PanelPlacement.Rotation? = nil, output: String? = nil, seat: String? = nil,
    filters: FilterSettings = FilterSettings()
  ) {
    self.name = name
    self.match = match
    self.size = size
    self.pixels = pixels
    self.isIgnored = isIgnored
    self.scope = scope
    self.trustsPressure = trustsPressure
    self.calibration = calibration
    self.rotation = rotation
    self.output = output
    self.seat = seat
    self.filters = filters
  }
}
