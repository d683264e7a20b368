/// One touchscreen from frames to events: tracker, regions, arena. A function of its input.
///
/// Whoever feeds it gives each frame as it comes and, while none comes, the time; `nextDeadline` says when it
/// wants to be told. Given the same frames it appends the same events, at whatever speed they come (TIM-2).
public struct TouchscreenPipeline: Sendable {
  private var arena: GestureArena
  private var tracker: TouchTracker
  private let regions: RegionTree
  private var latest = Instant(microseconds: 0)

  /// A pipeline for a touchscreen.
  ///
  /// - Parameters:
  ///   - maximumTouches: how many slots the device has.
  ///   - regions: the regions of its screen.
  ///   - recognizers: what to look for; events speak of them by their positions in the set.
  ///   - attachments: the region of each recognizer, by position; empty for the root for all.
  public init(
    maximumTouches: Int, regions: RegionTree, recognizers: RecognizerSet, attachments: [Int] = []
  ) {
    tracker = TouchTracker(maximumTouches: maximumTouches)
    self.regions = regions
    arena = GestureArena(recognizers, regions: regions, attachments: attachments)
  }

  /// When `advance` should be called if no frame comes before; nil where nothing is pending.
  public var nextDeadline: Instant? { arena.nextDeadline }

  /// Whether a touch is down.
  public var hasTouches: Bool { !tracker.isIdle }

  /// The time of the last event, be it a frame or a deadline.
  public var now: Instant { latest }

  /// Takes in a frame. Deadlines before its stamp fire first, in order, each with its own stamp; one at exactly
  /// its stamp comes after it (TIM-1).
  public mutating func handle(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    while let deadline = arena.nextDeadline, deadline < frame.time {
      fire(deadline, identifiers: &identifiers, into: &buffer)
    }
    // A stamp before the last deadline that fired is late: time does not run backwards (TIM-5, EVT-14).
    let time = max(frame.time, latest)
    latest = time
    let lostContact: Bool
    switch frame.cause {
    case .report: lostContact = false
    case .resynchronized(let lost): lostContact = lost
    case .deviceRemoved: lostContact = true
    }
    tracker.begin(frame, at: time, regions: regions, identifiers: &identifiers)
    arena.process(
      tracker, at: time, lostContact: lostContact, identifiers: &identifiers, into: &buffer)
    TouchDelivery.append(tracker, regions: regions, at: time, to: &buffer)
    tracker.finish()
  }

  /// Fires the deadlines that have come by a time, that time included.
  public mutating func advance(
    to time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    while let deadline = arena.nextDeadline, deadline <= time {
      fire(deadline, identifiers: &identifiers, into: &buffer)
    }
  }

  /// Sets a value of a recognizer that is under way.
  ///
  /// - Returns: whether the recognizer has that value.
  public mutating func adjust(_ recognizer: Int, _ adjustment: GestureAdjustment) -> Bool {
    arena.adjust(recognizer, adjustment)
  }

  private mutating func fire(
    _ deadline: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    latest = max(latest, deadline)
    arena.fireDeadlines(at: deadline, tracker, identifiers: &identifiers, into: &buffer)
  }
}
