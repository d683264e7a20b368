import GestureCore

/// Judges whether a device is read, and by which protocol: first by what sysfs knows, before the node is opened, then
/// by its axes.
public enum DeviceJudgement {
  /// The largest number of contacts of a device without slots: ten fingers, as in libinput. The device's driver does
  /// not tell its own number.
  public static let slotlessContacts = 10
  /// The number of slots for the contacts of such a device. Where the ids of all contacts change in one report, the new
  /// contacts get slots before those of the old contacts are free. mtdev has 32 slots, writes past them when it runs
  /// out, and loops for ever when it uses the last.
  static let slotlessSlots = 2 * slotlessContacts
  /// The slot counts that are accepted (D13).
  public static let slotCounts: ClosedRange<Int64> = 1...250
  /// The largest number of steps of an axis: 256 times as fine as an axis of 16 bits (D17).
  public static let maximumAxisUnits: Int64 = 1 << 24
  /// The sides, in millimeters, that a panel can claim: from a watch to a wall (D18).
  public static let sides: ClosedRange<Double> = 10...3_000
  /// The sides, in millimeters, that the configuration can give a panel: from a badge to a wall.
  public static let configurableSides: ClosedRange<Double> = 5...5_000
  /// The width, in millimeters, of a panel that claims no resolution and has no size configured (D18).
  public static let fallbackWidth = 160.0

  /// Judges the event codes and properties alone.
  ///
  /// A device with any letter key or any key of the digit row is refused first, whatever else it is. Words or a PIN
  /// could be typed on it, and opening it would expose which keys are down.
  ///
  /// - Parameters:
  ///   - device: the description; its axes do not count.
  ///   - deviceClass: the class that udev gives the device, or would give it.
  ///   - scope: whether the device may be something other than a touchscreen.
  /// - Throws: the reason not to read the device.
  public static func judgeCapabilities(
    of device: DeviceDescription, deviceClass: DeviceClass, scope: DeviceScope
  ) throws(DeviceRefusal) -> TouchProtocol {
    let keys = device.codes[EventCode.key] ?? CodeSet()
    if keys.containsAny(of: EventCode.digitKeys) || EventCode.letterKeys.contains(where: keys.containsAny) {
      throw .letterKeys
    }
    if device.declaresEveryAxis { throw .everyAxis }
    guard device.declaresMultitouchPosition || device.declaresSinglePosition else {
      throw device.declaresAnyPosition ? .onePositionAxisOnly : .noPositionAxes
    }
    if deviceClass.contains(.accelerometer) { throw .accelerometer }
    if deviceClass.contains(.tablet) {
      guard isPenOnScreen(device, scope) else { throw .penTablet }
      if !device.declaresMultitouchPosition { return try judgePen(device, keys) }
    }
    try judge(device, deviceClass, against: scope)
    if device.declaresMultitouchPosition {
      let givesIDs = device.declares(type: EventCode.absolute, code: EventCode.trackingID)
      guard device.declares(type: EventCode.absolute, code: EventCode.slot) else {
        return .slotless(givesIDs: givesIDs)
      }
      if givesIDs { return .multitouch }
    }
    guard device.declaresSinglePosition, keys.contains(EventCode.touch) else { throw .noContactState }
    return .singleTouch
  }

  /// Whether a device is touched in one place and acts in another.
  ///
  /// udev's class counts first, since a rule may have set it. The device's own property (INPUT_PROP_POINTER) counts
  /// where udev calls it neither a touchpad nor a touchscreen.
  public static func isTouchpad(_ device: DeviceDescription, _ deviceClass: DeviceClass) -> Bool {
    if deviceClass.contains(.touchpad) { return true }
    return device.properties.contains(EventCode.pointerProperty) && !deviceClass.contains(.touchscreen)
  }

