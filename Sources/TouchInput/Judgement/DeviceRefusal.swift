import GestureCore

/// Why a device is not read. Its description is one sentence for `--list-devices` and the log.
public enum DeviceRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The device may be a keyboard, which is never opened.
  case letterKeys
  /// The device has no position axes.
  case noPositionAxes
  /// The device has one position axis without the other (D17).
  case onePositionAxisOnly
  /// The device is a pen that does not claim to be on a screen.
  case penTablet
  /// The device is an accelerometer, whose axes have the same names.
  case accelerometer
  /// The device is touched in one place and acts in another.
  case touchpad
  /// udev does not call the device a touchscreen.
  case notATouchscreen
  /// The device declares every axis, ABS_MT_SLOT − 1 among them, as joysticks of old drivers do: its declarations mean
  /// nothing.
  case everyAxis
  /// The device has slots without tracking ids, or no multitouch position at all, and no BTN_TOUCH either.
  case noContactState
  /// The device claims a number of slots outside `DeviceJudgement.slotCounts` (D13).
  case slotCount(Int64)
  /// The device declares an axis without a range.
  case axisWithoutRange(PositionAxis)
  /// The axis has no extent: its minimum is its maximum (D17).
  case emptyAxis(PositionAxis)
  /// The axis' minimum is above its maximum (D17).
  case reversedAxis(PositionAxis, minimum: Int32, maximum: Int32)
  /// The axis has more steps than `DeviceJudgement.maximumAxisUnits` (D17).
  case hugeAxis(PositionAxis)
  /// The size that follows from the axes is not that of a screen (D18).
  case implausibleSize

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .letterKeys: "it has letter or digit keys, and a keyboard is never opened"
    case .noPositionAxes: "it has no position axes"
    case .onePositionAxisOnly: "it has only one of its two position axes"
    case .penTablet: "it is a pen tablet, and does not say that it is a screen (INPUT_PROP_DIRECT)"
    case .accelerometer: "it is an accelerometer"
    case .touchpad: "it is a touchpad: to read it, set touchpad = true in its [device] table"
    case .notATouchscreen: "udev does not call it a touchscreen"
    case .everyAxis: "it declares every axis there is, as no touchscreen does"
    case .noContactState:
      "it follows neither multitouch protocol, and has no plain position with BTN_TOUCH either"
    case .slotCount(let count):
      "it claims \(count) slots; allowed: \(DeviceJudgement.slotCounts.lowerBound) to "
        + "\(DeviceJudgement.slotCounts.upperBound)"
    case .axisWithoutRange(let axis): "it gives no range for its \(axis) axis"
    case .emptyAxis(let axis): "its \(axis) axis has no extent"
    case .reversedAxis(let axis, let minimum, let maximum):
      "its \(axis) axis declares a minimum of \(minimum) above its maximum of \(maximum): "
        + "set \(axis.rawValue.lowercased())_range in its [device] table"
    case .hugeAxis(let axis):
      "its \(axis) axis has more than \(DeviceJudgement.maximumAxisUnits) steps"
    case .implausibleSize: "its axes do not have the shape of a screen: set size_mm in its [device] table"
    }
  }
}

extension DeviceRefusal: AdvisedMessage {
  package var advice: String {
    switch self {
    case .letterKeys, .accelerometer, .penTablet, .noPositionAxes:
      "Nothing: it is not a touchscreen that gestured reads."
    case .touchpad: "Add the table, and the line for touchpads in `70-gestured.rules`."
    case .notATouchscreen: "Set `ID_INPUT_TOUCHSCREEN` by a rule of udev, if it is one."
    case .implausibleSize: "Set `size_mm` in its `[device]` table."
    case .reversedAxis:
      "Set `x_range` or `y_range` with the smaller number first. If the picture is mirrored then, set "
        + "`calibration_matrix`, which `gestured --calibrate` measures."
    case .onePositionAxisOnly, .everyAxis, .noContactState, .slotCount, .axisWithoutRange, .emptyAxis,
      .hugeAxis:
      "Record the device and report it: its driver declares it wrongly."
    }
  }

  package static let samples: [DeviceRefusal] = [
    .letterKeys, .noPositionAxes, .onePositionAxisOnly, .penTablet, .accelerometer, .touchpad,
    .notATouchscreen,
    .everyAxis, .noContactState, .slotCount(Int64(MessageLine.sampleNumber)), .axisWithoutRange(.x),
    .emptyAxis(.x),
    .reversedAxis(
      .x, minimum: Int32(MessageLine.sampleNumber), maximum: Int32(MessageLine.sampleNumber)),
    .hugeAxis(.x), .implausibleSize,
  ]
}

/// One of the two axes of a position.
public enum PositionAxis: String, Hashable, Sendable, CustomStringConvertible {
  /// Left to right.
  case x = "X"
  /// Top to bottom.
  case y = "Y"

  /// The letter.
  public var description: String { rawValue }
}
