public import TouchInput

/// The roles of a device apart from touch. A headset's jack may have several.
public struct DeviceRoles: OptionSet, Hashable, Sendable {
  /// One bit per role.
  public let rawValue: UInt8

  /// Roles as bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The device measures acceleration.
  public static let motion = DeviceRoles(rawValue: 1 << 0)
  /// The device has media keys, or a headset's button.
  public static let remote = DeviceRoles(rawValue: 1 << 1)
  /// The device is a remote control whose keys are presses, because the configuration says so (PRS-2).
  public static let presses = DeviceRoles(rawValue: 1 << 2)
  /// The device has jacks.
  public static let jack = DeviceRoles(rawValue: 1 << 3)

  /// Each role with its word in the log.
  private static let words: [(role: DeviceRoles, word: String)] = [
    (.motion, "motion"), (.remote, "media keys"), (.presses, "presses"), (.jack, "its jacks"),
  ]

  /// The roles as the log shows them: `motion, media keys`.
  public var text: String {
    Self.words.filter { contains($0.role) }.map(\.word).joined(separator: ", ")
  }

  /// The roles of a device, from its declaration before it is opened.
  ///
  /// A device with letter or digit keys has no role: it may be a keyboard, and is never opened. Callers exclude
  /// touchscreens.
  ///
  /// - Parameters:
  ///   - device: the description from sysfs.
  ///   - isAccelerometer: whether udev marks the device as an accelerometer.
  ///   - isRemote: whether the configuration marks the device as a remote control.
  public init(of device: DeviceDescription, isAccelerometer: Bool, isRemote: Bool) {
    self = []
    let keys = device.codes[EventCode.key] ?? CodeSet()
    let letters = EventCode.letterKeys + [EventCode.digitKeys]
    guard !letters.contains(where: keys.containsAny) else { return }
    let axes = device.codes[EventCode.absolute] ?? CodeSet()
    if isAccelerometer || device.properties.contains(EventCode.accelerometerProperty),
      MotionAssembler.axes.prefix(3).allSatisfy(axes.contains)
    {
      insert(.motion)
      return
    }
    let switches = device.codes[EventCode.switches] ?? CodeSet()
    let isJack = AudioPort.switches.contains { switches.contains($0.code) }
    if isJack { insert(.jack) }
    if isRemote, keys.containsAny(of: PressType.keys.keys) { insert(.presses) }
    if keys.containsAny(of: MediaKey.codes(isJack: isJack).codes) { insert(.remote) }
  }
}
