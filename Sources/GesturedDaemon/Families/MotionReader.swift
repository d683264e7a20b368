import GestureCore

/// A client that wants raw motion (MOT-18), of each sensor as often as it said.
struct MotionReader {
  /// How many samples a second at most.
  let rate: Double
  private let interval: TimeSpan
  /// From when on the next one of a sensor is sent, on the clock of the samples.
  private var next: [Int: Instant] = [:]

  /// - Parameter rate: samples a second, 1 … 100.
  init(rate: Double) {
    self.rate = min(max(rate, 1), 100)
    interval = TimeSpan(microseconds: Int64(1_000_000 / self.rate))
  }

  /// Whether a sample of a sensor and a time is sent.
  mutating func admits(_ time: Instant, of device: Int) -> Bool {
    let due = next[device]
    if let due, time < due { return false }
    // Steady, however the sensor jitters; after a pause it begins anew.
    next[device] = (due.map { time - $0 < interval ? $0 : time } ?? time) + interval
    return true
  }

  /// Forgets a sensor that is gone.
  mutating func forget(_ device: Int) { next[device] = nil }
}
