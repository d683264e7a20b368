import GestureTestSupport
import Testing

@testable import LinuxInput

@Suite("Sensors of Industrial I/O")
struct IndustrialSensorTests {
  private func sensor(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { _ = try folder.write(Array(text.utf8), to: name) }
    return folder
  }

  private static let accelerometer = [
    "name": "accel_3d\n", "in_accel_x_raw": "1000\n", "in_accel_y_raw": "-2\n", "in_accel_z_raw": "0\n",
    "in_accel_scale": "0.0196133\n", "in_accel_sampling_frequency": "100.000\n",
    "in_accel_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1\n",
  ]

  private static let gyroscope = [
    "name": "gyro_3d\n", "in_anglvel_x_raw": "5\n", "in_anglvel_y_raw": "5\n", "in_anglvel_z_raw": "-5\n",
    "in_anglvel_scale": "0.001\n", "in_anglvel_sampling_frequency": "10\n",
  ]

  /// A sensor's description and its first reading.
  private struct Look: Equatable {
    var description: SensorDescription
    var reading: IndustrialSensor.Reading
  }

  /// The description and the reading of a sensor; nil where the folder does not count as one.
  private func look(_ files: [String: String], mount: String? = nil) throws -> Look? {
    let folder = try sensor(files)
    guard let sensor = try IndustrialSensor(folder: folder.path, frequency: 50, mount: mount) else {
      return nil
    }
    return Look(description: sensor.description, reading: try sensor.read())
  }

  @Test("MOT-22, MOT-23 raw numbers with their scale, offset and mount matrix")
  func reading() throws {
    let seen = try #require(try look(Self.accelerometer))
    let (description, reading) = (seen.description, seen.reading)
    #expect(description.name == "accel_3d" && description.frequency == 100)
    #expect(description.accelerationScale == .init(offset: 0, scale: 0.0196133))
    #expect(description.mountMatrix == "0, 1, 0; -1, 0, 0; 0, 0, 1")
    #expect(reading == .init(acceleration: [1000, -2, 0], rotation: nil))
  }

  @Test("MOT-23 how udev says that it lies comes before what the kernel says")
  func mountOfUdev() throws {
    let mount = "1, 0, 0; 0, 1, 0; 0, 0, 1"
    let description = try #require(try look(Self.accelerometer, mount: mount)).description
    #expect(description.mountMatrix == "1, 0, 0; 0, 1, 0; 0, 0, 1")
  }

  @Test("MOT-20 a gyroscope beside it is read too")
  func gyroscopeBeside() throws {
    let files = Self.accelerometer.merging(Self.gyroscope) { first, _ in first }
    let seen = try #require(try look(files))
    let (description, reading) = (seen.description, seen.reading)
    #expect(reading == .init(acceleration: [1000, -2, 0], rotation: [5, 5, -5]))
    #expect(description.rotationScale?.scale == 0.001)
  }

  @Test("MOT-20 a gyroscope may be a device of its own, and is asked for as many samples")
  func gyroscopeAlone() throws {
    let seen = try #require(try look(Self.gyroscope))
    let (description, reading) = (seen.description, seen.reading)
    #expect(reading == .init(acceleration: nil, rotation: [5, 5, -5]))
    #expect(description.accelerationScale == nil && description.frequency == 50)
  }

  @Test("MOT-14 a sensor that measures less than 50 times a second is asked for that")
  func slow() throws {
    var files = Self.accelerometer
    files["in_accel_sampling_frequency"] = "10\n"
    #expect(try #require(try look(files)).description.frequency == 50)
  }

  @Test("What is no motion sensor, or gives no scale, is none; nonsense is an error, no number")
  func others() throws {
    #expect(try look(["name": "als\n", "in_illuminance_raw": "3\n"]) == nil)
    var files = Self.accelerometer
    files["in_accel_scale"] = nil
    #expect(try look(files) == nil)
    files = Self.accelerometer
    files["in_accel_z_raw"] = "99999999999999999999\n"
    #expect(throws: (any Error).self) { try look(files) }
    files["in_accel_z_raw"] = nil
    #expect(throws: (any Error).self) { try look(files) }
  }
}
