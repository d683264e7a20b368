/// Some taps with some fingers: the base of a tap, and the taps before a long press.
///
/// ```
///   fingers      ▁▁▁████████▁▁▁▁▁▁▁▁▁▁▁████████▁▁▁
///   state     idle │pressing│ between  │pressing│ … tapped
///                  └ ≤ 750 ms┘└ ≤ 350 ms ┘└ ≤ 750 ms┘
/// ```
///
/// In each tap every finger lands, all are down together at some instant, and all lift. The clock of a tap starts at
/// its first landing (TAP-12).
struct TapSequence: Sendable {
  /// The effect of an event on the taps.
  enum Outcome {
    /// The taps continue.
    case pending
    /// One more tap is complete.
    case tapped
    /// The taps have failed.
    case failed(Reason)
  }

  private enum State {
    /// No finger of this attempt has landed.
    case idle
    /// Fingers of a tap are down. The tap must end by that time.
    case pressing(until: Instant)
    /// A tap is complete. The next one must land by that time.
    case between(until: Instant)
  }

  let numberOfTouches: Int
  private let movement: Double
  private let maximumPress: TimeSpan
  private let gap: TimeSpan
  private let distance: Double

  /// The number of complete taps.
  private(set) var completed = 0
  /// The number of fingers that have landed in the present tap.
  private(set) var landed = 0
  /// The center of the first tap's landings, once all have landed (LOC-5).
  private(set) var location = Point.zero
  private var state = State.idle
  private var lifted = 0
  private var landings = InlineArray<10, Point>(repeating: .zero)
  private var earlierLandings = InlineArray<10, Point>(repeating: .zero)
  private var isEarlierUsed = InlineArray<10, Bool>(repeating: false)

  /// Reads the four options of a tap, whose keys begin with a prefix.
  init(_ options: OptionTable, prefix: String = "", numberOfTouches: Int) {
    self.numberOfTouches = numberOfTouches
    movement = options.number(prefix + "movement_mm")
    maximumPress = options.span(prefix + "maximum_press_ms")
    gap = options.span(prefix + "gap_ms")
    distance = options.number(prefix + "distance_mm")
  }

  /// The options of a tap for recognizers with taps, with a prefix for the keys.
  static func options(prefix: String = "") -> [OptionDescription] {
    [
      OptionDescription(
        prefix + "movement_mm",
        .number(unit: .millimetres, range: 0.5...50, default: 7.03125), source: "TAP-2",
        "How far a finger may stray from where it landed, on each axis."),
      OptionDescription(
        prefix + "maximum_press_ms",
        .number(unit: .milliseconds, range: 50...10_000, default: 750), source: "TAP-5",
        "How long a tap may last, from its first finger's landing to its last finger's lift."),
      OptionDescription(
        prefix + "gap_ms",
        .number(unit: .milliseconds, range: 50...5000, default: 350), source: "TAP-8",
        "How long after a tap the next one may land."),
      OptionDescription(
        prefix + "distance_mm",
        .number(unit: .millimetres, range: 0.5...100, default: 7.03125), source: "TAP-9",
        "How far from the tap before the next one may land, on each axis."),
    ]
  }

  /// The time by which the present tap must end or the next one must land.
  var deadline: Instant? {
    switch state {
    case .idle: nil
    case .pressing(let time), .between(let time): time
    }
  }

  /// The reason for a failure at the deadline.
  var expiry: Reason {
    switch state {
    case .idle: Reason("noTouchesLeft")
    case .pressing:
      Reason(
        "heldTooLong", .init(maximumPress.milliseconds, .reached, maximumPress.milliseconds, .milliseconds))
    case .between:
      Reason("nextTapTooLate", .init(gap.milliseconds, .reached, gap.milliseconds, .milliseconds))
    }
  }

  /// The rule for the fingers of the first tap.
  var gatheringRule: GatheringRule {
    GatheringRule(reach: .alongAxis(movement), failsBeyondReach: true, span: maximumPress, excess: .fails)
  }

