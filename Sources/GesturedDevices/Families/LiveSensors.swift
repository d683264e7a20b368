import EventFamilies
import GestureCore
import GesturedBase
import GesturedServing
import LinuxEventLoop
import LinuxInput

/// The machine's motion sensors of Industrial I/O. Each has a thread of its own, and is read only while motion is
/// wanted (MOT-25).
final class LiveSensors {
  /// More sensors than a machine has: the lid, the base, and a gyroscope for each.
  private static let maximumThreads = 8

  /// Where the sensors' events go.
  private let desk: FamilyDesk
  private let folder: SensorFolder
  private var bell: SensorBell?
  private var sensors: [OpenSensor] = []
  /// The readers that were told to end but have not finished their last reading.
  private var ending: [SensorReader] = []
  private var isWanted = false
  private var frequency = SensorReader.usualFrequency
  /// Whether sensors came or went.
  private var hasChanged = true
  /// The names of the sensors that changed.
  private var changed: Set<String> = []
  /// Whether a thread has ended, so that another sensor has room.
  private var hasRoom = false
  private var isStale = false

  init(_ desk: FamilyDesk, folder: SensorFolder = SensorFolder()) {
    self.desk = desk
    self.folder = folder
  }

  private var turn: Turn { desk.turn }

  /// Whether the caller must call `settle`.
  var hasNews: Bool { hasChanged || hasRoom }

  /// Reopens all sensors with new settings.
  func reconfigure() {
    isStale = true
    hasChanged = true
  }

  /// Records that sensors came or went.
  func recordChange() { hasChanged = true }

  /// Records that a sensor came or went, or that udev's rules ran on it: its matrix and its rate may have changed.
  func recordChange(of name: String) {
    hasChanged = true
    changed.insert(name)
  }

  /// The number of threads that read, or finish their last reading.
  var threadCount: Int { sensors.count { !$0.reader.hasEnded } + ending.count { !$0.hasEnded } }

  /// When the caller must call `advance`.
  var nextDeadline: Instant? {
    var earliest: Instant?
    for index in sensors.indices { earliest = .earlier(earliest, sensors[index].nextDeadline) }
    return earliest
  }

  /// Opens the sensors while motion is wanted, and closes them otherwise.
  func settle(isWanted: Bool) {
    if desk.wantedFrequency != frequency {
      frequency = desk.wantedFrequency
      for sensor in sensors { sensor.reader.setFrequency(frequency) }
    }
    guard isWanted != self.isWanted || hasNews else { return }
    self.isWanted = isWanted
    let present = isWanted ? folder.devices : []
    for sensor in sensors {
      let isGone = !present.contains(sensor.path)
      let isDoubtful = hasChanged && sensor.isDoubtful
      if isGone || isDoubtful, isWanted { desk.forget(sensor.path) }
      if isGone || isDoubtful || isStale || changed.contains(sensor.name) {
        end(sensor)
      }
    }
    changed = []
    isStale = false
    hasChanged = false
    hasRoom = false
    if !isWanted { desk.motion.forgetLatest() }
    for path in present where !sensors.contains(where: { $0.path == path }) {
      open(path)
    }
  }

  /// Delivers the reports of the threads, and forgets the threads that have ended.
  func read() {
    bell?.drain()
    deliverReports()
    let count = ending.count
    ending.removeAll(where: \.hasEnded)
    if ending.count < count { hasRoom = true }
  }

  /// Fires the deadlines that are due, after the reports that came before them.
  func advance() {
    guard let due = nextDeadline, due <= turn.now else { return }
    deliverReports()
    for sensor in sensors { sensor.advance(desk) }
  }

  /// Cancels all events under way.
  func dropAll() {
    for sensor in sensors { sensor.drop(desk) }
  }

  /// Cancels the shake of one device.
  func drop(_ device: Int) {
    for sensor in sensors where sensor.number == device {
      sensor.drop(desk)
    }
  }

  /// Closes all sensors for good. The caller has canceled all events under way.
  func stop() {
    for sensor in sensors { end(sensor) }
    if let bell { try? turn.poller.remove(bell.descriptor) }
    bell = nil
  }

  // MARK: Steps

  private func deliverReports() {
    for sensor in sensors {
      var warnings: [MessageLine] = []
      sensor.deliverReports(desk) { warnings.append($0) }
      for warning in warnings {
        turn.warning(.device(sensor.path), warning)
      }
    }
  }

  private func end(_ sensor: OpenSensor) {
    sensor.drop(desk)
    sensor.reader.end()
    ending.append(sensor.reader)
    sensors.removeAll { $0 === sensor }
  }

  private func open(_ path: String) {
    // The previous thread must finish before the sensor is opened again.
    guard !ending.contains(where: { $0.folder == path }) else { return }
    guard sensors.count + ending.count < Self.maximumThreads else {
      turn.warning(.device(path), FamilyWarning.tooManySensors.with(path, Self.maximumThreads))
      return
    }
    do throws(SystemError) {
      let reader = try SensorReader.start(
        folder: path, frequency: frequency, mount: folder.mountMatrix(of: path),
        bell: try listen(with: turn.poller))
      sensors.append(OpenSensor(reader, number: desk.number(of: path)))
      turn.debug("\(path) is looked at for motion")
    } catch {
      turn.warning(.device(path), FamilyWarning.sensorNotOpened.with(path, error))
    }
  }

  /// The bell that all threads ring; the first of them creates it.
  private func listen(with poller: borrowing Poller) throws(SystemError) -> SensorBell {
    if let bell { return bell }
    let made = try SensorBell()
    try poller.add(
      made.descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.sensor))
    bell = made
    return made
  }
}

extension FamilyDesk {
  /// How many times a second sensors are read: the highest rate of any client, and enough for shakes.
  fileprivate var wantedFrequency: Double {
    max(SensorReader.usualFrequency, motion.highestRate ?? 0)
  }
}
