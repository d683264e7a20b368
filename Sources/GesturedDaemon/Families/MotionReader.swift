import GestureCore

/// A client that wants raw motion (MOT-18).
struct MotionReader {
  /// The least time between two of its samples.
  let interval: TimeSpan
  /// From when on the next one is sent, on the clock of the samples.
  private var next: Instant?

  /// - Parameter rate: samples a second, 1 … 100.
  init(rate: Double) {
    interval = TimeSpan(microseconds: Int64(1_000_000 / min(max(rate, 1), 100)))
  }

  /// Whether a sample of a time is sent.
  mutating func admits(_ time: Instant) -> Bool {
    if let next, time < next { return false }
    // Steady, however the sensor jitters; after a pause it begins anew.
    let due = next.map { time - $0 < interval ? $0 : time } ?? time
    next = due + interval
    return true
  }
}
