import GestureCore
import LinuxEventLoop

/// A client that subscribes to raw motion (MOT-18), at its own rate for each sensor.
package struct MotionReader {
  /// The most samples a second for a client without the right `motion` (H13). At 10 a second a tap shows in at most one
  /// sample. One sample does not reveal where on the screen the tap was.
  static let slowRate: Double = 10

  /// The client.
  package let client: ClientCredentials
  /// Whether the client lacks the right to more than `slowRate`. It then receives only samples that all such clients
  /// share.
  package var isSlow: Bool
  private let wantedRate: Double
  /// The time of the next sample to send, by sensor, on the clock of the samples.
  private var next: [Int: Instant] = [:]

  /// - Parameter rate: samples a second, 1 … 100.
  package init(_ client: ClientCredentials, rate: Double, isSlow: Bool) {
    self.client = client
    self.isSlow = isSlow
    wantedRate = min(max(rate, 1), 100)
  }

  /// The most samples a second.
  package var rate: Double { isSlow ? min(wantedRate, Self.slowRate) : wantedRate }

  /// Whether to send a sample of this time and sensor.
  mutating func admits(_ time: Instant, of device: Int) -> Bool {
    let interval = TimeSpan(microseconds: Int64(1_000_000 / rate))
    let due = next[device]
    if let due, time < due { return false }
    // The rate stays steady however the sensor jitters. After a pause the count starts again.
    next[device] = (due.map { time - $0 < interval ? $0 : time } ?? time) + interval
    return true
  }

  /// Forgets a sensor that is gone.
  mutating func forget(_ device: Int) { next[device] = nil }
}