  /// Whether a pen writes on a screen. A tablet beside the screen moves a pointer, and is not read.
  ///
  /// Kernels before 2.6.38 know no properties: a recording with neither property does not tell where its pen is.
  private static func isPenOnScreen(_ device: DeviceDescription, _ scope: DeviceScope) -> Bool {
    if device.properties.contains(EventCode.directProperty) { return true }
    return scope == .everything && !device.properties.contains(EventCode.pointerProperty)
  }

  private static func judge(
    _ device: DeviceDescription, _ deviceClass: DeviceClass, against scope: DeviceScope
  ) throws(DeviceRefusal) {
    let isTouchpad = isTouchpad(device, deviceClass)
    switch scope {
    case .everything: return
    case .touchpadsToo: if isTouchpad { return }
    case .touchscreens: if isTouchpad { throw .touchpad }
    }
    if deviceClass.isDisjoint(with: [.touchscreen, .tablet]) { throw .notATouchscreen }
  }

  private static func judgePen(
    _ device: DeviceDescription, _ keys: CodeSet
  ) throws(DeviceRefusal) -> TouchProtocol {
    guard device.declaresSinglePosition, keys.contains(EventCode.touch) else { throw .noContactState }
    return .pen
  }

  /// Judges the axes of a device that `judgeCapabilities` accepted.
  ///
  /// - Parameters:
  ///   - device: the description with its axes.
  ///   - touchProtocol: the result of `judgeCapabilities`.
  ///   - size: what the configuration and the display tell about the panel's size.
  ///   - ranges: the ranges of its axes, where the configuration states them.
  ///   - trustsPressure: whether the configuration trusts the device's pressure axis (TCH-22).
  ///   - placement: how the panel lies under the picture, from the configuration (DMN-11).
  ///   - isTouchpad: whether the configuration reads the device as a touchpad. It outranks a device that claims to be a
  ///     screen (PAD-1).
  /// - Throws: the reason not to read the device.
  public static func judgeAxes(
    of device: DeviceDescription, touchProtocol: TouchProtocol, size: SizeKnowledge = SizeKnowledge(),
    ranges: StatedRanges = StatedRanges(), trustsPressure: Bool = false, placement: PanelPlacement = .upright,
    isTouchpad: Bool = false
  ) throws(DeviceRefusal) -> TouchPanel {
    let isMultitouch = touchProtocol.isMultitouch
    let slotCount =
      switch touchProtocol {
      case .multitouch: try judgeSlots(of: device)
      case .slotless: slotlessSlots
      case .singleTouch, .pen: 1
      }
    let x = try judgeRange(
      .x, of: device, code: isMultitouch ? EventCode.positionX : EventCode.x, ranges.x)
    let y = try judgeRange(
      .y, of: device, code: isMultitouch ? EventCode.positionY : EventCode.y, ranges.y)
    let claim = try PanelSize(of: x, y, size)
    let panelX = panelAxis(x, length: claim.size.width)
    return TouchPanel(
      touchProtocol: touchProtocol,
      slotCount: slotCount,
      x: panelX,
      y: panelAxis(y, length: claim.size.height),
      ownSize: claim.size,
      sizeSource: claim.source,
      sizeWarning: claim.warning,
      isSemiMultitouch: device.properties.contains(EventCode.semiMultitouchProperty),
      contact: ContactAxes(
        of: device, touchProtocol: touchProtocol, unitsPerMillimetre: panelX.unitsPerMillimetre,
        trustsPressure: trustsPressure, placement: placement.transform(over: claim.size),
        isTouchpad: isTouchpad),
      placement: placement)
  }

  /// The number of slots, judged before any storage is sized with it.
  private static func judgeSlots(of device: DeviceDescription) throws(DeviceRefusal) -> Int {
    guard let range = device.axes[EventCode.slot] else { throw .slotCount(0) }
    return try judgeSlots(maximum: range.maximum)
  }

