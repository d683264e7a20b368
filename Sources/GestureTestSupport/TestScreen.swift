import TouchInput

/// Test screen T1: 160 × 100 mm, 64 units per millimeter, ten slots.
public enum TestScreen {
  /// The units per millimeter, on both axes.
  public static let unitsPerMillimetre = ScriptedPanel.unitsPerMillimetre

  /// The description of T1, with the given changes.
  public static func description(
    name: String = "T1",
    x: AxisRange = AxisRange(minimum: 0, maximum: 10239, resolution: 64),
    y: AxisRange = AxisRange(minimum: 0, maximum: 6399, resolution: 64),
    slotMaximum: Int32 = 9
  ) -> DeviceDescription {
    var description = ScriptedPanel.description(name: name, size: ScriptedPanel.usualSize)
    description.axes[EventCode.slot] = AxisRange(minimum: 0, maximum: slotMaximum)
    description.axes[EventCode.positionX] = x
    description.axes[EventCode.positionY] = y
    return description
  }
}
