import GestureCore
import GestureProtocol

/// The samples of motion that need no right: of each sensor one in 100 ms, the same ones for all clients (H13).
///
/// Clients that stand together therefore see no more than one of them.
struct SlowMotion {
  private static let interval = TimeSpan(microseconds: Int64(1_000_000 / MotionReader.slowRate))

  /// The last one of each sensor.
  private(set) var latest: [Int: MotionReading] = [:]

  /// Takes a sample.
  ///
  /// - Returns: whether it is one of them.
  mutating func take(_ reading: MotionReading) -> Bool {
    // A clock that went back begins anew, as a sensor that was opened again does.
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
