public import GestureCore

/// Detects the beginnings and ends of shakes in samples of acceleration.
///
/// ```
///   user acceleration   ╭╮    ╭╮    ╭╮
///                    ───╯╰╮  ╭╯╰╮  ╭╯╰╮   ╭─────────────────────
///                         ╰──╯  ╰──╯  ╰───╯
///   pulses              │   │   │   │   │ · · · gap · · ·│
///                               └ began (the third)      └ ended, then the lock-out
/// ```
///
/// A pulse is a sample of at least the threshold that is the first within the gap, or that points against the pulse
/// before. A knock is therefore one pulse, a knock that rings is two, and a tilt none. The detector has no clock: time
/// comes with the samples, and `deadline` gives the time of the next `advance`.
public struct ShakeDetector: Hashable, Sendable {
  /// The detector's state.
  private enum State: Hashable, Sendable {
    /// Counts pulses.
    case waiting(pulses: Int)
    /// A shake is under way.
    case shaking(since: Instant)
  }

  /// The largest cosine of the angle between two pulses that point against each other.
  private static let opposition = -0.5
  /// The longest interval between samples for which shakes are detected: that of 20 Hz with its jitter (MOT-13,
  /// MOT-14).
  private static let slowestInterval = TimeSpan.milliseconds(52)
  /// The number of intervals in the mean.
  private static let rateWindow = 8

  private let settings: ShakeSettings
  private let looksAtRate: Bool
  private var filter = GravityFilter()
  private var state = State.waiting(pulses: 0)
  private var lastPulse: (time: Instant, direction: SpatialVector)? {
    get { pulseTime.map { ($0, pulseDirection) } }
    set {
      pulseTime = newValue?.time
      pulseDirection = newValue?.direction ?? .zero
    }
  }
  private var pulseTime: Instant?
  private var pulseDirection = SpatialVector.zero
  private var lockedUntil: Instant?
  private var latest: Instant?
  private var interval = TimeSpan.zero
  private var intervals = 0

  /// Whether a shake was ignored because the sensor reports too seldom (MOT-14).
  public private(set) var isTooSlow = false

  /// A detector.
  ///
  /// - Parameters:
  ///   - settings: the limits of a shake.
  ///   - looksAtRate: whether to check that samples are frequent enough; false where the caller has checked it.
  public init(_ settings: ShakeSettings = ShakeSettings(), looksAtRate: Bool = true) {
    self.settings = settings
    self.looksAtRate = looksAtRate
  }

  /// The time for `advance`; nil where no shake is under way.
  public var deadline: Instant? {
    guard case .shaking(let start) = state, let last = pulseTime else { return nil }
    return min(last + settings.gap, start + settings.maximum)
  }

  /// Whether a shake is under way.
  public var isShaking: Bool { deadline != nil }

  /// Adds a sample. The caller fires earlier deadlines first (`advance`).
  ///
  /// - Returns: the change of a shake.
  public mutating func add(_ sample: MotionSample) -> ShakePhase? {
    let isNew = filter.update(sample)
    updateRate(sample.time, isNew: isNew)
    latest = sample.time
    if isNew {
      // Pulses on two sides of a gap are no shake (MOT-26). A shake under way ends by its own deadline.
      if case .waiting = state { forgetPulses() }
      return nil
    }
    let push = push(of: sample)
    let strength = push.length
    guard strength >= settings.threshold else { return nil }
    if let lockedUntil, sample.time < lockedUntil { return nil }
    return addPulse(push * (1 / strength), at: sample.time)
  }

  /// Fires a deadline that is due at a time.
  ///
  /// - Returns: the change of a shake with its time; nil once no deadline is due.
  public mutating func advance(to time: Instant) -> (phase: ShakePhase, time: Instant)? {
    guard case .shaking(let start) = state, let due = deadline, due <= time else { return nil }
    let isTooLong = due == start + settings.maximum && due != pulseTime.map { $0 + settings.gap }
    finish(at: due)
    return (isTooLong ? .cancelled : .ended, due)
  }

  /// Cancels a shake that is under way (MOT-16). The sensor is gone, a client holds the private mode, or the receiver
  /// cannot get the end any more.
  ///
  /// - Returns: whether a shake was under way.
  public mutating func cancel(at time: Instant) -> Bool {
    let wasShaking = isShaking
    if wasShaking { finish(at: time) } else { forgetPulses() }
    return wasShaking
  }

  /// The user's acceleration of the device, without gravity.
  private func push(of sample: MotionSample) -> SpatialVector {
    let gravity = filter.gravity
    let push = sample.acceleration - gravity
    let weight = gravity.length
    guard settings.isLateral, weight > 0 else { return push }
    let up = gravity * (1 / weight)
    return push - up * push.dot(up)
  }

  private mutating func addPulse(_ direction: SpatialVector, at time: Instant) -> ShakePhase? {
    if let lastPulse, time - lastPulse.time <= settings.gap {
      guard direction.dot(lastPulse.direction) <= Self.opposition else { return nil }
    } else {
      forgetPulses()
    }
    lastPulse = (time, direction)
    guard case .waiting(let pulses) = state else { return nil }
    state = .waiting(pulses: pulses + 1)
    guard pulses + 1 >= settings.pulses else { return nil }
    guard !looksAtRate || intervals == 0 || interval.microseconds <= Self.slowestInterval.microseconds else {
      isTooSlow = true
      return nil
    }
    state = .shaking(since: time)
    return .began
  }

  private mutating func finish(at time: Instant) {
    state = .waiting(pulses: 0)
    pulseTime = nil
    lockedUntil = time + settings.lockOut
  }

  private mutating func forgetPulses() {
    if case .waiting = state { state = .waiting(pulses: 0) }
    pulseTime = nil
  }

  /// Updates the mean of the time between samples.
  private mutating func updateRate(_ time: Instant, isNew: Bool) {
    guard let latest, !isNew, time > latest else {
      if isNew { intervals = 0 }
      return
    }
    let step = time - latest
    intervals = min(intervals + 1, Self.rateWindow)
    let change = (step.microseconds - interval.microseconds) / Int64(intervals)
    interval = TimeSpan(microseconds: interval.microseconds + change)
  }
}

/// The phase of a shake. UIKit reports only the beginning and the end.
public enum ShakePhase: String, Hashable, Sendable {
  /// A shake begins.
  case began
  /// The device is at rest again.
  case ended
  /// The shake was cancelled, or lasted longer than the configured maximum.
  case cancelled
}
