import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedScene
import LinuxEventLoop
import Testing

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing
@testable import LinuxInput

/// Industrial I/O sensors, from a folder like the kernel's to the desk's readings.
@Suite("Motion sensors of the machine") struct LiveSensorsTests {
  private static let accelerometer = [
    "name": "accel_3d\n", "in_accel_x_raw": "0\n", "in_accel_y_raw": "0\n", "in_accel_z_raw": "500\n",
    "in_accel_scale": "0.0196133\n",
  ]
  private static let gyroscope = [
    "name": "gyro_3d\n", "in_anglvel_x_raw": "0\n", "in_anglvel_y_raw": "0\n", "in_anglvel_z_raw": "90\n",
    "in_anglvel_scale": "0.017453293\n",
  ]

  /// A machine with these sensors, and their reader.
  private final class Machine {
    let desk: FamilyDesk
    let folder: TemporaryFolder
    let sensors: LiveSensors
    let log = KeptLog()

    init(_ devices: [[String: String]]) throws {
      folder = try TemporaryFolder()
      for (number, files) in devices.enumerated() {
        try folder.makeFolder("iio:device\(number)")
        for (name, text) in files { _ = try folder.write(text, to: "iio:device\(number)/\(name)") }
      }
      desk = FamilyDesk(
        Publisher(
          try .alone(logger: log.logger), scene: try Scene([]), dump: nil
        ))
      sensors = LiveSensors(desk, folder: SensorFolder(path: folder.path))
    }

    func settle(isWanted: Bool) {
      sensors.settle(isWanted: isWanted)
    }

    /// Continues until a condition holds, checking after each notice of a thread.
    func goOn(isWanted: Bool = true, until isSo: () -> Bool) throws {
      while !isSo() {
        let isHeard = try HangWatch.wait { try desk.turn.poller.wait(timeout: .milliseconds($0)) > 0 }
        try #require(isHeard, "no thread says anything")
        sensors.read()
        settle(isWanted: isWanted)
      }
    }

    deinit {
      sensors.stop()
    }
  }

  @Test(
    "MOT-25 nothing is read before somebody wants it; then a gyroscope of its own is read as well as the accelerometer"
  )
  func both() throws {
    let machine = try Machine([Self.gyroscope, ["name": "als\n"], Self.accelerometer])
    machine.settle(isWanted: false)
    #expect(machine.sensors.threadCount == 0)
    machine.settle(isWanted: true)
    #expect(machine.sensors.threadCount >= 2)
    try machine.goOn { machine.desk.motion.latest.count == 2 }
    let readings = machine.desk.motion.latest.values.sorted { $0.device < $1.device }
    #expect(readings.map(\.name) == ["gyro_3d", "accel_3d"])
    #expect(abs((readings[0].rotationRate?.z ?? 0) - 1.5708) < 0.001 && readings[0].acceleration == nil)
    #expect(abs((readings[1].acceleration?.total.z ?? 0) - 1) < 0.001 && readings[1].rotationRate == nil)
    // The light sensor does not count as a motion sensor, and its thread has ended.
    try machine.goOn { machine.sensors.threadCount <= 2 }
    machine.settle(isWanted: false)
    #expect(machine.desk.motion.latest.isEmpty)
    try machine.goOn(isWanted: false) { machine.sensors.threadCount == 0 }
  }

  @Test("A sensor that cannot be read is said to have trouble, and read again once it can")
  func trouble() throws {
    var files = Self.accelerometer
    files["in_accel_z_raw"] = "nothing\n"
    let machine = try Machine([files])
    machine.settle(isWanted: true)
    try machine.goOn { machine.log.lines.contains { $0.contains("the sensor could not be read") } }
    #expect(machine.desk.motion.latest.isEmpty)
    _ = try machine.folder.write("500\n", to: "iio:device0/in_accel_z_raw")
    // A notice of udev leads to another try at once.
    machine.sensors.recordChange()
    machine.settle(isWanted: true)
    try machine.goOn { machine.desk.motion.latest.count == 1 }
  }

  @Test("MOT-14, MOT-23 what udev says of a sensor that is read already has it opened anew, as the same")
  func toldOfAnew() throws {
    var files = Self.accelerometer
    files["in_accel_scale"] = "0.00980665\n"
    let machine = try Machine([files])
    machine.settle(isWanted: true)
    try machine.goOn { machine.desk.motion.latest.count == 1 }
    let number = try #require(machine.desk.motion.latest.keys.first)
    #expect(abs((machine.desk.motion.latest[number]?.acceleration?.total.z ?? 0) - 0.5) < 0.001)
    _ = try machine.folder.write("0.0196133\n", to: "iio:device0/in_accel_scale")
    machine.sensors.recordChange(of: "iio:device0")
    machine.settle(isWanted: true)
    try machine.goOn { machine.desk.motion.latest[number]?.acceleration.map { $0.total.z > 0.9 } ?? false }
  }

  @Test("MOT-14 of a sensor that measures seldom nothing is told but its samples, and the log says so")
  func slow() throws {
    let machine = try Machine([])
    let desk = machine.desk
    try machine.folder.makeFolder("none")
    let sensor = OpenSensor(
      try SensorReader.start(
        folder: machine.folder.file("none"), frequency: 50, mount: nil, bell: try SensorBell()), number: 1)
    var warnings: [MessageLine] = []
    func take(_ report: SensorReport) {
      sensor.deliver(report, desk) { warnings.append($0) }
    }
    var description = SensorDescription(
      name: "accel_3d", accelerationScale: .init(offset: 0, scale: 0.0196133), frequency: 10)
    take(.opened(description))
    #expect(
      warnings.map(\.description) == [
        "\(machine.folder.file("none")): recognizes no shakes, because it measures 10.0 times a second and 20 are needed"
      ])
    // Pushes as in a shake. Each is reported five times, because the sensor is read so often.
    for step in 0..<100 as Range<Int64> {
      let push: Int64 = step / 5 % 2 == 0 ? 1000 : -1000
      take(
        .reading(
          IndustrialSensor.Reading(acceleration: [push, 0, 500]),
          at: Instant.start + .milliseconds(Double(step * 20))))
    }
    #expect(desk.motion.latest[1]?.acceleration != nil && !desk.hasShakes && sensor.nextDeadline == nil)
    description.accelerationScale = .init(offset: 0, scale: 0)
    take(.opened(description))
    #expect(
      warnings.last?.description.hasSuffix("not read, because its scale is not a usable number") == true)
    sensor.reader.end()
  }

  @Test("There are never more threads than eight, however many sensors there are")
  func crowd() throws {
    let machine = try Machine(Array(repeating: Self.accelerometer, count: 12))
    machine.settle(isWanted: true)
    #expect(machine.sensors.threadCount == 8)
    #expect(machine.log.lines.contains { $0.contains("8 sensors are read already") })
  }
}
