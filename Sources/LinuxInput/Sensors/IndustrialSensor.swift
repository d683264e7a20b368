import Glibc
import LinuxEventLoop
import SystemPackage

/// A motion sensor of the kernel's Industrial I/O, read through sysfs: an accelerometer, with its gyroscope where it has
/// one (MOT-22).
///
/// Its values are polled: a service that is shut in may read sysfs, and may not open the sensor's buffer. Each axis is
/// a file that is opened once and read from its start again and again.
public struct IndustrialSensor: ~Copyable {
  /// What one reading gives: raw numbers, x, y and z.
  public struct Reading: Hashable, Sendable {
    /// Of the accelerometer.
    public var acceleration: [Int64]
    /// Of the gyroscope; nil where there is none.
    public var rotation: [Int64]?
  }

  /// The scale of a sensor: what raw numbers are offset by, and multiplied by then.
  public struct Scale: Hashable, Sendable {
    /// What is added first.
    public var offset: Double
    /// What it is multiplied by then.
    public var scale: Double
  }

  /// The folder of the sensor in sysfs.
  public let path: String
  /// What the sensor calls itself: any text.
  public let name: String
  /// To m/s².
  public let accelerationScale: Scale
  /// To rad/s.
  public let rotationScale: Scale
  /// How the sensor lies in the device; nil where nobody says.
  public let mountMatrix: String?
  /// How often a second it measures; nil where nobody says.
  public let frequency: Double?
  private var axes: [AxisFile]

  /// The rate that is asked for where the sensor measures less often, in Hz (behaviour 6).
  public static let wantedFrequency = 50.0
  private static let maximumFileBytes = 4096
  private static let letters = ["x", "y", "z"]

  /// Opens a sensor.
  ///
  /// - Returns: nil where the folder is of no accelerometer.
  /// - Throws: `SystemError` where its files cannot be read.
  public init?(folder: String) throws(SystemError) {
    func text(_ file: String) -> String? {
      guard let bytes = try? BoundedFile.read("\(folder)/\(file)", maximumBytes: Self.maximumFileBytes) else {
        return nil
      }
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    func number(_ files: String...) -> Double? {
      for file in files { if let number = text(file).flatMap(Double.init), number.isFinite { return number } }
      return nil
    }
    func scale(_ channel: String) -> Scale? {
      guard let scale = number("in_\(channel)_scale", "in_\(channel)_x_scale") else { return nil }
      return Scale(offset: number("in_\(channel)_offset", "in_\(channel)_x_offset") ?? 0, scale: scale)
    }
    guard text("in_accel_x_raw") != nil, let accelerationScale = scale("accel") else { return nil }
    path = folder
    name = text("name") ?? ""
    self.accelerationScale = accelerationScale
    mountMatrix = text("in_accel_mount_matrix") ?? text("in_mount_matrix") ?? text("mount_matrix")
    let hasGyroscope = text("in_anglvel_x_raw") != nil
    rotationScale = scale("anglvel") ?? Scale(offset: 0, scale: 1)
    let files = ["in_accel_sampling_frequency", "sampling_frequency"]
    if let slow = number(files[0], files[1]), slow < Self.wantedFrequency {
      // Who may not set it takes what there is.
      for file in files { Self.ask(for: Self.wantedFrequency, "\(folder)/\(file)") }
    }
    frequency = number(files[0], files[1])
    axes = []
    for channel in hasGyroscope ? ["accel", "anglvel"] : ["accel"] {
      for letter in Self.letters { axes.append(try AxisFile("\(folder)/in_\(channel)_\(letter)_raw")) }
    }
  }

  /// Reads all axes.
  ///
  /// - Throws: `SystemError`: the sensor is gone, or asleep.
  public func read() throws(SystemError) -> Reading {
    var values: [Int64] = []
    for index in axes.indices { values.append(try axes[index].read()) }
    return Reading(
      acceleration: Array(values.prefix(3)), rotation: values.count > 3 ? Array(values.suffix(3)) : nil)
  }

  private static func ask(for frequency: Double, _ path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    let text = Array("\(Int(frequency))\n".utf8)
    _ = unsafe write(descriptor, text, text.count)
    _ = close(descriptor)
  }
}

/// The file of one axis, kept open.
private final class AxisFile {
  private let file: OwnedDescriptor
  private let path: String

  init(_ path: String) throws(SystemError) {
    self.path = path
    let result = retryingOnInterrupt { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    file = try OwnedDescriptor(owning: result, from: "open", path: path)
  }

  func read() throws(SystemError) -> Int64 {
    var bytes = [UInt8](repeating: 0, count: 32)
    let descriptor = file.rawValue
    let count = retryingOnInterrupt { unsafe pread(descriptor, &bytes, bytes.count, 0) }
    guard count >= 0 else { throw .last("read", path: path) }
    let text = String(
      decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard let value = Int64(text) else {
      throw SystemError(operation: "read", errno: .invalidArgument, path: path)
    }
    return value
  }
}
