import DaemonTestSupport
import EventFamilies
import GestureCore
import TouchInput

@testable import GesturedDaemon

/// Devices other than touchscreens, which a test plugs in and plays.
extension ServingRig {
  /// Plugs in a device.
  ///
  /// - Returns: The device's number.
  func plugIn(_ roles: DeviceRoles, named name: String = "Device") -> Int {
    let axes = Dictionary(
      uniqueKeysWithValues: (0...5).map {
        (UInt16($0), AxisRange(minimum: -32768, maximum: 32767, resolution: $0 < 3 ? 1000 : 10))
      })
    let description = DeviceDescription(
      name: name, codes: [EventCode.absolute: CodeSet(Array(axes.keys))], axes: axes)
    return source.plugIn(description, for: roles)
  }

  /// Keys of a device, by code, value and time in ms.
  func keys(_ keys: [(code: UInt16, value: Int32, time: Int64)], on device: Int) {
    queue(keys.map { (EventCode.key, $0.code, $0.value, $0.time) }, on: device)
  }

  /// Switches of a device, each a report of its own.
  func switches(_ switches: [(port: AudioPort, isIn: Bool, time: Int64)], on device: Int) {
    queue(
      switches.map { entry in
        let code = AudioPort.switches.first { $0.port == entry.port }?.code ?? 0
        return (EventCode.switches, code, entry.isIn ? 1 : 0, entry.time)
      }, on: device)
  }

  /// A shake of 2 g and 4 Hz along x, 100 samples a second, and the rest after it.
  func shake(from start: Int64, for milliseconds: Int64, on device: Int) {
    var events: [(UInt16, UInt16, Int32, Int64)] = []
    for step in stride(from: 0, through: milliseconds + 600, by: 10) {
      let push = step < milliseconds ? 2000 * Self.oscillation(Double(step) / 250) : 0
      events.append((EventCode.absolute, 0, Int32(push.rounded()), start + step))
      events.append((EventCode.absolute, 1, 0, start + step))
      events.append((EventCode.absolute, 2, 1000, start + step))
      for axis in 3...5 { events.append((EventCode.absolute, UInt16(axis), 0, start + step)) }
      events.append((EventCode.synchronization, EventCode.report, 0, start + step))
    }
    queue(events, on: device, reports: false)
  }

  private func queue(
    _ events: [(type: UInt16, code: UInt16, value: Int32, time: Int64)], on device: Int, reports: Bool = true
  ) {
    source.queue(
      events.flatMap { event in
        let time = Instant.start + .milliseconds(Double(event.time))
        let input = InputEvent(time: time, type: event.type, code: event.code, value: event.value)
        let report = InputEvent(
          time: time, type: EventCode.synchronization, code: EventCode.report, value: 0)
        return reports ? [input, report] : [input]
      }, ofFamily: device)
  }

  /// sin(2πx) by its series.
  private static func oscillation(_ turns: Double) -> Double {
    var turn = turns.truncatingRemainder(dividingBy: 1)
    if turn > 0.5 { turn -= 1 }
    let x = 2 * Double.pi * turn
    var (term, sum) = (x, x)
    for number in 1..<12 {
      term *= -x * x / Double(2 * number * (2 * number + 1))
      sum += term
    }
    return sum
  }
}
