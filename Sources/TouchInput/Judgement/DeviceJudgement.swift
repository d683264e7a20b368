import GestureCore

/// Says of a device whether it is read, and as what: first by what sysfs knows, before the node is opened,
/// then by its axes.
public enum DeviceJudgement {
  /// How many contacts of a device without slots are taken: ten fingers, as libinput does. Its driver does not say how
  /// many it knows.
  public static let slotlessContacts = 10
  /// The slots that contacts of such a device are put into. Where the ids of all contacts change in one report, the
  /// new ones get slots before those of the old ones are free. mtdev has 32, writes past them when it has none left,
  /// and never comes back when it uses the last.
  static let slotlessSlots = 2 * slotlessContacts
  /// The slot counts that are accepted (D13).
  public static let slotCounts: ClosedRange<Int64> = 1...250
  /// The largest number of steps of an axis: 256 times as fine as a 16-bit digitizer (D17).
  public static let maximumAxisUnits: Int64 = 1 << 24
  /// The sides, in millimetres, that a panel can claim: from a watch to a wall (D18).
  public static let sides: ClosedRange<Double> = 10...3_000
  /// The sides, in millimetres, that the configuration can give a panel: from a badge to a wall.
  public static let configurableSides: ClosedRange<Double> = 5...5_000
  /// The width, in millimetres, of a panel that claims no resolution and has no size configured (D18).
  public static let fallbackWidth = 160.0

  /// Judges the event codes and properties alone.
  ///
  /// A device with any letter key or any key of the digit row is refused before all else: whatever else it
  /// is, words or a PIN could be typed on it, and opening it would expose which keys are down.
  ///
  /// - Parameters:
  ///   - device: the description; its axes are not looked at.
  ///   - deviceClass: what udev calls the device, or would call it.
  ///   - scope: whether it may be something else than a touchscreen.
  /// - Throws: why the device is not read.
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
  /// What udev calls it counts: a rule may have said so. Its own property (INPUT_PROP_POINTER) counts where udev calls it
  /// neither a touchpad nor a touchscreen.
  public static func isTouchpad(_ device: DeviceDescription, _ deviceClass: DeviceClass) -> Bool {
    if deviceClass.contains(.touchpad) { return true }
    return device.properties.contains(EventCode.pointerProperty) && !deviceClass.contains(.touchscreen)
  }

  /// Whether a pen is one on a screen. A tablet beside the screen moves a pointer, and is no matter of ours.
  ///
  /// Kernels before 2.6.38 know no properties, so a recording without any of the two says nothing of where its pen is.
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
  ///   - touchProtocol: what `judgeCapabilities` said.
  ///   - size: what others say of its size.
  ///   - trustsPressure: whether the configuration says that its pressure axis measures pressure (TCH-22).
  ///   - placement: how the configuration says that it lies under the picture (DMN-11).
  /// - Throws: why the device is not read.
  public static func judgeAxes(
    of device: DeviceDescription, touchProtocol: TouchProtocol, size: SizeKnowledge = SizeKnowledge(),
    trustsPressure: Bool = false, placement: PanelPlacement = .upright
  ) throws(DeviceRefusal) -> TouchPanel {
    let isMultitouch = touchProtocol.isMultitouch
    let slotCount =
      switch touchProtocol {
      case .multitouch: try judgeSlots(of: device)
      case .slotless: slotlessSlots
      case .singleTouch, .pen: 1
      }
    let x = try judgeRange(.x, of: device, code: isMultitouch ? EventCode.positionX : EventCode.x)
    let y = try judgeRange(.y, of: device, code: isMultitouch ? EventCode.positionY : EventCode.y)
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
        trustsPressure: trustsPressure, placement: placement.transform(over: claim.size)),
      placement: placement)
  }

  /// The number of slots, read before anything is sized by it.
  private static func judgeSlots(of device: DeviceDescription) throws(DeviceRefusal) -> Int {
    guard let range = device.axes[EventCode.slot] else { throw .slotCount(0) }
    return try judgeSlots(maximum: range.maximum)
  }

  /// Judges the claimed maximum of ABS_MT_SLOT alone: before anything is sized by it, libevdev's tables
  /// included.
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
    _ axis: PositionAxis, of device: DeviceDescription, code: UInt16
  ) throws(DeviceRefusal) -> AxisRange {
    guard let range = device.axes[code] else { throw .axisWithoutRange(axis) }
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

  /// Whether a panel can have a size that nobody configured.
  static func isPlausible(_ size: Size) -> Bool {
    sides.contains(size.width) && sides.contains(size.height)
  }
}
