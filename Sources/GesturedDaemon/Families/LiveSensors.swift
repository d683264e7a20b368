import EventFamilies
import GestureCore
import LinuxEventLoop
import LinuxInput
import TouchInput

/// The machine's motion sensors of Industrial I/O, read while somebody wants motion (MOT-25).
final class LiveSensors {
  /// Sensors' numbers at the desk begin here: those of event nodes are below.
  private static let firstNumber = 1_000_000

  private let folder: SensorFolder
  private var sensors: [OpenSensor] = []
  private var isWanted = false
  /// Whether sensors or their settings may be others.
  private(set) var hasNews = true
  private var isStale = false
  private var latestNumber = LiveSensors.firstNumber

  init(folder: SensorFolder = SensorFolder()) {
    self.folder = folder
  }

  /// The settings are others: all are opened anew.
  func reconfigure() {
    isStale = true
    hasNews = true
  }

  /// Sensors came or went.
  func noteChange() { hasNews = true }

  /// When `advance` is to be called.
  var nextDeadline: Instant? {
    var earliest: Instant?
    for sensor in sensors { earliest = .earlier(earliest, sensor.nextDeadline) }
    return earliest
  }

  /// Opens sensors where somebody wants motion, and closes them where nobody does.
  func settle(isWanted: Bool, _ publisher: Publisher, journal: inout Journal, now: Instant) {
    guard isWanted != self.isWanted || hasNews else { return }
    self.isWanted = isWanted
    hasNews = false
    let present = isWanted ? folder.devices : []
    let ending = sensors.filter { isStale || !present.contains($0.path) }
    isStale = false
    for sensor in ending { sensor.drop(publisher.desk, publisher, now: now) }
    sensors.removeAll { sensor in ending.contains { $0 === sensor } }
    if sensors.isEmpty, !isWanted { publisher.desk.latestReading = nil }
    for path in present where !sensors.contains(where: { $0.path == path }) {
      open(path, publisher, journal: &journal, now: now)
    }
  }

  /// Reads what is due.
  func advance(to now: Instant, _ publisher: Publisher, journal: inout Journal) {
    for sensor in sensors where sensor.nextDeadline <= now {
      guard let error = sensor.advance(to: now, publisher.desk, publisher) else { continue }
      // One that is gone is told of by udev; any other trouble may pass.
      sensor.drop(publisher.desk, publisher, now: now)
      journal.warning(.device(sensor.path), "no motion for a moment: \(error)", now: now)
    }
  }

  /// Takes away what is under way.
  func dropAll(_ publisher: Publisher, now: Instant) {
    for sensor in sensors { sensor.drop(publisher.desk, publisher, now: now) }
  }

  /// Takes away the shake of one device.
  func drop(_ device: Int, _ publisher: Publisher, now: Instant) {
    for sensor in sensors where sensor.device.number == device {
      sensor.drop(publisher.desk, publisher, now: now)
    }
  }

  private func open(_ path: String, _ publisher: Publisher, journal: inout Journal, now: Instant) {
    do throws(SystemError) {
      guard let sensor = try IndustrialSensor(folder: path) else { return }
      if let frequency = sensor.frequency, frequency < OpenSensor.slowest {
        journal.warning(
          .device(path), "\(path): it measures \(frequency) times a second: no shake is told of below 20",
          now: now)
      }
      latestNumber += 1
      guard let open = OpenSensor(sensor, number: latestNumber, publisher.desk, now: now) else {
        journal.warning(.device(path), "\(path): its scale makes no numbers", now: now)
        return
      }
      journal.debug("\(path) is read for motion")
      sensors.append(open)
    } catch {
      journal.warning(.device(path), "\(error)", now: now)
    }
  }
}