  /// Judges the claimed maximum of ABS_MT_SLOT alone: before any storage is sized with it, libevdev's tables included.
  ///
  /// - Returns: the number of slots.
  /// - Throws: `DeviceRefusal.slotCount` (D13).
  @discardableResult
  public static func judgeSlots(maximum: Int32) throws(DeviceRefusal) -> Int {
    let count = Int64(maximum) + 1
    guard slotCounts.contains(count) else { throw .slotCount(count) }
    return Int(count)
  }

  private static func judgeRange(
    _ axis: PositionAxis, of device: DeviceDescription, code: UInt16, _ stated: ClosedRange<Int32>?
  ) throws(DeviceRefusal) -> AxisRange {
    guard var range = device.axes[code] else { throw .axisWithoutRange(axis) }
    if let stated { (range.minimum, range.maximum) = (stated.lowerBound, stated.upperBound) }
    guard range.minimum <= range.maximum else {
      throw .reversedAxis(axis, minimum: range.minimum, maximum: range.maximum)
    }
    guard range.minimum < range.maximum else { throw .emptyAxis(axis) }
    guard range.steps <= Double(maximumAxisUnits) else { throw .hugeAxis(axis) }
    return range
  }

  private static func panelAxis(_ range: AxisRange, length: Double) -> PanelAxis {
    PanelAxis(
      minimum: range.minimum, maximum: range.maximum, unitsPerMillimetre: range.steps / length,
      fuzz: Int32(min(max(Int64(range.fuzz), 0), maximumAxisUnits)))
  }

  /// Whether the configuration can give a panel a size.
  static func isConfigurable(_ size: Size) -> Bool {
    configurableSides.contains(size.width) && configurableSides.contains(size.height)
  }

  /// Whether a panel can have a size that is not configured.
  static func isPlausible(_ size: Size) -> Bool {
    sides.contains(size.width) && sides.contains(size.height)
  }
}

/// The ranges of a panel's axes, where they are stated because the device declares wrong ones (TCH-39).
public struct StatedRanges: Hashable, Sendable {
  /// Left to right; nil to believe the device.
  public var x: ClosedRange<Int32>?
  /// Top to bottom; nil to believe the device.
  public var y: ClosedRange<Int32>?

  /// Ranges of both axes.
  public init(x: ClosedRange<Int32>? = nil, y: ClosedRange<Int32>? = nil) {
    self.x = x
    self.y = y
  }
}

/// The kinds of device that are read.
public enum DeviceScope: Hashable, Sendable {
  /// Touchscreens and pens on screens, according to udev.
  case touchscreens
  /// Touchpads as well: the configuration allows this device.
  case touchpadsToo
  /// All devices with contacts: a replay may well use a touchpad, and a panel may lack properties that its kernel did
  /// not know yet.
  case everything
}

extension DeviceDescription {
  /// Whether the device has ABS_X and ABS_Y.
  var declaresSinglePosition: Bool {
    declares(type: EventCode.absolute, code: EventCode.x)
      && declares(type: EventCode.absolute, code: EventCode.y)
  }

  /// Whether the device declares every axis, as joysticks of old drivers do. Such a device also declares the code
  /// before ABS_MT_SLOT, which nothing uses.
  var declaresEveryAxis: Bool {
    declares(type: EventCode.absolute, code: EventCode.slot)
      && declares(type: EventCode.absolute, code: EventCode.reservedBeforeSlot)
  }

  /// Whether the device has ABS_MT_POSITION_X and ABS_MT_POSITION_Y, and does not just declare every axis.
  var declaresMultitouchPosition: Bool {
    !declaresEveryAxis
      && declares(type: EventCode.absolute, code: EventCode.positionX)
      && declares(type: EventCode.absolute, code: EventCode.positionY)
  }

  /// Whether the device has any of the four position axes.
  var declaresAnyPosition: Bool {
    [EventCode.x, EventCode.y, EventCode.positionX, EventCode.positionY].contains {
      declares(type: EventCode.absolute, code: $0)
    }
  }
}
