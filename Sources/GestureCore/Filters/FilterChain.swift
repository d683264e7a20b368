/// The stages that a device's frames go through before they become touches, in this order:
///
/// ```
///   device ─▶ zones ─▶ edges ─▶ palms ─▶ false lifts ─▶ first samples ─▶ smoothing ─▶ small moves ─▶ touches
/// ```
///
/// What is no touch at all goes first, so that nothing further on waits for it; positions are touched up last, so
/// that they are those of touches. Only stages that are asked for are there.
struct FilterChain: Sendable {
  private var stages: [any ContactFilter]
  /// The frames that come out, and those that go into the stage at work.
  private(set) var output: FrameQueue
  private var input: FrameQueue
  /// When the first stage wants `release` to be called.
  private(set) var nextDeadline: Instant?

  /// The chain that the settings ask for; nil where they ask for no stage.
  ///
  /// - Parameters:
  ///   - screen: the extent of the device, in mm.
  ///   - maximumTouches: how many slots it has.
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
    stages = candidates.compactMap { $0 }
    guard !stages.isEmpty else { return nil }
    output = FrameQueue(maximumTouches: maximumTouches)
    input = FrameQueue(maximumTouches: maximumTouches)
  }

  /// How many more contacts are down than were told of; negative where lifts are held back.
  var untoldContacts: Int {
    var count = 0
    for stage in stages { count += stage.untoldContacts }
    return count
  }

  /// Takes in a frame; `output` holds what is told of it.
  mutating func filter(_ frame: borrowing TouchFrame) {
    output.removeAll()
    output.append(time: frame.time, cause: frame.cause)
    for change in frame.changes { output.append(change) }
    for stage in stages.indices { run(stage) }
    findDeadline()
  }

  /// Lets each stage tell what it held back until a time; `output` holds it.
  mutating func release(by time: Instant) {
    output.removeAll()
    for stage in stages.indices {
      run(stage)
      if let deadline = stages[stage].nextDeadline, deadline <= time {
        stages[stage].release(by: time, into: &output)
      }
    }
    findDeadline()
  }

  /// Forgets what stages hold back: all touches are taken away.
  mutating func forgetContacts() {
    for stage in stages.indices { stages[stage].forgetContacts() }
    findDeadline()
  }

  /// Forgets what stages hold back of one touch, by the slot that touches know it by.
  mutating func forgetContact(of slot: Int) {
    for stage in stages.indices { stages[stage].forgetContact(of: slot) }
    findDeadline()
  }

  private mutating func findDeadline() {
    nextDeadline = nil
    for stage in stages.indices { nextDeadline = .earlier(nextDeadline, stages[stage].nextDeadline) }
  }

  private mutating func run(_ stage: Int) {
    swap(&input, &output)
    output.removeAll()
    for position in 0..<input.count { stages[stage].filter(input[position], into: &output) }
  }
}
