/// The class that udev gives a device: its ID_INPUT_… flags that concern touch.
///
/// Live, the flags come from udev, so that a user's own udev rule counts. A replay has no udev, and the same rules
/// derive the flags from the description.
public struct DeviceClass: OptionSet, Hashable, Sendable {
  /// A bit a flag.
  public let rawValue: UInt8

  /// Flags as bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// ID_INPUT_TOUCHSCREEN
  public static let touchscreen = DeviceClass(rawValue: 1 << 0)
  /// ID_INPUT_TOUCHPAD
  public static let touchpad = DeviceClass(rawValue: 1 << 1)
  /// ID_INPUT_TABLET: a pen
  public static let tablet = DeviceClass(rawValue: 1 << 2)
  /// ID_INPUT_ACCELEROMETER
  public static let accelerometer = DeviceClass(rawValue: 1 << 3)

  /// The flags that udev would give a device of this description, by the rules of udev's builtin `input_id`.
  public init(of device: DeviceDescription) {
    let keys = device.codes[EventCode.key] ?? CodeSet()
    let isDirect = device.properties.contains(EventCode.directProperty)
    let hasPair = device.declaresSinglePosition
    let hasThreeAxes = hasPair && device.declares(type: EventCode.absolute, code: EventCode.z)

    if device.properties.contains(EventCode.accelerometerProperty) || (keys.isEmpty && hasThreeAxes) {
      self = .accelerometer
      return
    }

    let isPen = keys.contains(EventCode.stylus) || keys.contains(EventCode.toolPen)
    let isFingerOnly = keys.contains(EventCode.toolFinger) && !keys.contains(EventCode.toolPen)
    let isTouched = keys.contains(EventCode.touch) || isDirect
    var flags: DeviceClass = []
    // Plain axes with mouse buttons are the absolute mouse of a virtual machine; slots never are.
    for isMultitouch in [false, true] {
      guard isMultitouch ? device.declaresMultitouchPosition : hasPair else { continue }
      if isPen {
        flags.insert(.tablet)
      } else if isFingerOnly && !isDirect {
        flags.insert(.touchpad)
      } else if !isMultitouch && keys.containsAny(of: EventCode.mouseButtons) {
        continue
      } else if isTouched {
        flags.insert(.touchscreen)
      }
    }
    self = flags
  }
}
