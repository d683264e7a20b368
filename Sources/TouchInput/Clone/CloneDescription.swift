import GestureCore

/// The device that other programs read in a touchscreen's place: its name, numbers and axes (FLT-76 to FLT-87).
///
/// A clone has slots, whatever the touchscreen has: all its multi-touch axes, and the tool that says a cancel. It claims
/// no key but BTN_TOUCH, since udev calls a touchscreen with other keys a mouse or a keyboard.
public struct CloneDescription: Hashable, Sendable {
  /// The reason why a touchscreen cannot be cloned; it is listened to instead (FLT-87).
  public enum Refusal: Error, Hashable, CustomStringConvertible {
    /// More slots than uinput makes.
    case tooManySlots(Int)
    /// An axis whose least value is above its greatest.
    case impossibleAxis(UInt16)
    /// The device is a pen.
    case pen
    /// The device has keys with letters.
    case letterKeys

    public var description: String {
      switch self {
      case .tooManySlots(let count): "it has \(count) slots, and a clone has at most \(maximumSlots)"
      case .impossibleAxis(let code): "its axis \(code) has a minimum above its maximum"
      case .pen: "it is a pen"
      case .letterKeys: "it has keys with letters"
      }
    }
  }

  /// The most slots that uinput makes (FLT-78).
  public static let maximumSlots = 100
  /// The most bytes of a name: those of uinput, without the last, which is 0.
  public static let maximumNameLength = 79
  /// MT_TOOL_MAX
  private static let lastTool: Int32 = 0x0f
  /// The tracking ids of a clone, which the kernel's own run through as well.
  static let trackingIDs: Int32 = 0x10000

  /// The device to make.
  public let device: DeviceDescription
  /// The number of slots.
  public let slotCount: Int
  /// The codes of the axes that a contact has besides its slot and its id, rising.
  public let contactAxes: [UInt16]

  /// The description of a touchscreen's clone.
  public init(of device: DeviceDescription, _ panel: TouchPanel) throws(Refusal) {
    guard panel.touchProtocol != .pen else { throw .pen }
    for keys in EventCode.letterKeys {
      for key in keys where device.declares(type: EventCode.key, code: key) { throw .letterKeys }
    }
    guard panel.slotCount <= Self.maximumSlots else { throw .tooManySlots(panel.slotCount) }
    slotCount = panel.slotCount
    var axes = Self.contactAxes(of: device, panel)
    // The keeper makes no other tools, whatever the panel claims.
    axes[EventCode.toolType] = AxisRange(
      minimum: 0,
      maximum: min(max(axes[EventCode.toolType]?.maximum ?? 0, EventCode.palmTool), Self.lastTool))
    for (code, axis) in axes where axis.minimum > axis.maximum { throw .impossibleAxis(code) }
    contactAxes = axes.keys.sorted()
    axes[EventCode.x] = axes[EventCode.positionX]
    axes[EventCode.y] = axes[EventCode.positionY]
    axes[EventCode.slot] = AxisRange(minimum: 0, maximum: Int32(slotCount - 1))
    axes[EventCode.trackingID] = AxisRange(minimum: 0, maximum: Self.trackingIDs - 1)
    var properties = CodeSet([EventCode.directProperty])
    if device.properties.contains(EventCode.semiMultitouchProperty) {
      properties.insert(EventCode.semiMultitouchProperty)
    }
    self.device = DeviceDescription(
      name: Self.name(of: device), bus: device.bus, vendor: device.vendor, product: device.product,
      version: device.version, properties: properties,
      codes: [
        EventCode.key: CodeSet([EventCode.touch]), EventCode.absolute: CodeSet(axes.keys.sorted()),
      ],
      axes: axes)
  }

  /// The axes that a contact has besides its slot and its id. Fuzz and flat are 0, since the kernel would filter a second
  /// time.
  private static func contactAxes(of device: DeviceDescription, _ panel: TouchPanel) -> [UInt16: AxisRange] {
    var axes: [UInt16: AxisRange] = [:]
    if panel.touchProtocol.isMultitouch {
      for code in EventCode.contactAxes where code != EventCode.trackingID {
        axes[code] = device.axes[code].map(exact)
      }
    } else {
      axes[EventCode.positionX] = device.axes[EventCode.x].map(exact)
      axes[EventCode.positionY] = device.axes[EventCode.y].map(exact)
    }
    // The ranges may be stated ones.
    for (code, axis) in [(EventCode.positionX, panel.x), (EventCode.positionY, panel.y)] {
      axes[code]?.minimum = axis.minimum
      axes[code]?.maximum = axis.maximum
    }
    return axes
  }

  private static func exact(_ axis: AxisRange) -> AxisRange {
    AxisRange(minimum: axis.minimum, maximum: axis.maximum, resolution: axis.resolution)
  }

  /// The touchscreen's name, with control characters as question marks, cut at a whole character (FLT-79).
  private static func name(of device: DeviceDescription) -> String {
    var name = ""
    for scalar in device.name.unicodeScalars {
      let isControl = scalar.value < 0x20 || scalar.value >= 0x7f && scalar.value < 0xa0
      let next = isControl ? "?" : String(Character(scalar))
      guard name.utf8.count + next.utf8.count <= maximumNameLength else { break }
      name += next
    }
    return name
  }
}
