import Glibc
import LinuxEventLoop
import SystemPackage

/// A motion sensor of the kernel's Industrial I/O, read through sysfs: an accelerometer, a gyroscope, or one device
/// that is both (MOT-22).
///
/// The values are polled: a confined service may read sysfs, and may not open the sensor's buffer. Each axis is a file
/// that is opened once and read from its start each time. A reading lasts as long as the sensor takes, seconds where
/// the sensor hangs. Each sensor therefore needs a thread of its own (`SensorReader`).
public struct IndustrialSensor: ~Copyable, Sendable {
  /// One reading's raw numbers, x, y and z.
  public struct Reading: Hashable, Sendable {
    /// The accelerometer's numbers; nil without an accelerometer.
    public var acceleration: SIMD3<Int64>?
    /// The gyroscope's numbers; nil without a gyroscope.
    public var rotation: SIMD3<Int64>?
  }

  /// The sensor's own description.
  public let description: SensorDescription
  private let acceleration: AxisFiles?
  private let rotation: AxisFiles?

  private static let maximumFileBytes = 4096
  private static let frequencyFiles = [
    "in_accel_sampling_frequency", "in_anglvel_sampling_frequency", "sampling_frequency",
  ]

  /// Opens a sensor.
  ///
  /// - Parameters:
  ///   - folder: the sensor's folder in sysfs.
  ///   - frequency: the wanted measurements a second, in Hz, set where the sensor measures less often. A process
  ///     without the right to set it uses the present frequency.
  ///   - mount: the sensor's mount matrix from udev; nil where udev has none.
  /// - Returns: nil where the folder belongs to neither an accelerometer nor a gyroscope.
  /// - Throws: `SystemError` where the sensor's files cannot be read.
  public init?(folder: String, frequency: Double, mount: String? = nil) throws(SystemError) {
    func text(_ file: String) -> String? {
      guard let bytes = try? BoundedFile.read("\(folder)/\(file)", maximumBytes: Self.maximumFileBytes) else {
        return nil
      }
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    func number(_ files: [String]) -> Double? {
      for file in files { if let number = text(file).flatMap(Double.init), number.isFinite { return number } }
      return nil
    }
    func scale(_ channel: String) -> SensorDescription.Scale? {
      let prefix = "in_\(channel)"
      guard let scale = number(["\(prefix)_scale", "\(prefix)_x_scale"]) else { return nil }
      return SensorDescription.Scale(
        offset: number(["\(prefix)_offset", "\(prefix)_x_offset"]) ?? 0, scale: scale)
    }
    func axes(_ channel: String, _ scale: SensorDescription.Scale?) throws(SystemError) -> AxisFiles? {
      guard scale != nil, unsafe access("\(folder)/in_\(channel)_x_raw", F_OK) == 0 else { return nil }
      return try AxisFiles(folder: folder, channel: channel)
    }
    let accelerationScale = scale("accel")
    let rotationScale = scale("anglvel")
    let accelerationFiles = try axes("accel", accelerationScale)
    let rotationFiles = try axes("anglvel", rotationScale)
    let (isAccelerometer, isGyroscope) = (accelerationFiles != nil, rotationFiles != nil)
    guard isAccelerometer || isGyroscope else { return nil }
    if let slow = number(Self.frequencyFiles), slow < frequency {
      for file in Self.frequencyFiles { Self.ask(for: frequency, "\(folder)/\(file)") }
    }
    let lie =
      mount ?? text("in_accel_mount_matrix") ?? text("in_anglvel_mount_matrix")
      ?? text("in_mount_matrix") ?? text("mount_matrix")
    description = SensorDescription(
      name: text("name") ?? "", accelerationScale: isAccelerometer ? accelerationScale : nil,
      rotationScale: isGyroscope ? rotationScale : nil, mountMatrix: lie,
      frequency: number(Self.frequencyFiles))
    acceleration = accelerationFiles
    rotation = rotationFiles
  }

  /// Reads all axes.
  ///
  /// - Throws: `SystemError`: the sensor is gone, or asleep.
  public func read() throws(SystemError) -> Reading {
    Reading(acceleration: try acceleration?.read(), rotation: try rotation?.read())
  }

  private static func ask(for frequency: Double, _ path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    let text = Array("\(Int(frequency))\n".utf8)
    _ = unsafe write(descriptor, text, text.count)
    _ = close(descriptor)
  }
}
