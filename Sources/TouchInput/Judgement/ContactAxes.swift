import GestureCore

/// The axes that describe a device's contacts: they turn raw values into the core's attributes of a contact.
public struct ContactAxes: Hashable, Sendable {
  /// The largest force (TCH-23).
  static let maximumForce = 4.0
  /// The largest tilt, in radians: a little less than lying flat, so that its tangent stays a usable number.
  private static let largestTilt = 1.57

  /// The radius in mm of one unit of ABS_MT_TOUCH_MAJOR; nil where the device lacks that axis.
  let radiusPerUnit: Double?
  /// Whether the device tells fingers, pens and palms apart.
  let hasToolType: Bool
  /// The trusted pressure; nil where the device has none (TCH-22).
  let pressure: ValueScale?
  /// Whether the pressure of a finger says whether it touches, trusted or not (TCH-37). A panel with ABS_MT_DISTANCE says it
  /// by that.
  package let pressureTellsTouch: Bool
  /// Whether the device has BTN_TOUCH.
  let hasTouchKey: Bool
  /// The distance of a pen; nil where the device does not measure it.
  let distance: ValueScale?
  /// The largest distance of a contact that touches; nil where the device does not measure it (TCH-36).
  package let touchingDistance: Int32?
  /// The radians of one unit of tilt, to the right and towards the user; nil unless the device measures both.
  let tilt: Vector?
  /// The turn of a pen about its own axis; nil where the device does not measure it.
  let roll: TurnScale?
  /// Whether the device is a pen whatever ABS_MT_TOOL_TYPE says, and whether that pen has buttons.
  let isPen: Bool
  let hasButtons: Bool
  /// Whether the device is a touchpad, whose touches are `indirect` (PAD-1).
  let isTouchpad: Bool
  /// From mm on the panel to mm on the picture; nil where they are the same (DMN-11).
  var placement: AffineTransform?

  /// Judges a device's axes.
  ///
  /// - Parameters:
  ///   - device: the description with its axes.
  ///   - touchProtocol: the device's way of reporting contacts.
  ///   - unitsPerMillimetre: the scale of its X axis, for a size axis that claims none (TCH-20).
  ///   - trustsPressure: whether the configuration trusts the device's pressure axis.
  ///   - placement: from mm on the panel to mm on the picture.
  ///   - isTouchpad: whether the device is read as a touchpad.
  init(
    of device: DeviceDescription, touchProtocol: TouchProtocol, unitsPerMillimetre: Double,
    trustsPressure: Bool, placement: AffineTransform? = nil, isTouchpad: Bool = false
  ) {
    self.placement = placement
    self.isTouchpad = isTouchpad
    isPen = touchProtocol == .pen
    let isMultitouch = touchProtocol.isMultitouch
    radiusPerUnit = (isMultitouch ? device.axes[EventCode.touchMajor] : nil).map { size in
      0.5 / (size.resolution > 0 ? Double(size.resolution) : unitsPerMillimetre)
    }
    hasToolType = isMultitouch && device.declares(type: EventCode.absolute, code: EventCode.toolType)
    let pressure = device.axes[isMultitouch ? EventCode.contactPressure : EventCode.pressure]
    self.pressure = pressure.flatMap { axis in
      trustsPressure || axis.resolution > 0 ? ValueScale(axis) : nil
    }
    distance = isPen ? device.axes[EventCode.distance].flatMap(ValueScale.init) : nil
    let contactDistance = isMultitouch ? device.axes[EventCode.contactDistance] : nil
    touchingDistance = contactDistance.map { max(0, $0.minimum) }
    pressureTellsTouch = isMultitouch && pressure != nil && (contactDistance == nil || self.pressure != nil)
    hasTouchKey = device.declares(type: EventCode.key, code: EventCode.touch)
    if isPen, let x = device.axes[EventCode.tiltX], let y = device.axes[EventCode.tiltY] {
      tilt = Vector(Self.radiansPerUnit(x), Self.radiansPerUnit(y))
    } else {
      tilt = nil
    }
    roll = isPen ? device.axes[EventCode.z].flatMap(TurnScale.init) : nil
    hasButtons =
      isPen && EventCode.penButtons.contains { device.declares(type: EventCode.key, code: $0) }
  }

  /// Whether the device reports any attribute of contacts.
  var tellsAttributes: Bool {
    isPen || isTouchpad || hasToolType || radiusPerUnit != nil || pressure != nil || tilt != nil
  }

