import GestureCore
import GestureTestSupport
import TouchInput

extension DeviceDescription {
  /// Test screen T1: 160 × 100 mm, ten slots, 64 units a mm.
  static let testScreen = TestScreen.description()

  /// A touchscreen of protocol B like T1, apart from the arguments.
  static func touchscreen(
    x: AxisRange = AxisRange(minimum: 0, maximum: 10239, resolution: 64),
    y: AxisRange = AxisRange(minimum: 0, maximum: 6399, resolution: 64),
    slotMaximum: Int32 = 9
  ) -> DeviceDescription {
    TestScreen.description(x: x, y: y, slotMaximum: slotMaximum)
  }

  /// A touchscreen of one contact, of T1's size.
  static let singleTouchScreen = DeviceDescription(
    name: "A screen with one contact",
    properties: CodeSet([EventCode.directProperty]),
    codes: [
      EventCode.key: CodeSet([EventCode.touch]),
      EventCode.absolute: CodeSet([EventCode.x, EventCode.y]),
    ],
    axes: [
      EventCode.x: AxisRange(minimum: 0, maximum: 10239, resolution: 64),
      EventCode.y: AxisRange(minimum: 0, maximum: 6399, resolution: 64),
    ]
  )

  /// A pen on a screen of T1's size, with the axes of a pen that the screen detects from a distance.
  static let pen = DeviceDescription(
    name: "Pen",
    properties: CodeSet([EventCode.directProperty]),
    codes: [
      EventCode.key: CodeSet([EventCode.touch, EventCode.toolPen, EventCode.stylus]),
      EventCode.absolute: CodeSet([
        EventCode.x, EventCode.y, EventCode.pressure, EventCode.distance, EventCode.tiltX, EventCode.tiltY,
      ]),
    ],
    axes: [
      EventCode.x: AxisRange(minimum: 0, maximum: 10239, resolution: 64),
      EventCode.y: AxisRange(minimum: 0, maximum: 6399, resolution: 64),
      EventCode.pressure: AxisRange(minimum: 0, maximum: 400, resolution: 10),
      EventCode.distance: AxisRange(minimum: 0, maximum: 63),
      EventCode.tiltX: AxisRange(minimum: -64, maximum: 63),
      EventCode.tiltY: AxisRange(minimum: -64, maximum: 63),
    ])

  /// T1 with another axis.
  func with(axis code: UInt16, _ range: AxisRange) -> DeviceDescription {
    var copy = self
    var codes = copy.codes[EventCode.absolute] ?? CodeSet()
    codes.insert(code)
    copy.codes[EventCode.absolute] = codes
    copy.axes[code] = range
    return copy
  }

  /// The same device with other codes of a type.
  func declaring(_ type: UInt16, _ codes: [UInt16]) -> DeviceDescription {
    var copy = self
    copy.codes[type] = CodeSet(codes)
    return copy
  }

  /// The same device with other properties.
  func with(properties: [UInt16]) -> DeviceDescription {
    var copy = self
    copy.properties = CodeSet(properties)
    return copy
  }
}

/// Judges a device as a replay does.
func judge(
  _ device: DeviceDescription, size: SizeKnowledge = SizeKnowledge(), trustsPressure: Bool = false,
  placement: PanelPlacement = .upright
) throws(DeviceRefusal) -> TouchPanel {
  let touchProtocol = try DeviceJudgement.judgeCapabilities(
    of: device, deviceClass: DeviceClass(of: device), scope: .everything)
  return try DeviceJudgement.judgeAxes(
    of: device, touchProtocol: touchProtocol, size: size,
    trustsPressure: trustsPressure, placement: placement)
}
