import TouchInput

extension DeviceClass {
  /// The properties that udev's builtin `input_id` or a user's rule sets.
  static let udevProperties: [(name: String, flag: DeviceClass)] = [
    ("ID_INPUT_TOUCHSCREEN", .touchscreen),
    ("ID_INPUT_TOUCHPAD", .touchpad),
    ("ID_INPUT_TABLET", .tablet),
    ("ID_INPUT_ACCELEROMETER", .accelerometer),
  ]

  /// The class that udev's properties give a device. A rule revokes a flag with an empty value or 0; libinput reads it
  /// the same way.
  init(udevProperties properties: [String: String]) {
    self = []
    for (name, flag) in Self.udevProperties {
      if let value = properties[name], !value.isEmpty, value != "0" { insert(flag) }
    }
  }
}
