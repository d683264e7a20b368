import EventFamilies
import GestureCore
import LinuxInput
import TouchInput

/// A sensor of Industrial I/O that is being read, by a thread of its own; what that says is made sense of here.
final class OpenSensor {
  /// The slowest sensor that shakes are looked for with, in Hz (MOT-14).
  static let slowest = 20.0
  /// How long a deadline waits for a reading that began before it.
  private static let grace = TimeSpan.milliseconds(20)

  let reader: SensorReader
  /// Its number among the devices that are no touchscreens.
  let number: Int
  private var conversion: SensorConversion?
  private var device: FamilyDevice?
  /// Whether it has trouble, or is no motion sensor: another may be in its place soon.
  private(set) var isDoubtful = false

  init(_ reader: SensorReader, number: Int) {
    self.reader = reader
    self.number = number
  }

  /// Its place in sysfs.
  var path: String { reader.folder }

  /// What the kernel calls it: `iio:device0`.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// When `advance` is to be called.
  var nextDeadline: Instant? { device?.nextDeadline.map { $0 + Self.grace } }

  /// Takes in what the thread has said, in order.
  ///
  /// - Parameter warn: what is to be said of it in the log.
  func takeReports(_ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn, warn: (String) -> Void) {
    for report in reader.takeReports() { take(report, desk, publisher, turn, warn: warn) }
  }

  /// Takes in what the thread has said.
  func take(
    _ report: SensorReport, _ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn, warn: (String) -> Void
  ) {
    switch report {
    case .opened(let description):
      open(description, desk, publisher, turn, warn: warn)
    case .reading(let reading, let time):
      if let acceleration = conversion?.acceleration(of: reading) {
        let sample = MotionSample(
          time: time, acceleration: acceleration, rotationRate: conversion?.rotationRate(of: reading))
        device?.take(sample, desk, publisher, turn)
      } else if let rate = conversion?.rotationRate(of: reading) {
        device?.take(rotationRate: rate, at: time, desk, publisher, turn)
      }
    case .unsuitable:
      isDoubtful = true
    case .trouble(let error):
      isDoubtful = true
      drop(desk, publisher, turn)
      // Of one that was pulled udev tells.
      if error.errno != .operationNotSupportedByDevice { warn("no motion for a moment: \(error)") }
    }
  }

  /// Fires the deadlines that have come.
  func advance(_ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn) {
    device?.advance(to: turn.now - Self.grace, desk, publisher, turn)
  }

  /// Takes away what is under way.
  func drop(_ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn) {
    device?.drop(at: turn.now, desk, publisher, turn)
  }

  private func open(
    _ description: SensorDescription, _ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn,
    warn: (String) -> Void
  ) {
    guard let conversion = SensorConversion(description) else {
      warn("its scale makes no numbers")
      return
    }
    isDoubtful = false
    // The same as before, only read more often, or after trouble.
    guard device == nil || conversion != self.conversion else { return }
    drop(desk, publisher, turn)
    self.conversion = conversion
    var settings = desk.settings
    if conversion.hasAcceleration, let frequency = description.frequency, frequency < Self.slowest {
      // What it says between two measurements is not new: polling makes no shake of it.
      settings.shake = nil
      warn("it measures \(frequency) times a second: no shake is told of below 20")
    }
    device = FamilyDevice(
      number: number, DeviceDescription(name: description.name), roles: .motion, settings: settings)
  }
}
