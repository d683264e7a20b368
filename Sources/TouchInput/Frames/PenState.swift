public import GestureCore

/// A pen's raw values apart from its position, pressure and tilt: any values at all. A device has at most one pen, so
/// that slots do not hold it.
public struct PenState: Hashable, Sendable {
  /// The `EventCode.penTools` that are near, one bit each from the lowest on.
  public var toolsInRange: UInt8
  /// The pressed buttons of the barrel.
  public var buttons: TouchButtons
  /// ABS_Z: the turn of the pen about its own axis.
  public var roll: Int32
  /// Whether the pen's eraser is near, or was the last end that was (PEN-2).
  private(set) var isEraser = false

  public init(toolsInRange: UInt8 = 0, buttons: TouchButtons = [], roll: Int32 = 0) {
    self.toolsInRange = toolsInRange
    self.buttons = buttons
    self.roll = roll
    updateTool()
  }

  private static let eraserBit: UInt8 = 1 << UInt8(EventCode.toolRubber - EventCode.penTools.lowerBound)

  /// Applies a key.
  ///
  /// - Returns: whether it is one of a pen's keys.
  mutating func applyKey(_ code: UInt16, isDown: Bool) -> Bool {
    if EventCode.penTools.contains(code) {
      let tool: UInt8 = 1 << UInt8(truncatingIfNeeded: code - EventCode.penTools.lowerBound)
      toolsInRange = isDown ? toolsInRange | tool : toolsInRange & ~tool
      return true
    }
    guard let button = Self.button(of: code) else { return false }
    if isDown { buttons.insert(button) } else { buttons.remove(button) }
    return true
  }

  /// Updates which end is near, once all keys of a report are known. A pen that is out of range keeps its last end, as it may
  /// lift later. Where a device reports both ends, the eraser counts: it adds the eraser to the pen that it reported before.
  mutating func updateTool() {
    if toolsInRange != 0 { isEraser = toolsInRange & Self.eraserBit != 0 }
  }

  /// Continues from another state. A pen that is out of range in it keeps its last end.
  mutating func adopt(_ state: PenState) {
    let wasEraser = isEraser
    self = state
    if toolsInRange == 0 { isEraser = wasEraser }
  }

  /// Whether the core receives the same of both.
  func isAlike(_ other: PenState) -> Bool {
    buttons == other.buttons && roll == other.roll && isEraser == other.isEraser
  }

  /// The kind of touch that the pen makes.
  var type: TouchType { isEraser ? .eraser : .pencil }

  /// The button of a key: the first is the secondary one, after the tip. Nil for other keys.
  public static func button(of code: UInt16) -> TouchButtons? {
    for position in EventCode.penButtons.indices where EventCode.penButtons[position] == code {
      return TouchButtons(rawValue: TouchButtons.secondary.rawValue << UInt8(position))
    }
    return nil
  }
}
