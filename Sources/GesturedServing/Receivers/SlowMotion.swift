import GestureCore
import GestureProtocol

/// The samples of motion that need no right: one in 100 ms of each sensor, the same samples for all clients (H13).
///
/// Clients that pool their samples therefore learn no more than one client.
package struct SlowMotion {
  private static let interval = TimeSpan(microseconds: Int64(1_000_000 / MotionReader.slowRate))

  /// The last such sample of each sensor.
  package private(set) var latest: [Int: MotionReading] = [:]

  /// Takes a sample.
  ///
  /// - Returns: whether clients without the right receive it.
  mutating func take(_ reading: MotionReading) -> Bool {
    // When the clock goes back, or the sensor is reopened, the count starts again.
    if let last = latest[reading.device]?.time, reading.time >= last, reading.time - last < Self.interval {
      return false
    }
    latest[reading.device] = reading
    return true
  }

  /// Forgets a sensor that is gone.
  mutating func forget(_ device: Int) { latest[device] = nil }

  /// Forgets all samples.
  mutating func removeAll() { latest = [:] }
}
