import GestureCore

/// Decides which of a device's events count, when and why its state is read, and when its silence is checked. This is
/// the part of a panel's stream that needs no frames.
///
/// ```
///                SYN_DROPPED               nothing queued: resynchronize
///   following ───────────────▶ outOfStep ─────────────────────────────────▶ following
///       │                          │
///       └──────────┬───────────────┘ too late, asleep, silent, or stamped wrongly
///                  ▼                       nothing queued: adopt
///             interrupted ────────────────────────────────────────────────▶ following
/// ```
///
/// Each batch of events begins with its stamps (`begin`). Each event then goes to the frames, which report drops
/// (`recordDrop`). `endBatch` ends the batch. Once the queue is empty, `reachQueueEnd` returns the purpose of reading
/// the state. `resume` follows once the state was used.
public struct PanelFollower: Sendable {
  /// The purpose of reading the device's state once its queue is empty.
  public enum Question: Hashable, Sendable {
    /// Events were dropped: contacts that are down continue.
    case resynchronize
    /// The device was not followed for a while: contacts that are down are ignored.
    case adopt
  }

  private enum Step {
    /// Each event counts.
    case following
    /// The kernel dropped events, and the device's state is not read yet.
    case outOfStep
    /// Queued events do not count, and the queue is to be emptied first.
    case interrupted
  }

  /// Whether events carry the time of their reading, because the stamps follow another clock (D30) or cannot be true
  /// (T2).
  public private(set) var countsReading: Bool
  private let backlog: TimeSpan
  private var step = Step.following
  private var stamps: StampCheck
  private var clock = ForeignClock()
  /// The last stamp since the queue was empty.
  private var lastStamp: Instant?
  private var silence: SilenceWatch

  /// - Parameters:
  ///   - settings: the longest wait of events, and the longest silence.
  ///   - countsReading: whether the device's stamps follow another clock.
  ///   - emptyAt: a time at which the queue was empty: before the device was opened.
  public init(_ settings: TouchSettings, countsReading: Bool = false, emptyAt: Instant) {
    backlog = settings.backlog
    self.countsReading = countsReading
    stamps = StampCheck(emptyAt: emptyAt)
    silence = SilenceWatch(settings.silence)
  }

  // MARK: Reading

  /// Whether each event counts, and no state is needed.
  public var isFollowing: Bool { step == .following }

  /// Whether a deadline is so late that it must have no effect.
  public func isTooLate(_ due: Instant?, at now: Instant) -> Bool {
    guard let due else { return false }
    return step != .interrupted && now - due > backlog
  }

  /// Checks the stamps of a batch, before its events.
  ///
  /// - Parameters:
  ///   - batch: the kernel's stamps, whether they count or not.
  ///   - now: the time of the tick.
  ///   - clock: returns the present time: a tick may be long, and events that arrive during the tick are later than its
  ///     beginning.
  /// - Returns: the reason to cancel touches before the batch; the caller then calls `interrupt`. From `stamps` on,
  ///   events carry the time of their reading, those of this batch too.
  public mutating func begin(
    _ batch: StampSpan, now: Instant, clock currentTime: () -> Instant
  ) -> Interruption? {
    lastStamp = batch.latest
    let age: TimeSpan
    if countsReading {
      age = clock.age(of: batch.earliest, now: now)
    } else {
      if !stamps.allows(batch, now: now), !stamps.allows(batch, now: currentTime()) {
        countsReading = true
        return .stamps
      }
      age = now - batch.earliest
    }
    return step != .interrupted && age > backlog ? .backlog : nil
  }

  /// Records that touches were cancelled: no event counts until `resume`.
  public mutating func interrupt() {
    step = .interrupted
  }

  /// Records that the kernel has dropped events.
  ///
  /// - Parameter hasState: whether the device's contacts can be read.
  /// - Returns: whether its contacts are to be given up at once, since they cannot be read.
  public mutating func recordDrop(hasState: Bool) -> Bool {
    guard step == .following else { return false }
    guard hasState else { return true }
    step = .outOfStep
    return false
  }

