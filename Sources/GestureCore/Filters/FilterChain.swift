/// The stages that change a device's frames before they become touches, in this order:
///
/// ```
///   device ─▶ zones ─▶ edges ─▶ palms ─▶ false lifts ─▶ first samples ─▶ smoothing ─▶ small moves ─▶ touches
/// ```
///
/// Stages that drop contacts come first, so that no later stage waits for a dropped contact. Stages that change
/// positions come last, so that they work on positions of touches. The chain holds only the stages that the settings
/// ask for.
struct FilterChain: Sendable {
  private var stages: [any ContactFilter]
  /// The output frames, and the input frames of the present stage.
  private(set) var output: FrameQueue
  private var input: FrameQueue
  /// The earliest `nextDeadline` of all stages.
  private(set) var nextDeadline: Instant?

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
    stages = candidates.compactMap { $0 }
    guard !stages.isEmpty else { return nil }
    output = FrameQueue(maximumTouches: maximumTouches)
    input = FrameQueue(maximumTouches: maximumTouches)
  }

  /// The number of contacts that are down minus the number in the output; negative where lifts are held.
  var withheldContacts: Int {
    var count = 0
    for stage in stages { count += stage.withheldContacts }
    return count
  }

  /// Takes in a frame and fills `output`.
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
    for stage in stages.indices {
      run(stage)
      if let deadline = stages[stage].nextDeadline, deadline <= time {
        stages[stage].release(by: time, into: &output)
      }
    }
    findDeadline()
  }

  /// Forgets everything that stages hold, because all touches are taken away.
  mutating func forgetContacts() {
    for stage in stages.indices { stages[stage].forgetContacts() }
    findDeadline()
  }

  /// Forgets what stages hold of one touch, by the slot that touches use.
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
