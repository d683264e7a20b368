/// The stages that change a device's frames before they become touches, in this order:
///
/// ```
///   device ─▶ zones ─▶ edges ─▶ palms ─▶ false lifts ─▶ first samples ─▶ smoothing ─▶ small moves ─▶ touches
/// ```
///
/// Stages that drop contacts come first, so that no later stage waits for a dropped contact. Stages that change
/// positions come last, so that they work on positions of touches. The chain holds only the stages that the settings
/// ask for.
///
/// Each pipeline has its own chain, which only `init(copying:)` copies.
struct FilterChain: ~Copyable, Sendable {
  private var stages: [any ContactFilter]
  /// The output frames, and the input frames of the present stage.
  private(set) var output: FrameQueue
  private var input: FrameQueue
  /// The earliest time at which a stage has something to release.
  private(set) var nextDeadline: Instant?
  /// The time from which on frames are held, so that recognizers know nothing of it yet; nil where none is.
  private(set) var horizon: Instant?

  /// The chain that the settings ask for; nil where they ask for no stage.
  ///
  /// - Parameters:
  ///   - screen: the size of the device, in mm.
  ///   - maximumTouches: the number of slots of the device.
  init?(_ settings: FilterSettings, touch: TouchSettings, screen: Size, maximumTouches: Int) {
    let candidates: [(any ContactFilter)?] = [
      ZoneFilter(settings.zones, screen: screen, maximumTouches: maximumTouches),
      EdgeFilter(settings, screen: screen, maximumTouches: maximumTouches),
      PalmFilter(settings, maximumTouches: maximumTouches),
      ContactDebouncer(touch, maximumTouches: maximumTouches),
      LandingFilter(settings, maximumTouches: maximumTouches),
      SmoothingFilter(settings, maximumTouches: maximumTouches),
      MovementFilter(settings, maximumTouches: maximumTouches),
    ]
    // Nothing of the chain is made before the guard: Swift 6.2 cannot give back a part of a value that is never copied.
    let stages = candidates.compactMap { $0 }
    guard !stages.isEmpty else { return nil }
    self.stages = stages
    // Two holding stages add to the frames of the stage that holds most.
    let capacity = FrameQueue.capacity + 2 * (stages.map(\.mostFrames).max() ?? 0)
    output = FrameQueue(maximumTouches: maximumTouches, capacity: capacity)
    input = FrameQueue(maximumTouches: maximumTouches, capacity: capacity)
  }

  /// A chain for another pipeline, with all that each stage knows and holds.
  init(copying other: borrowing FilterChain) {
    stages = other.stages
    output = other.output
    input = other.input
    nextDeadline = other.nextDeadline
    horizon = other.horizon
  }

  /// The number of contacts that are down minus the number in the output; negative where lifts are held.
  var withheldContacts: Int {
    var count = 0
    for stage in stages { count += stage.withheldContacts }
    return count
  }

  /// Filters a frame into `output`.
  mutating func filter(_ frame: borrowing TouchFrame) {
    output.removeAll()
    output.append(time: frame.time, cause: frame.cause)
    for change in frame.changes { output.append(change) }
    for stage in stages.indices { run(stage) }
    findDeadline()
  }

  /// Releases what each stage held up to a time and fills `output`.
  mutating func release(by time: Instant) {
    output.removeAll()
    // A stage knows nothing from the horizon of an earlier one on.
    var end = time
    for stage in stages.indices {
      run(stage)
      release(stage, by: end)
      if let horizon = stages[stage].horizon { end = min(end, horizon - Self.tick) }
    }
    findDeadline()
  }

  /// Forgets everything that stages hold, because all touches are cancelled.
  mutating func forgetContacts() {
    for stage in stages.indices { stages[stage].forgetContacts() }
    findDeadline()
  }

  /// Forgets what stages hold of one touch, by the slot that touches use.
  mutating func forgetContact(of slot: Int) {
    for stage in stages.indices { stages[stage].forgetContact(of: slot) }
    findDeadline()
  }

  /// The resolution of stamps.
  private static var tick: TimeSpan { TimeSpan(microseconds: 1) }

  private mutating func findDeadline() {
    nextDeadline = nil
    horizon = nil
    for stage in stages.indices {
      if let deadline = stages[stage].nextDeadline, horizon.map({ deadline < $0 }) ?? true {
        nextDeadline = .earlier(nextDeadline, deadline)
      }
      horizon = .earlier(horizon, stages[stage].horizon)
    }
  }

  /// Passes the frames of the stage before to a stage. Frames that the stage has held come between them, at their own
  /// times, but not within a dropped stretch (D5).
  private mutating func run(_ stage: Int) {
    swap(&input, &output)
    output.removeAll()
    for position in 0..<input.count {
      if !input[position].cause.endsGap { release(stage, by: input.time(of: position) - Self.tick) }
      stages[stage].filter(input[position], into: &output)
    }
  }

  /// Releases what a stage has held, each at its own time, up to and including a time.
  private mutating func release(_ stage: Int, by time: Instant) {
    while let deadline = stages[stage].nextDeadline, deadline <= time {
      stages[stage].release(by: deadline, into: &output)
    }
  }
}
