import GestureCore

/// Says which of a device's events count, when its state is to be asked for and what for, and when its silence is looked
/// into: the part of a panel's stream that needs no frames.
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
/// Of a batch of events that was read the stamps come first (`begin`), then each event goes on to the frames, whose word
/// that events were dropped comes back (`noteDropped`), then `noteRead`. When there is nothing more to read `noteEmpty`
/// says what the state is wanted for; when that was done, `noteCaughtUp`.
public struct PanelFollower: Sendable {
  /// What the state of the device is wanted for, once nothing of it is queued.
  public enum Question: Hashable, Sendable {
    /// Events were dropped: what is down still goes on.
    case resynchronize
    /// It was not followed for a while: what is down is nobody's.
    case adopt
  }

  private enum Step {
    /// Each event counts.
    case following
    /// The kernel dropped events, and the device's state is still to be read.
    case outOfStep
    /// What is queued does not count, and what comes after it is still to be waited for.
    case interrupted
  }

  /// Whether its events get the time at which they were read, since its stamps are of another clock (D30), or cannot be
  /// true (T2).
  public private(set) var countsReading: Bool
  private let backlog: TimeSpan
  private var step = Step.following
  private var stamps: StampCheck
  private var clock = ForeignClock()
  /// The last stamp that was read since there was nothing to read.
  private var lastStamp: Instant?
  private var silence: SilenceWatch

  /// - Parameters:
  ///   - settings: how long events may wait, and how long a silence may be.
  ///   - countsReading: whether its stamps are of another clock.
  ///   - emptyAt: when there was nothing to read: a time before it was opened.
  public init(_ settings: TouchSettings, countsReading: Bool = false, emptyAt: Instant) {
    backlog = settings.backlog
    self.countsReading = countsReading
    stamps = StampCheck(emptyAt: emptyAt)
    silence = SilenceWatch(settings.silence)
  }

  // MARK: Reading

  /// Whether each event counts, and the state of the device is not wanted.
  public var isFollowing: Bool { step == .following }

  /// Whether a deadline that was to fire is that long ago that nothing may come of it.
  public func isTooLate(_ due: Instant?, at now: Instant) -> Bool {
    guard let due else { return false }
    return step != .interrupted && now - due > backlog
  }

  /// Takes in the stamps of a batch, before its events.
  ///
  /// - Parameters:
  ///   - batch: as the kernel has it, whether they count or not.
  ///   - now: the time of the tick.
  ///   - clock: gives the time itself: a tick may be long, and what came in it is later than its beginning.
  /// - Returns: why touches have to be taken away before the batch; `noteInterruption` is to follow. From `stamps` on
  ///   the time of reading counts, that of this batch too.
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

  /// Touches were taken away: until `noteCaughtUp` nothing that is read counts.
  public mutating func noteInterruption() {
    step = .interrupted
  }

  /// The kernel has dropped events.
  ///
  /// - Parameter hasState: whether the device can be asked for its contacts.
  /// - Returns: whether its contacts are to be given up at once, since it cannot.
  public mutating func noteDropped(hasState: Bool) -> Bool {
    guard step == .following else { return false }
    guard hasState else { return true }
    step = .outOfStep
    return false
  }

  /// A batch was read and all of it handled.
  public mutating func noteRead(hasContacts: Bool, at now: Instant) {
    silence.noteHeard(hasContacts: hasContacts, at: now)
  }

  /// There is nothing to read, so what the device says of itself now is true.
  ///
  /// - Returns: what it is to be asked for; nil where it need not be.
  public mutating func noteEmpty(at now: Instant) -> Question? {
    stamps.noteEmpty(at: now)
    if countsReading, let lastStamp { clock.take(lastStamp, now: now) }
    lastStamp = nil
    switch step {
    case .following: return nil
    case .outOfStep: return .resynchronize
    case .interrupted: return .adopt
    }
  }

  /// Frames go on from the state that was asked for.
  public mutating func noteCaughtUp(hasContacts: Bool, at now: Instant) {
    step = .following
    silence.noteHeard(hasContacts: hasContacts, at: now)
  }

  // MARK: Silence

  /// When `isSilenceDue` is to be called; nil for not before something was read.
  public var nextDeadline: Instant? { silence.deadline }

  /// Whether the device is to be asked, before it is read, which contacts it has: it said nothing for long enough that
  /// some may have come and gone unheard.
  public func mayHaveMissed(hasContacts: Bool, at now: Instant) -> Bool {
    step == .following && hasContacts && silence.mayHaveMissed(at: now)
  }

  /// Whether the device is to be asked whether its contacts are where they were told to be.
  public mutating func isSilenceDue(hasContacts: Bool, at now: Instant) -> Bool {
    silence.isDue(hasContacts: hasContacts, at: now)
  }

  /// Its contacts are where they were told to be.
  public mutating func noteRest(at now: Instant) {
    silence.noteRest(at: now)
  }

  /// Whether nothing was read since then: an event between the last reading and the question is no silence.
  public func isSilent(since now: Instant) -> Bool { silence.lastHeard < now }
}
