import GestureCore
public import TouchInput

/// Assembles samples from the events of an accelerometer: ABS_X … ABS_Z in units per g, ABS_RX … ABS_RZ in units per
/// degree per second (MOT-20, MOT-21).
///
/// The kernel omits an axis that has not changed, so the last values stay. After dropped events the values are unknown,
/// until each axis has reported again or the caller supplies them (`adopt`).
public struct MotionAssembler: Hashable, Sendable {
  /// ABS_X, ABS_Y, ABS_Z, then ABS_RX, ABS_RY and ABS_RZ.
  public static let axes: [UInt16] = [0, 1, 2, 3, 4, 5]

  /// The physical size of one step of each axis; nil where the device lacks the axis.
  private let scales: [Double?]
  /// The axes that are known without a report.
  private let rests: [Bool]
  private let mount: MountMatrix
  private var values: [Int32]
  private var known: [Bool]
  private var hasChanged = false

  /// An assembler for a device; nil where the device is not an accelerometer with known resolutions.
  ///
  /// - Parameters:
  ///   - device: the device with the ranges of its axes.
  ///   - mount: the orientation of the sensor in the device.
  ///   - resting: the axes that never report. Their value is the kernel's first one, 0: it reports only changes.
  public init?(
    _ device: DeviceDescription, mount: MountMatrix = .identity, resting: Set<UInt16> = []
  ) {
    let scales = Self.axes.map { code -> Double? in
      guard let resolution = device.axes[code]?.resolution, resolution > 0 else { return nil }
      let isTurning = code >= 3
      return (isTurning ? Double.pi / 180 : 1) / Double(resolution)
    }
    guard scales[0...2].allSatisfy({ $0 != nil }) else { return nil }
    self.scales = scales
    self.mount = mount
    values = Array(repeating: 0, count: Self.axes.count)
    rests = zip(Self.axes, scales).map { $1 == nil || resting.contains($0) }
    known = rests
  }

  /// Adds an event to the present report.
  ///
  /// - Returns: a sample where the event ends a report and all axes are known.
  public mutating func add(_ event: InputEvent) -> MotionSample? {
    switch (event.type, event.code) {
    case (EventCode.absolute, let code) where Int(code) < scales.count && scales[Int(code)] != nil:
      values[Int(code)] = event.value
      known[Int(code)] = true
      hasChanged = true
      return nil
    case (EventCode.synchronization, EventCode.dropped):
      known = rests
      return nil
    case (EventCode.synchronization, EventCode.report) where hasChanged && known.allSatisfy(\.self):
      hasChanged = false
      return sample(at: event.time)
    default:
      return nil
    }
  }

  /// Adopts the kernel's present values of the axes. Callers need it at the start, as a resting axis never reports.
  ///
  /// - Parameter state: the values in the order of `axes`. Values of missing axes are ignored.
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
