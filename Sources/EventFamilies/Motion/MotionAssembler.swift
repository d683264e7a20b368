import GestureCore
public import TouchInput

/// Events of an accelerometer's node to samples: ABS_X … ABS_Z in units a g, ABS_RX … ABS_RZ in units a degree a second
/// (MOT-20, MOT-21).
///
/// The kernel leaves out an axis that has not changed, so the last values stay. After a dropped stretch they count
/// again once each axis has told its value anew, or the caller gives them (`adopt`).
public struct MotionAssembler: Hashable, Sendable {
  /// ABS_X, ABS_Y, ABS_Z, then ABS_RX, ABS_RY and ABS_RZ.
  public static let axes: [UInt16] = [0, 1, 2, 3, 4, 5]

  /// What one step of an axis is; nil where the device has not got it.
  private let scales: [Double?]
  private let mount: MountMatrix
  private var values: [Int32]
  private var known: [Bool]
  private var hasChanged = false

  /// An assembler for a device; nil where it is no accelerometer that says how large its numbers are.
  ///
  /// - Parameters:
  ///   - device: with the ranges of its axes.
  ///   - mount: how the sensor lies in the device.
  public init?(_ device: DeviceDescription, mount: MountMatrix = .identity) {
    let scales = Self.axes.map { code -> Double? in
      guard let resolution = device.axes[code]?.resolution, resolution > 0 else { return nil }
      let isTurning = code >= 3
      return (isTurning ? Double.pi / 180 : 1) / Double(resolution)
    }
    guard scales[0...2].allSatisfy({ $0 != nil }) else { return nil }
    self.scales = scales
    self.mount = mount
    values = Array(repeating: 0, count: Self.axes.count)
    known = scales.map { $0 == nil }
  }

  /// Takes in an event.
  ///
  /// - Returns: a sample where the event ends a report and all axes are known.
  public mutating func handle(_ event: InputEvent) -> MotionSample? {
    switch (event.type, event.code) {
    case (EventCode.absolute, let code) where Int(code) < scales.count && scales[Int(code)] != nil:
      values[Int(code)] = event.value
      known[Int(code)] = true
      hasChanged = true
      return nil
    case (EventCode.synchronization, EventCode.dropped):
      known = scales.map { $0 == nil }
      return nil
    case (EventCode.synchronization, EventCode.report) where hasChanged && known.allSatisfy(\.self):
      hasChanged = false
      return sample(at: event.time)
    default:
      return nil
    }
  }

  /// Takes over what the axes say now, as the kernel knows it: at the start, since an axis that rests is never told.
  ///
  /// - Parameter state: by the order of `axes`; what the device has not got is ignored.
  public mutating func adopt(_ state: [Int32]) {
    for (index, value) in state.prefix(values.count).enumerated() where scales[index] != nil {
      values[index] = value
      known[index] = true
    }
  }

  private func sample(at time: Instant) -> MotionSample {
    func vector(_ first: Int) -> SpatialVector? {
      guard let x = scales[first], let y = scales[first + 1], let z = scales[first + 2] else { return nil }
      return mount.apply(
        SpatialVector(
          Double(values[first]) * x, Double(values[first + 1]) * y, Double(values[first + 2]) * z))
    }
    return MotionSample(time: time, acceleration: vector(0) ?? .zero, rotationRate: vector(3))
  }
}
