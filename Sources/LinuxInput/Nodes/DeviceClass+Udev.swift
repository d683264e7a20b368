import TouchInput

extension DeviceClass {
  /// The properties that udev's builtin `input_id`, or a user's rule, sets.
  static let udevProperties: [(name: String, flag: DeviceClass)] = [
    ("ID_INPUT_TOUCHSCREEN", .touchscreen),
    ("ID_INPUT_TOUCHPAD", .touchpad),
    ("ID_INPUT_TABLET", .tablet),
    ("ID_INPUT_ACCELEROMETER", .accelerometer),
  ]

  /// What udev's properties call a device. A rule takes a flag back by an empty value or 0, as libinput reads
  /// it too.
  init(udevProperties properties: [String: String]) {
    self = []
    for (name, flag) in Self.udevProperties {
      if let value = properties[name], !value.isEmpty, value != "0" { insert(flag) }
    }
  }
}
