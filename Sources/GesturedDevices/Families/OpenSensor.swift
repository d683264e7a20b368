import EventFamilies
import GestureCore
import GesturedBase
import GesturedServing
import LinuxInput
import TouchInput

/// An open sensor of Industrial I/O. Its thread reads it, and this object interprets the readings.
final class OpenSensor {
  /// The lowest sampling rate at which shakes are recognized, in Hz (MOT-14).
  static let slowest = 20.0
  /// How long a deadline waits for a reading that began before it.
  private static let grace = TimeSpan.milliseconds(20)

  let reader: SensorReader
  /// The sensor's number among the devices that are no touchscreens.
  let number: Int
  private var conversion: SensorConversion?
  private var device: FamilyDevice?
  /// Whether reading fails, or the device is not a motion sensor. Another sensor may take its path soon.
  private(set) var isDoubtful = false

  init(_ reader: SensorReader, number: Int) {
    self.reader = reader
    self.number = number
  }

  /// The sensor's path in sysfs.
  var path: String { reader.folder }

  /// The kernel's name of the sensor: `iio:device0`.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// When the caller must call `advance`.
  var nextDeadline: Instant? { device?.nextDeadline.map { $0 + Self.grace } }

  /// Delivers the reports of the thread, in order.
  ///
  /// - Parameter warn: receives each warning for the log.
  func deliverReports(_ desk: FamilyDesk, warn: (MessageLine) -> Void) {
    for report in reader.drainReports() { deliver(report, desk, warn: warn) }
  }

  /// Delivers one report of the thread: opens, feeds or drops the device.
  func deliver(_ report: SensorReport, _ desk: FamilyDesk, warn: (MessageLine) -> Void) {
    switch report {
    case .opened(let description):
      open(description, desk, warn: warn)
    case .reading(let reading, let time):
      if let acceleration = conversion?.acceleration(of: reading) {
        let sample = MotionSample(
          time: time, acceleration: acceleration, rotationRate: conversion?.rotationRate(of: reading))
        device?.feed(sample, desk)
      } else if let rate = conversion?.rotationRate(of: reading) {
        device?.feed(rotationRate: rate, at: time, desk)
      }
    case .unsuitable:
      isDoubtful = true
    case .trouble(let error):
      isDoubtful = true
      drop(desk)
      // udev reports a sensor that was pulled.
      if error.errno != .operationNotSupportedByDevice {
        warn(FamilyWarning.sensorTrouble.with(path, error))
      }
    }
  }

  /// Fires the deadlines that are due.
  func advance(_ desk: FamilyDesk) {
    device?.advance(to: desk.turn.now - Self.grace, desk)
  }

  /// Cancels all events under way.
  func drop(_ desk: FamilyDesk) {
    device?.drop(at: desk.turn.now, desk)
  }

  private func open(_ description: SensorDescription, _ desk: FamilyDesk, warn: (MessageLine) -> Void) {
    guard let conversion = SensorConversion(description) else {
      warn(FamilyWarning.noScale.with(path))
      return
    }
    isDoubtful = false
    // The same sensor, only read more often or after trouble, goes on.
    guard device == nil || conversion != self.conversion else { return }
    drop(desk)
    self.conversion = conversion
    var settings = desk.settings
    if conversion.hasAcceleration, let frequency = description.frequency, frequency < Self.slowest {
      // Polling between two measurements yields no new values, and therefore no shakes.
      settings.shake = nil
      warn(FamilyWarning.slowSensor.with(path, frequency))
    }
    device = FamilyDevice(
      number: number, DeviceDescription(name: description.name), roles: .motion, settings: settings)
  }
}
