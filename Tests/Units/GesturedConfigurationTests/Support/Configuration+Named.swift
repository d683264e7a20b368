import GestureCore
import GesturedConfiguration
import TouchInput

extension Configuration {
  /// The settings of a device of which only the name is known.
  func settings(named name: String) -> DeviceSettings? {
    settings(for: DeviceIdentity(of: DeviceDescription(name: name)))
  }

  /// The filters of such a device.
  func filters(named name: String) -> FilterSettings {
    filters(settings(named: name), on: ScreenNames(device: name))
  }
}
