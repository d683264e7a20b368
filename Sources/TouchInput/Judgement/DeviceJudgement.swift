import GestureCore

/// Says of a device whether it is read, and as what: first by what sysfs knows, before the node is opened,
/// then by its axes.
public enum DeviceJudgement {
  /// The slot counts that are accepted (D13).
  public static let slotCounts: ClosedRange<Int64> = 1...250
  /// The largest number of steps of an axis: 256 times as fine as a 16-bit digitizer (D17).
  public static let maximumAxisUnits: Int64 = 1 << 24
  /// The sides, in millimetres, that a panel can have: from a watch to a wall (D18).
  public static let sides: ClosedRange<Double> = 10...10_000
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
  ///   - allowsIndirect: true in a replay, where a touchpad's recording is as good as any, and a panel's may
  ///     lack the properties that its kernel did not know yet.
  /// - Throws: why the device is not read.
  public static func judgeCapabilities(
    of device: DeviceDescription, deviceClass: DeviceClass, allowsIndirect: Bool
  ) throws(DeviceRefusal) -> TouchProtocol {
    let keys = device.codes[EventCode.key] ?? CodeSet()
    if keys.containsAny(of: EventCode.digitKeys) || EventCode.letterKeys.contains(where: keys.containsAny) {
      throw .letterKeys
    }
    guard device.declaresMultitouchPosition || device.declaresSinglePosition else {
      throw device.declaresAnyPosition ? .onePositionAxisOnly : .noPositionAxes
    }
    if deviceClass.contains(.accelerometer) { throw .accelerometer }
    if deviceClass.contains(.tablet) {
      // A tablet beside the screen is a pointer's matter.
      guard device.properties.contains(EventCode.directProperty) else { throw .penTablet }
      if !declaresSlots(device) { return try judgePen(device, keys) }
    }
    if !allowsIndirect {
      if deviceClass.contains(.touchpad) || device.properties.contains(EventCode.pointerProperty) {
        throw .touchpad
      }
      if deviceClass.isDisjoint(with: [.touchscreen, .tablet]) { throw .notATouchscreen }
    }
    if device.declaresMultitouchPosition {
      guard device.declares(type: EventCode.absolute, code: EventCode.slot) else { throw .protocolA }
      if device.declares(type: EventCode.absolute, code: EventCode.trackingID) { return .multitouch }
    }
    guard device.declaresSinglePosition, keys.contains(EventCode.touch) else { throw .noContactState }
    return .singleTouch
  }

  private static func declaresSlots(_ device: DeviceDescription) -> Bool {
    device.declaresMultitouchPosition && device.declares(type: EventCode.absolute, code: EventCode.slot)
  }

  private static func judgePen(
    _ device: DeviceDescription, _ keys: CodeSet
  ) throws(DeviceRefusal) -> TouchProtocol {
    guard device.declaresSinglePosition, keys.contains(EventCode.touch) else { throw .noContactState }
    return .pen
  }

  /// Judges the axes of a device that `judgeCapabilities` accepted.
  ///
  /// A size in the configuration outranks the resolution that the device claims, since it is there because
  /// somebody found the claim missing or wrong.
  ///
  /// - Parameters:
  ///   - device: the description with its axes.
  ///   - touchProtocol: what `judgeCapabilities` said.
  ///   - configuredSize: the size in millimetres that the configuration gives this device.
  ///   - trustsPressure: whether the configuration says that its pressure axis measures pressure (TCH-22).
  ///   - placement: how the configuration says that it lies under the picture (DMN-11).
  /// - Throws: why the device is not read.
  public static func judgeAxes(
    of device: DeviceDescription, touchProtocol: TouchProtocol, configuredSize: Size? = nil,
    trustsPressure: Bool = false, placement: PanelPlacement = .upright
  ) throws(DeviceRefusal) -> TouchPanel {
    let isMultitouch = touchProtocol == .multitouch
    let slotCount = isMultitouch ? try judgeSlots(of: device) : 1
    let x = try judgeRange(.x, of: device, code: isMultitouch ? EventCode.positionX : EventCode.x)
    let y = try judgeRange(.y, of: device, code: isMultitouch ? EventCode.positionY : EventCode.y)
    let claim = try size(of: x, y, configured: configuredSize)
    let panelX = panelAxis(x, length: claim.size.width)
    let transform = placement.transform(over: claim.size)
    return TouchPanel(
      touchProtocol: touchProtocol,
      slotCount: slotCount,
      x: panelX,
      y: panelAxis(y, length: claim.size.height),
      size: placement.pictureSize(over: claim.size),
      sizeSource: claim.source,
      sizeWarning: claim.warning,
      isSemiMultitouch: device.properties.contains(EventCode.semiMultitouchProperty),
      contact: ContactAxes(
        of: device, touchProtocol: touchProtocol, unitsPerMillimetre: panelX.unitsPerMillimetre,
        trustsPressure: trustsPressure, placement: transform),
      placement: transform
    )
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
    guard units(of: range) <= Double(maximumAxisUnits) else { throw .hugeAxis(axis) }
    return range
  }

  /// The number of steps of an axis: both ends count.
  private static func units(of range: AxisRange) -> Double {
    Double(Int64(range.maximum) - Int64(range.minimum) + 1)
  }

  private static func panelAxis(_ range: AxisRange, length: Double) -> PanelAxis {
    PanelAxis(
      minimum: range.minimum, maximum: range.maximum, unitsPerMillimetre: units(of: range) / length)
  }

  private static func size(
    of x: AxisRange, _ y: AxisRange, configured: Size?
  ) throws(DeviceRefusal) -> (size: Size, source: SizeSource, warning: SizeWarning?) {
    if let configured, isPlausible(configured) { return (configured, .configured, nil) }
    switch (claimedLength(of: x), claimedLength(of: y)) {
    case (let width?, let height?):
      return (Size(width, height), .resolution, nil)
    case (let width?, nil):
      let size = Size(width, units(of: y) / Double(x.resolution))
      if isPlausible(size) { return (size, .resolution, .resolutionOfOneAxis(.x)) }
    case (nil, let height?):
      let size = Size(units(of: x) / Double(y.resolution), height)
      if isPlausible(size) { return (size, .resolution, .resolutionOfOneAxis(.y)) }
    case (nil, nil):
      break
    }
    let size = Size(fallbackWidth, fallbackWidth * units(of: y) / units(of: x))
    guard isPlausible(size) else { throw .implausibleSize }
    return (size, .fallback, .noResolution)
  }

  /// The millimetres that the claimed resolution makes of an axis, where there is one and it can be true.
  private static func claimedLength(of range: AxisRange) -> Double? {
    guard range.resolution > 0 else { return nil }
    let length = units(of: range) / Double(range.resolution)
    return sides.contains(length) ? length : nil
  }

  private static func isPlausible(_ size: Size) -> Bool {
    sides.contains(size.width) && sides.contains(size.height)
  }
}
