import EventFamilies
import GestureCore
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// A sensor of Industrial I/O that is being polled.
final class OpenSensor {
  /// How often: 50 times a second (behaviour 6).
  static let interval = TimeSpan.milliseconds(1000 / IndustrialSensor.wantedFrequency)
  /// The slowest sensor that shakes are looked for with, in Hz (MOT-14).
  static let slowest = 20.0

  /// The longest that a reading may keep the loop.
  private static let longestRead = TimeSpan.milliseconds(20)
  private static let firstPause = TimeSpan.milliseconds(1000)
  private static let longestPause = TimeSpan.milliseconds(60_000)

  private let sensor: IndustrialSensor
  private var pause = OpenSensor.interval
  private let acceleration: SensorScale
  private let rotation: SensorScale?
  private let mount: MountMatrix
  private(set) var device: FamilyDevice
  /// When it is read next.
  private(set) var due: Instant

  /// - Returns: nil where what it claims of its numbers makes none.
  init?(_ sensor: consuming IndustrialSensor, number: Int, _ desk: FamilyDesk, now: Instant) {
    guard
      let acceleration = SensorScale(
        offset: sensor.accelerationScale.offset, scale: sensor.accelerationScale.scale)
    else { return nil }
    self.acceleration = acceleration
    rotation = SensorScale(offset: sensor.rotationScale.offset, scale: sensor.rotationScale.scale)
    mount = sensor.mountMatrix.flatMap(MountMatrix.init) ?? .identity
    var settings = desk.settings
    // What it says between two measurements is not new: polling makes no shake of it (MOT-14).
    if let frequency = sensor.frequency, frequency < Self.slowest { settings.shake = nil }
    device = FamilyDevice(
      number: number, DeviceDescription(name: sensor.name), roles: .motion, settings: settings)
    self.sensor = sensor
    due = now
  }

  /// Its place in sysfs.
  var path: String { sensor.path }

  /// When `advance` is to be called.
  var nextDeadline: Instant { Instant.earlier(due, device.nextDeadline) ?? due }

  /// Reads it, where its time has come. One that has trouble is tried again later and later; so is one that takes long
  /// to answer, since nothing else is done meanwhile.
  ///
  /// - Returns: what was wrong.
  func advance(to now: Instant, _ desk: FamilyDesk, _ publisher: Publisher) -> SystemError? {
    var trouble: SystemError?
    if due <= now {
      let start = MonotonicClock.now()
      do throws(SystemError) {
        device.take(sample(try sensor.read(), at: now), desk, publisher, now: now)
        if MonotonicClock.now() - start > Self.longestRead {
          trouble = SystemError(operation: "read in time", errno: .timedOut, path: sensor.path)
        }
      } catch {
        trouble = error
      }
      let longer = TimeSpan(microseconds: pause.microseconds * 2)
      pause = trouble == nil ? Self.interval : min(max(longer, Self.firstPause), Self.longestPause)
      // A turn that was late is not made up for.
      due = trouble == nil ? max(due + pause, now) : now + pause
    }
    device.advance(to: now, desk, publisher, now: now)
    return trouble
  }

  /// Takes away what is under way.
  func drop(_ desk: FamilyDesk, _ publisher: Publisher, now: Instant) {
    device.drop(at: now, desk, publisher, now: now)
  }

  private func sample(_ reading: IndustrialSensor.Reading, at time: Instant) -> MotionSample {
    func vector(_ raw: [Int64], _ value: (Int64) -> Double) -> SpatialVector {
      mount.apply(SpatialVector(value(raw[0]), value(raw[1]), value(raw[2])))
    }
    return MotionSample(
      time: time, acceleration: vector(reading.acceleration, acceleration.acceleration),
      rotationRate: reading.rotation.flatMap { raw in rotation.map { vector(raw, $0.rotationRate) } })
  }
}
