/// The velocity of something that moves, over its last 100 ms.
///
/// ```
///   t − 100 ms                       t (newest)
///       │ ●    ●    ●    ●    ●    ●    ●
///         ▲                             ▲
///       oldest sample in the window   newest       v = difference / time between
/// ```
///
/// The storage is fixed. Above 640 samples a second, samples closer than 1/64 of the window to the previous one share a
/// place. The window may then be shorter than 100 ms by that much. Below that rate the window is exact.
public struct VelocityHistory: Sendable {
  /// The age up to which samples count: 100 ms (PAN-9).
  public static var window: TimeSpan { TimeSpan(microseconds: 100_000) }

  private struct Sample {
    var time: Instant
    var value: Vector
  }

  private static let capacity = 65
  private static var spacing: TimeSpan { TimeSpan(microseconds: window.microseconds / 64) }

  /// An array rather than an inline array: each read of an inline array would copy all of it.
  private var samples: [Sample]
  private var count = 0
  private var newest = 0
  /// The oldest sample inside the window before the newest. Each `append` moves this index on, so no call searches for
  /// it.
  private var oldest = 0

  /// No samples.
  public init() {
    samples = Array(repeating: Sample(time: Instant(microseconds: 0), value: .zero), count: Self.capacity)
  }

  /// Whether there is no sample.
  public var isEmpty: Bool { count == 0 }

  /// Forgets all samples.
  public mutating func removeAll() {
    count = 0
  }

  /// Forgets all samples but the newest and sets its value (PAN-11).
  public mutating func rebase(to value: Vector) {
    guard count > 0 else { return }
    count = 1
    oldest = newest
    samples[newest].value = value
  }

  /// Adds a value at a time that is not before the previous sample.
  public mutating func append(_ value: Vector, at time: Instant) {
    let sample = Sample(time: time, value: value)
    if count >= 2, time - samples[place(before: newest)].time < Self.spacing {
      samples[newest] = sample
    } else {
      newest = place(after: newest)
      samples[newest] = sample
      if count == 0 { oldest = newest }
      // The overwritten sample was the oldest of all.
      if count == Self.capacity, oldest == newest { oldest = place(after: oldest) }
      count = min(count + 1, Self.capacity)
    }
    while time - samples[oldest].time > Self.window { oldest = place(after: oldest) }
  }

  /// The velocity in units a second at a time. Zero with fewer than two samples, and once the newest sample is older
  /// than the window (PAN-10).
  public func velocity(at time: Instant) -> Vector {
    guard count >= 2, time - samples[newest].time <= Self.window else { return .zero }
    let span = samples[newest].time - samples[oldest].time
    guard span > .zero else { return .zero }
    return (samples[newest].value - samples[oldest].value) / span.seconds
  }

  /// The velocity at the newest sample, whatever its age. A sample before the window counts as the position at the
  /// beginning of the window: nothing moved between. Zero with fewer than two samples.
  public var latestVelocity: Vector {
    guard count >= 2 else { return .zero }
    if oldest == newest {
      return (samples[newest].value - samples[place(before: newest)].value) / Self.window.seconds
    }
    let span = samples[newest].time - samples[oldest].time
    guard span > .zero else { return .zero }
    return (samples[newest].value - samples[oldest].value) / span.seconds
  }

  private func place(after position: Int) -> Int {
    position + 1 == Self.capacity ? 0 : position + 1
  }

  private func place(before position: Int) -> Int {
    position == 0 ? Self.capacity - 1 : position - 1
  }
}
