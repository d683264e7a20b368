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

  private func isSensor(_ folder: TemporaryFolder) throws -> Bool {
    if let _ = try IndustrialSensor(folder: folder.path) { true } else { false }
  }

  @Test("MOT-22, MOT-23 raw numbers with their scale, offset and mount matrix")
  func reading() throws {
    let folder = try sensor(Self.accelerometer)
    guard let sensor = try IndustrialSensor(folder: folder.path) else {
      Issue.record("it is no sensor")
      return
    }
    #expect(sensor.name == "accel_3d" && sensor.frequency == 100)
    #expect(sensor.accelerationScale == .init(offset: 0, scale: 0.0196133))
    #expect(sensor.mountMatrix == "0, 1, 0; -1, 0, 0; 0, 0, 1")
    let reading = try sensor.read()
    #expect(reading == .init(acceleration: [1000, -2, 0], rotation: nil))
  }

  @Test("MOT-20 a gyroscope beside it is read too")
  func gyroscope() throws {
    var files = Self.accelerometer
    for letter in ["x", "y", "z"] { files["in_anglvel_\(letter)_raw"] = "5\n" }
    files["in_anglvel_scale"] = "0.001\n"
    let folder = try sensor(files)
    guard let sensor = try IndustrialSensor(folder: folder.path) else {
      Issue.record("it is no sensor")
      return
    }
    let rotation = try sensor.read().rotation
    #expect(rotation == [5, 5, 5])
    #expect(sensor.rotationScale.scale == 0.001)
  }

  @Test("MOT-14 a sensor that measures less than 50 times a second is asked for that")
  func slow() throws {
    var files = Self.accelerometer
    files["in_accel_sampling_frequency"] = "10\n"
    let folder = try sensor(files)
    guard let sensor = try IndustrialSensor(folder: folder.path) else {
      Issue.record("it is no sensor")
      return
    }
    #expect(sensor.frequency == 50)
  }

  @Test("What is no accelerometer, or gives no scale, is none; nonsense is an error, no number")
  func others() throws {
    let light = try sensor(["name": "als\n", "in_illuminance_raw": "3\n"])
    #expect(try !isSensor(light))
    var files = Self.accelerometer
    files["in_accel_scale"] = nil
    let scaleless = try sensor(files)
    #expect(try !isSensor(scaleless))
    files = Self.accelerometer
    files["in_accel_z_raw"] = "99999999999999999999\n"
    let odd = try sensor(files)
    guard let sensor = try IndustrialSensor(folder: odd.path) else {
      Issue.record("it is no sensor")
      return
    }
    var isRead = true
    do { _ = try sensor.read() } catch { isRead = false }
    #expect(!isRead)
  }
}