  /// The longest time that so many taps take, from the first landing.
  func longestSpan(taps: Int) -> TimeSpan {
    let gaps = Int64(max(taps - 1, 0))
    return TimeSpan(microseconds: Int64(taps) * maximumPress.microseconds + gaps * gap.microseconds)
  }

  /// The longest time that so many taps take from the first lift on. With several fingers, the others lift later.
  func longestSpanAfterLift(taps: Int) -> TimeSpan {
    let later = Int64(max(taps - 1, 0)) * (gap.microseconds + maximumPress.microseconds)
    return TimeSpan(microseconds: later + (numberOfTouches > 1 ? maximumPress.microseconds : 0))
  }

  /// The longest time from the first landing of so many taps to a landing after the last of them.
  func longestSpanBefore(landingAfter taps: Int) -> TimeSpan {
    TimeSpan(microseconds: Int64(taps) * (maximumPress.microseconds + gap.microseconds))
  }

  mutating func reset() {
    completed = 0
    landed = 0
    lifted = 0
    state = .idle
  }

  /// Updates the taps by landings, moves and lifts, in this order.
  mutating func update(_ touches: borrowing TrackedTouches, at time: Instant) -> Outcome {
    for position in 0..<touches.count where touches[position].phase == .began {
      if let reason = land(touches[position], at: time) { return .failed(reason) }
    }
    for position in 0..<touches.count {
      let stray = touches[position].displacement
      let farther = max(abs(stray.x), abs(stray.y))
      if farther > movement + Tolerance.distance {
        return .failed(Reason("movedBeyondSlop", .init(farther, .above, movement, .millimetres)))
      }
    }
    for position in 0..<touches.count where touches[position].phase == .ended {
      if let reason = lift() { return .failed(reason) }
    }
    guard landed > 0, lifted == landed, landed == numberOfTouches else { return .pending }
    completeTap(at: time)
    return .tapped
  }

  /// Counts a landing.
  ///
  /// - Returns: the reason why the landing makes the taps fail; nil if it does not.
  mutating func land(_ touch: borrowing Touch, at time: Instant) -> Reason? {
    guard landed < numberOfTouches else {
      return Reason("tooManyTouches", .init(Double(landed + 1), .above, Double(numberOfTouches), .touches))
    }
    if completed > 0, let reason = useEarlierLanding(near: touch.start) { return reason }
    if landed == 0 { state = .pressing(until: time + maximumPress) }
    landings[landed] = touch.start
    landed += 1
    if completed == 0, landed == numberOfTouches { location = centreOfLandings }
    return nil
  }

  /// The center of the landings of the present tap.
  var centreOfLandings: Point {
    var sum = Vector.zero
    for position in 0..<landed { sum = sum + (landings[position] - .zero) }
    return .zero + sum / Double(max(landed, 1))
  }

  /// A lift before all fingers have landed makes the tap fail (TAP-11).
  private mutating func lift() -> Reason? {
    guard landed == numberOfTouches else {
      return Reason("tooFewTouches", .init(Double(landed), .below, Double(numberOfTouches), .touches))
    }
    lifted += 1
    return nil
  }

  private mutating func completeTap(at time: Instant) {
    completed += 1
    earlierLandings = landings
    isEarlierUsed = InlineArray(repeating: false)
    landed = 0
    lifted = 0
    state = .between(until: time + gap)
  }

  /// Uses up the nearest unused landing of the previous tap. It must lie near the new landing (TAP-9).
  private mutating func useEarlierLanding(near point: Point) -> Reason? {
    var nearest: Int?
    var least = Double.infinity
    for position in 0..<numberOfTouches where !isEarlierUsed[position] {
      let offset = point - earlierLandings[position]
      let farther = max(abs(offset.x), abs(offset.y))
      if farther < least {
        least = farther
        nearest = position
      }
    }
    guard let nearest, least <= distance + Tolerance.distance else {
      return Reason("nextTapTooFar", .init(least, .above, distance, .millimetres))
    }
    isEarlierUsed[nearest] = true
    return nil
  }
}
