public import GestureCore
public import TouchInput

/// The author's settings for devices: one `[device.NAME]` table.
public struct DeviceSettings: Hashable, Sendable {
  /// The author's name for the table.
  public var name: String
  /// The devices that the table selects.
  public var match: DeviceMatch
  /// The size of the touch surface where the device claims none or a wrong one; nil to believe the device.
  public var size: Size?
  /// The ranges of its axes where the device declares wrong ones (TCH-39).
  public var ranges = StatedRanges()
  /// The pixels of the picture across and down; nil where the display may provide them.
  public var pixels: Size?
  /// Whether the daemon ignores such devices; nil where udev may decide.
  public var isIgnored: Bool?
  /// Whether the device may be a touchpad.
  public var scope: DeviceScope
  /// Whether the device is read as a touchpad, whatever it claims to be (PAD-1).
  public var isTouchpad: Bool { scope == .touchpadsToo }
  /// The region that the whole touchpad stands for; nil for the whole screen (PAD-1).
  public var mapRegion: String?
  /// Whether the device is a remote control, whose keys are presses (PRS-2).
  public var isRemote = false
  /// Whether the device's pressure axis counts although it claims no resolution (TCH-22).
  public var trustsPressure: Bool
  /// The map from the reported to the true position of a touch (DMN-11); nil where none is set.
  public var calibration: AffineTransform?
  /// The rotation against the picture (DMN-11); nil where none is set.
  public var rotation: PanelPlacement.Rotation?
  /// The connector of the display under the panel; nil where other sources may name it.
  public var output: String?
  /// The seat of the device; nil where udev may name it.
  public var seat: String?
  /// The filters between the device's frames and its touches.
  public var filters: FilterSettings
  /// The options that turn its contacts into touches, where they differ from `[touch]`; nil where they do not.
  public var touch: TouchSettings?
  /// How the device is filtered, where that differs from `[filter]`; nil where it does not.
  public var touchFilter: TouchFilter?
  /// Whether the device's own table says if the device is filtered. If not, `[filter]` says so (FLT-97).
  public var saysFiltered = false
  /// All options of the recognizers that differ on the device, by the recognizers' names.
  public var recognizers: [String: OptionTable] = [:]

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
