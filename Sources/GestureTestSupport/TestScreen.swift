import TouchInput

/// Test screen T1: 160 × 100 mm, 64 units per millimeter, ten slots.
public enum TestScreen {
  /// The units per millimeter, on both axes.
  public static let unitsPerMillimetre = 64.0

  /// The description of T1, with the given changes.
  public static func description(
    name: String = "T1",
    x: AxisRange = AxisRange(minimum: 0, maximum: 10239, resolution: 64),
    y: AxisRange = AxisRange(minimum: 0, maximum: 6399, resolution: 64),
    slotMaximum: Int32 = 9
  ) -> DeviceDescription {
    DeviceDescription(
      name: name, bus: 3, version: 1,
      properties: CodeSet([EventCode.directProperty]),
      codes: [
        EventCode.key: CodeSet([EventCode.touch]),
        EventCode.absolute: CodeSet([
          EventCode.slot, EventCode.positionX, EventCode.positionY, EventCode.trackingID,
        ]),
      ],
      axes: [
        EventCode.slot: AxisRange(minimum: 0, maximum: slotMaximum),
        EventCode.positionX: x,
        EventCode.positionY: y,
        EventCode.trackingID: AxisRange(minimum: 0, maximum: 65535),
      ])
  }
}
