import GestureCore
import GesturedConfiguration

/// A touchscreen's setup apart from its panel.
package struct ScreenSetup: Hashable {
  /// The touchscreen's names.
  var names: ScreenNames
  /// Distinguishes the touchscreen from others of its name, whatever its node: the device's numbers and its port. Nil
  /// where these are unknown.
  var port: String?
  /// The width and height in pixels of the picture over the touchscreen; nil where they are unknown.
  package var pixels: Size?
  /// The connector of the display under the touchscreen; nil where it is unknown.
  var output: String?
  /// The seat that the touchscreen belongs to.
  var seat = Self.defaultSeat
  /// The region that the whole of a touchpad stands for; nil for the whole screen.
  var mapRegion: String?
  /// How contacts become touches.
  var touch: TouchSettings
  /// The filters that frames pass first.
  var filters = FilterSettings()
  /// The filter that gives an app the touches that no gesture wins; nil where the touchscreen is not filtered.
  var touchFilter: TouchFilter?
  /// All options of the recognizers that are set differently on this touchscreen, by the recognizers' names.
  var recognizers: [String: OptionTable] = [:]

  /// The seat of devices that are not assigned to another, by systemd's convention.
  static let defaultSeat = "seat0"

  /// Whether two setups differ at most in what can change while the touchscreen is read.
  func isAlike(_ other: ScreenSetup) -> Bool {
    var same = other
    same.pixels = pixels
    same.output = output
    same.seat = seat
    same.touchFilter = touchFilter
    return same == self
  }
}

extension ScreenSetup {
  /// Whether an app behind a filter gets the places that touches have after the device's filters, not the panel's own. Where
  /// filters hold both lifts and landings, a landing may come out when another finger is in its slot already.
  func placesContacts(_ filter: TouchFilter) -> Bool {
    filter.positions == .filtered || touch.debounce > .zero && filters.landingDelay > .zero
  }

  /// Whether two setups differ at most in the filter.
  func isOtherwise(_ other: ScreenSetup) -> Bool {
    var same = other
    same.touchFilter = touchFilter
    return same == self
  }

  /// Makes a touchscreen's setup from its names and the configuration.
  init(_ names: ScreenNames, _ settings: DeviceSettings?, _ configuration: Configuration) {
    self.init(
      names: names, pixels: settings?.pixels, output: settings?.output,
      seat: settings?.seat ?? Self.defaultSeat, mapRegion: settings?.mapRegion,
      touch: settings?.touch ?? configuration.touch,
      filters: configuration.filters(settings, on: names), recognizers: settings?.recognizers ?? [:])
    touchFilter = configuration.touchFilter(settings)
    // The command line decides this, not the file.
    touch.isUnconditional = configuration.touch.isUnconditional
  }
}
