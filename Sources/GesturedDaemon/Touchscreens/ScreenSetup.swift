import GestureCore
import GesturedConfiguration

/// What is settled of a touchscreen besides its panel.
struct ScreenSetup: Hashable {
  /// What it is called.
  var names: ScreenNames
  /// What tells it from another one of its name, wherever its node is: the numbers of the device and where it is plugged in;
  /// nil where nothing tells.
  var port: String?
  /// How many pixels the picture over it has across and down; nil where nobody knows.
  var pixels: Size?
  /// The connector of the display under it; nil where nobody knows.
  var output: String?
  /// The seat it belongs to.
  var seat = Self.defaultSeat
  /// How its contacts become touches.
  var touch: TouchSettings
  /// What its frames go through before.
  var filters = FilterSettings()
  /// All options of the recognizers that are otherwise on it, by their names.
  var recognizers: [String: OptionTable] = [:]

  /// The seat of devices that were not assigned to another, by systemd's convention.
  static let defaultSeat = "seat0"

  /// Whether it differs from another one only in what can change while the touchscreen is read.
  func isAlike(_ other: ScreenSetup) -> Bool {
    var same = other
    same.pixels = pixels
    same.output = output
    same.seat = seat
    return same == self
  }
}

extension ScreenSetup {
  /// The setup of a touchscreen of these names, by what the configuration says of it.
  init(_ names: ScreenNames, _ settings: DeviceSettings?, _ configuration: Configuration) {
    self.init(
      names: names, pixels: settings?.pixels, output: settings?.output,
      seat: settings?.seat ?? Self.defaultSeat, touch: settings?.touch ?? configuration.touch,
      filters: configuration.filters(settings, on: names), recognizers: settings?.recognizers ?? [:])
    // Said by who watches, not by the file.
    touch.isUnconditional = configuration.touch.isUnconditional
  }
}
