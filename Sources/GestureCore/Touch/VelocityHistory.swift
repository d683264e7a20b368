/// The velocity of something that moves: its mean over the 100 ms before a time, rest included.
///
/// ```
///       t − 100 ms                    t
///   ●    ●    ●    ●    ●─────────────│
///          ▲            ▲             ▲
///        between two    newest        nothing moved since
///        samples        sample        v = difference / 100 ms
/// ```
///
/// The movement of a sample counts evenly over the time since the previous sample, and over 100 ms at most: before that
/// the panel was silent, since nothing moved. A history that began within the 100 ms counts from its first sample.
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

  /// The samples of a window, and the one before it.
  private static let capacity = 66
  private static var spacing: TimeSpan { TimeSpan(microseconds: window.microseconds / 64) }

  /// An array rather than an inline array: each read of an inline array would copy all of it.
  private var samples: [Sample]
  private var count = 0
  private var newest = 0
  /// The newest sample that is not younger than the window before the newest, else the first. Each `append` moves this
  /// index on, so a call at a report searches for nothing.
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
    oldest = base(at: time)
  }

  /// The velocity in units a second at a time: the mean of the 100 ms before it (PAN-9, PAN-10). Zero with fewer than two
  /// samples. A time before the newest sample counts as that sample's.
  public func velocity(at time: Instant) -> Vector {
    guard count >= 2 else { return .zero }
    let time = max(time, samples[newest].time)
    let begin = max(time - Self.window, samples[oldest].time)
    let span = time - begin
    guard span > .zero else { return .zero }
    return (samples[newest].value - value(at: begin)) / span.seconds
  }

  /// The mean velocity between the samples of the 100 ms before the newest one, whatever its age. A sample before that
  /// counts as the value at the beginning of the 100 ms where no other sample is there. Zero with fewer than two samples.
  public var latestVelocity: Vector {
    guard count >= 2 else { return .zero }
    let isInWindow = samples[newest].time - samples[oldest].time <= Self.window
    let first = isInWindow ? oldest : place(after: oldest)
    if first == newest {
      return (samples[newest].value - samples[place(before: newest)].value) / Self.window.seconds
    }
    let span = samples[newest].time - samples[first].time
    guard span > .zero else { return .zero }
    return (samples[newest].value - samples[first].value) / span.seconds
  }

  /// The value at a time that is not before the oldest sample.
  private func value(at time: Instant) -> Vector {
    let before = base(at: time + Self.window)
    guard before != newest else { return samples[newest].value }
    let after = place(after: before)
    let begin = max(samples[before].time, samples[after].time - Self.window)
    guard time > begin, samples[after].time > begin else { return samples[before].value }
    let share = (time - begin).seconds / (samples[after].time - begin).seconds
    return samples[before].value + (samples[after].value - samples[before].value) * share
  }

  /// The newest sample that is not younger than the window before a time, else the first.
  private func base(at time: Instant) -> Int {
    var base = oldest
    while base != newest, time - samples[place(after: base)].time >= Self.window { base = place(after: base) }
    return base
  }

  private func place(after position: Int) -> Int {
    position + 1 == Self.capacity ? 0 : position + 1
  }

  private func place(before position: Int) -> Int {
    position == 0 ? Self.capacity - 1 : position - 1
  }
}