  /// Ends a batch, all of which was read and processed.
  public mutating func endBatch(hasContacts: Bool, at now: Instant) {
    silence.recordEvents(hasContacts: hasContacts, at: now)
  }

  /// Follows whether contacts are down after a frame that ended without events.
  public mutating func followContacts(_ hasContacts: Bool, at now: Instant) {
    silence.followContacts(hasContacts, at: now)
  }

  /// Records that the queue is empty, so that the device's state is up to date.
  ///
  /// - Returns: the purpose of reading the state; nil where the state is not needed.
  public mutating func reachQueueEnd(at now: Instant) -> Question? {
    stamps.recordEmptyQueue(at: now)
    if countsReading, let lastStamp { clock.measure(lastStamp, now: now) }
    lastStamp = nil
    switch step {
    case .following: return nil
    case .outOfStep: return .resynchronize
    case .interrupted: return .adopt
    }
  }

  /// Follows the device again: frames continue from the state that was read.
  public mutating func resume(hasContacts: Bool, at now: Instant) {
    step = .following
    silence.recordEvents(hasContacts: hasContacts, at: now)
  }

  // MARK: Silence

  /// The time at which to call `isSilenceDue`; nil for not before the next reading.
  public var nextDeadline: Instant? { silence.deadline }

  /// Whether to read the device's contacts before its events: after so long a silence, contacts may have come and gone
  /// unheard.
  public func mayHaveMissed(hasContacts: Bool, at now: Instant) -> Bool {
    step == .following && hasContacts && silence.mayHaveMissed(at: now)
  }

  /// Whether to read the device's state and compare its contacts with the reported ones.
  public mutating func isSilenceDue(hasContacts: Bool, at now: Instant) -> Bool {
    silence.isDue(hasContacts: hasContacts, at: now)
  }

  /// Confirms that the device's contacts are as reported.
  public mutating func confirmContacts(at now: Instant) {
    silence.confirmContacts(at: now)
  }

  /// Whether no event was read since that time: an event between the last reading and the question ends the silence.
  public func isSilent(since now: Instant) -> Bool { silence.lastHeard < now }
}

/// Detects stamps that cannot be true (T2): they lie before a time at which the device's queue was empty, or in the
/// future. A driver may stamp by a clock of its own, with any offset.
public struct StampCheck: Sendable {
  /// The largest error of a stamp: a driver may stamp when its panel interrupts, and report the frame once it has read
  /// the panel. With a larger tolerance, a stream of jumping stamps makes gestures that no finger made.
  public static var tolerance: TimeSpan { TimeSpan(microseconds: 20_000) }

  private var emptyAt: Instant

  /// - Parameter emptyAt: a time at which the queue was empty, such as the device's opening.
  public init(emptyAt: Instant) {
    self.emptyAt = emptyAt
  }

  /// Records that the queue is empty, at that time or later.
  public mutating func recordEmptyQueue(at now: Instant) {
    emptyAt = now
  }

  /// Whether events that are read now may all have those stamps.
  public func allows(_ stamps: StampSpan, now: Instant) -> Bool {
    emptyAt - stamps.earliest <= Self.tolerance && stamps.latest - now <= Self.tolerance
  }
}

/// The earliest and the latest stamp of events that were read together.
public struct StampSpan: Hashable, Sendable {
  /// The earliest.
  public private(set) var earliest: Instant
  /// The latest.
  public private(set) var latest: Instant

  /// The span of one stamp.
  public init(_ stamp: Instant) {
    earliest = stamp
    latest = stamp
  }

  /// Adds another stamp.
  public mutating func add(_ stamp: Instant) {
    earliest = min(earliest, stamp)
    latest = max(latest, stamp)
  }
}
