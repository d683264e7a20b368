import GestureCore
import LinuxEventLoop

/// A client that wants raw motion (MOT-18), of each sensor as often as it said.
struct MotionReader {
  /// How many samples a second a client gets at most without the right `motion` (H13). At 10 a second a tap shows in at most one
  /// sample, and where on the screen it was cannot be told from that.
  static let slowRate: Double = 10

  /// Who it is.
  let client: ClientCredentials
  /// Whether it has no right to more than `slowRate`: it gets samples that the desk lets all of its kind have.
  var isSlow: Bool
  private let wantedRate: Double
  /// From when on the next one of a sensor is sent, on the clock of the samples.
  private var next: [Int: Instant] = [:]

  /// - Parameter rate: samples a second, 1 … 100.
  init(_ client: ClientCredentials, rate: Double, isSlow: Bool) {
    self.client = client
    self.isSlow = isSlow
    wantedRate = min(max(rate, 1), 100)
  }

  /// How many samples a second at most.
  var rate: Double { isSlow ? min(wantedRate, Self.slowRate) : wantedRate }

  /// Whether a sample of a sensor and a time is sent.
  mutating func admits(_ time: Instant, of device: Int) -> Bool {
    let interval = TimeSpan(microseconds: Int64(1_000_000 / rate))
    let due = next[device]
    if let due, time < due { return false }
    // Steady, however the sensor jitters; after a pause it begins anew.
    next[device] = (due.map { time - $0 < interval ? $0 : time } ?? time) + interval
    return true
  }

  /// Forgets a sensor that is gone.
  mutating func forget(_ device: Int) { next[device] = nil }
}
