import GestureCore
import GestureProtocol
import LinuxEventLoop

/// Raw motion: the clients that subscribe to it, and the latest samples (MOT-18, MOT-19).
package final class RawMotion {
  /// The clients, by their numbers.
  private var readers: [Int: MotionReader] = [:]
  /// The last sample of each sensor.
  package private(set) var latest: [Int: MotionReading] = [:]
  private var slow = SlowMotion()

  /// Whether any client subscribes.
  var hasReaders: Bool { !readers.isEmpty }

  /// The most samples a second that a client receives; nil without a client.
  package var highestRate: Double? { readers.values.map(\.rate).max() }

  /// The latest samples that a client may read.
  ///
  /// - Parameter isSlow: whether the client lacks the right to every sample.
  package func latest(isSlow: Bool) -> [Int: MotionReading] { isSlow ? slow.latest : latest }

  /// Subscribes a client, in place of its earlier subscription.
  ///
  /// - Parameters:
  ///   - rate: the samples a second that the client wants.
  ///   - isSlow: whether the client lacks the right to every sample.
  /// - Returns: the rate that the client receives.
  package func add(_ client: Int, _ credentials: ClientCredentials, rate: Double, isSlow: Bool) -> Double {
    let reader = MotionReader(credentials, rate: rate, isSlow: isSlow)
    readers[client] = reader
    return reader.rate
  }

  /// Ends a client's subscription.
  package func remove(_ client: Int) { readers[client] = nil }

  /// Changes which clients lack the right to every sample.
  package func limit(_ isSlow: (ClientCredentials) -> Bool) {
    for (client, reader) in readers { readers[client]?.isSlow = isSlow(reader.client) }
  }

  /// Records a sample.
  ///
  /// - Returns: the clients that receive it, by ascending numbers.
  func receive(_ reading: MotionReading) -> [Int] {
    latest[reading.device] = reading
    let isForAll = slow.receive(reading)
    return readers.keys.sorted().filter { client in
      (isForAll || !(readers[client]?.isSlow ?? true))
        && readers[client]?.admits(reading.time, of: reading.device) ?? false
    }
  }

  /// Forgets a sensor that is gone.
  func forget(sensor: Int) {
    latest[sensor] = nil
    slow.forget(sensor)
    for client in readers.keys { readers[client]?.forget(sensor) }
  }

  /// Forgets the latest sample of each sensor, because sensors are not read any more.
  package func forgetLatest() { latest = [:] }

  /// Forgets all samples.
  func forgetAll() {
    latest = [:]
    slow.removeAll()
  }
}

/// A client that subscribes to raw motion, at its own rate for each sensor.
private struct MotionReader {
  /// The client.
  let client: ClientCredentials
  /// Whether the client lacks the right to more than `SlowMotion.rate`. It then receives only samples that all such
  /// clients share.
  var isSlow: Bool
  private let wantedRate: Double
  /// The time of the next sample to send, by sensor, on the clock of the samples.
  private var next: [Int: Instant] = [:]

  /// - Parameter rate: samples a second, 1 … 100.
  init(_ client: ClientCredentials, rate: Double, isSlow: Bool) {
    self.client = client
    self.isSlow = isSlow
    wantedRate = min(max(rate, 1), 100)
  }

  /// The most samples a second.
  var rate: Double { isSlow ? min(wantedRate, SlowMotion.rate) : wantedRate }

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

/// The samples of motion that need no right: one in 100 ms of each sensor, the same samples for all clients (H13).
///
/// Clients that pool their samples therefore learn no more than one client.
private struct SlowMotion {
  /// The most samples a second for a client without the right `motion`. At 10 a second a tap shows in at most one
  /// sample. One sample does not reveal where on the screen the tap was.
  static let rate: Double = 10
  private static let interval = TimeSpan(microseconds: Int64(1_000_000 / rate))

  /// The last such sample of each sensor.
  private(set) var latest: [Int: MotionReading] = [:]

  /// Records a sample, unless the last one is too recent.
  ///
  /// - Returns: whether clients without the right receive it.
  mutating func receive(_ reading: MotionReading) -> Bool {
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
