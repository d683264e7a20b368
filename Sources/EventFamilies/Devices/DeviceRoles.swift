public import TouchInput

/// What a device is good for besides touch: a headset's jack may be several at once.
public struct DeviceRoles: OptionSet, Hashable, Sendable {
  /// A bit a role.
  public let rawValue: UInt8

  /// Roles as bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// It measures acceleration.
  public static let motion = DeviceRoles(rawValue: 1 << 0)
  /// It has media keys, or a headset's button.
  public static let remote = DeviceRoles(rawValue: 1 << 1)
  /// It is a remote control whose keys are presses, because the configuration says so (PRS-2).
  public static let presses = DeviceRoles(rawValue: 1 << 2)
  /// It has jacks.
  public static let jack = DeviceRoles(rawValue: 1 << 3)

  /// What a device is good for, by what it declares before it is opened.
  ///
  /// One with letter or digit keys is good for nothing: it may be a keyboard, and is never opened. Nor is a device that
  /// is read for its touches.
  ///
  /// - Parameters:
  ///   - device: as sysfs describes it.
  ///   - isAccelerometer: whether udev calls it one.
  ///   - isRemote: whether the configuration says that it is a remote control.
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