  /// The core's attributes of a contact (TCH-20 to TCH-27), made of any values at all.
  @inline(__always)
  func attributes(of raw: RawAttributes) -> ContactAttributes {
    var attributes = ContactAttributes()
    if isTouchpad { attributes.type = .indirect }
    if isPen || raw.toolType == EventCode.penTool { attributes.type = .pencil }
    if let radiusPerUnit {
      attributes.majorRadius = Double(max(raw.touchMajor, 0)) * radiusPerUnit
      // TCH-21: half an axis step.
      attributes.majorRadiusTolerance = radiusPerUnit
    }
    if let pressure {
      attributes.force = pressure.share(of: raw.pressure) * Self.maximumForce
      attributes.maximumForce = Self.maximumForce
    }
    if tilt != nil { attributes.attitude = attitude(of: raw) }
    return attributes
  }

  /// Adds a pen's values apart from its place. The tip is a button of its own as long as no other is pressed (PEN-1).
  func add(_ pen: PenState, to attributes: inout ContactAttributes) {
    attributes.type = pen.type
    if hasButtons { attributes.buttons = pen.buttons.isEmpty ? .primary : pen.buttons }
    attributes.roll = roll(of: pen)
  }

  /// The turn of a pen about its own axis, in radians; nil where the device does not report it (PEN-3).
  func roll(of pen: PenState) -> Double? {
    guard let roll else { return nil }
    let angle = roll.angle(of: pen.roll)
    return placement.map { $0.turn(angle) } ?? angle
  }

  /// A pen's attitude; nil where the device does not report it (TCH-26, TCH-27).
  func attitude(of raw: RawAttributes) -> ContactAttributes.Attitude? {
    guard let tilt else { return nil }
    var attitude = ContactAttributes.Attitude(
      tiltX: Self.angle(raw.tiltX, tilt.x), tiltY: Self.angle(raw.tiltY, tilt.y))
    if let placement { attitude.azimuth = placement.turn(attitude.azimuth) }
    return attitude
  }

  /// A pen's distance from the screen, as a share of the largest measurable distance, 0 … 1 (HOV-4).
  func height(of raw: RawAttributes) -> Double {
    distance?.share(of: raw.distance) ?? 0
  }

  /// The kernel defines a tilt's resolution in units a radian. Some drivers claim none; their values are degrees.
  private static func radiansPerUnit(_ axis: AxisRange) -> Double {
    axis.resolution > 0 ? 1 / Double(axis.resolution) : .pi / 180
  }

  private static func angle(_ value: Int32, _ radiansPerUnit: Double) -> Double {
    min(max(Double(value) * radiansPerUnit, -largestTilt), largestTilt)
  }
}

/// The range of an axis that measures an amount, made safe to compute with.
public struct ValueScale: Hashable, Sendable {
  private let minimum: Int32
  private let span: Double

  /// The scale of an axis; nil where the axis has no extent.
  init?(_ range: AxisRange) {
    guard range.minimum < range.maximum else { return nil }
    minimum = range.minimum
    span = Double(Int64(range.maximum) - Int64(range.minimum))
  }

  /// A value's share of the whole range, 0 … 1, for any value at all.
  func share(of value: Int32) -> Double {
    min(max(Double(Int64(value) - Int64(minimum)) / span, 0), 1)
  }
}

/// The range of an axis that measures a turn, made safe to compute with (PEN-3).
public struct TurnScale: Hashable, Sendable {
  private let radiansPerUnit: Double

  /// The number of values of a turn is a multiple of this: drivers without a resolution count in degrees, or in tenths or
  /// hundredths of a degree.
  private static let valuesOfHalfTurn: Int64 = 180
  /// The extent, in radians, of an axis that claims a resolution: about a whole turn.
  private static let extent = 6.0...6.6

  /// The scale of an axis; nil where the range is not that of a rotation, as ABS_Z may mean anything.
  init?(_ range: AxisRange) {
    guard range.minimum < range.maximum else { return nil }
    // Both ends of an axis from −180 to 180 are the same place, and those of an axis from 0 to 359 are not.
    let span = Int64(range.maximum) - Int64(range.minimum)
    let isWhole = span % Self.valuesOfHalfTurn == 0 && span >= 2 * Self.valuesOfHalfTurn
    let isOpen = (span + 1) % Self.valuesOfHalfTurn == 0 && span + 1 >= 2 * Self.valuesOfHalfTurn
    if range.resolution > 0 {
      guard Self.extent.contains(Double(span) / Double(range.resolution)) else { return nil }
    } else {
      guard isWhole || isOpen else { return nil }
    }
    radiansPerUnit = 2 * .pi / Double(isWhole ? span : span + 1)
  }

  /// The angle of a value, −π … π, for any value at all.
  func angle(of value: Int32) -> Double {
    (Double(value) * radiansPerUnit).remainder(dividingBy: 2 * .pi)
  }
}
