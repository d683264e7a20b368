import GestureCore

/// The axes of a clone's contacts, by their index. A row of values has one for each axis.
struct CloneAxes: Sendable {
  let codes: [UInt16]
  let ranges: [ClosedRange<Int32>]
  /// The index of each code from ABS_MT_TOUCH_MAJOR on; -1 for a code that the clone lacks.
  private let indices: [Int]
  let tool: Int
  let x: Int
  let y: Int

  init(of clone: CloneDescription) {
    let codes = clone.contactAxes
    self.codes = codes
    ranges = codes.map { code in
      let axis = clone.device.axes[code] ?? AxisRange(minimum: 0, maximum: 0)
      return min(axis.minimum, axis.maximum)...axis.maximum
    }
    indices = EventCode.contactAxes.map { codes.firstIndex(of: $0) ?? -1 }
    tool = codes.firstIndex(of: EventCode.toolType) ?? 0
    x = codes.firstIndex(of: EventCode.positionX) ?? 0
    y = codes.firstIndex(of: EventCode.positionY) ?? 0
  }

  var count: Int { codes.count }

  /// The index of a code; nil where the clone lacks it.
  func index(of code: UInt16) -> Int? {
    guard code >= EventCode.touchMajor else { return nil }
    let offset = Int(code - EventCode.touchMajor)
    return offset < indices.count && indices[offset] >= 0 ? indices[offset] : nil
  }

  /// The value that the clone can report.
  @inline(__always)
  func clamped(_ value: Int32, _ axis: Int) -> Int32 {
    min(max(value, ranges[axis].lowerBound), ranges[axis].upperBound)
  }
}
