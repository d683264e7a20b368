/// A number of taps with a number of fingers: what a tap is made of, and what may come before a long press.
///
/// ```
///   fingers      ▁▁▁████████▁▁▁▁▁▁▁▁▁▁▁████████▁▁▁
///   state     idle │pressing│ between  │pressing│ … tapped
///                  └ ≤ 750 ms┘└ ≤ 350 ms ┘└ ≤ 750 ms┘
/// ```
///
/// In each tap every finger lands, at some instant all are down together, all lift. The clock of a tap starts at
/// its first landing (TAP-12).
struct TapSequence: Sendable {
  /// What an event made of the taps.
  enum Outcome {
    /// Go on.
    case pending
    /// One more tap is complete.
    case tapped
    /// These are no such taps.
    case failed(Reason)
  }

  private enum State {
    /// No finger of this attempt has landed.
    case idle
    /// Fingers of a tap are down; it must be over by then.
    case pressing(until: Instant)
    /// A tap is over; the next must land by then.
    case between(until: Instant)
  }

  let numberOfTouches: Int
  private let movement: Double
  private let maximumPress: TimeSpan
  private let gap: TimeSpan
  private let distance: Double

  /// How many taps are complete.
  private(set) var completed = 0
  /// How many fingers have landed in the present tap.
  private(set) var landed = 0
  /// The centre of the first tap's landings, once all have landed (LOC-5).
  private(set) var location = Point.zero
  private var state = State.idle
  private var lifted = 0
  private var landings = InlineArray<10, Point>(repeating: .zero)
  private var earlierLandings = InlineArray<10, Point>(repeating: .zero)
  private var isEarlierUsed = InlineArray<10, Bool>(repeating: false)

  /// Reads the four options of a tap, which begin with a prefix.
  init(_ options: OptionTable, prefix: String = "", numberOfTouches: Int) {
    self.numberOfTouches = numberOfTouches
    movement = options.number(prefix + "movement_mm")
    maximumPress = options.span(prefix + "maximum_press_ms")
    gap = options.span(prefix + "gap_ms")
    distance = options.number(prefix + "distance_mm")
  }

  /// The options of a tap, for recognizers that have taps, with a prefix for their keys.
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

  /// When the present tap must be over, or the next one must have landed.
  var deadline: Instant? {
    switch state {
    case .idle: nil
    case .pressing(let time), .between(let time): time
    }
  }

  /// Why the taps fail at their deadline.
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

  mutating func reset() {
    completed = 0
    landed = 0
    lifted = 0
    state = .idle
  }

  /// Takes in landings, moves and lifts, in this order.
  mutating func handle(_ touches: borrowing TrackedTouches, at time: Instant) -> Outcome {
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

  /// Takes in one landing.
  ///
  /// - Returns: why it makes the taps fail; nil where it does not.
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

  /// The centre of the landings of the present tap.
  var centreOfLandings: Point {
    var sum = Vector.zero
    for position in 0..<landed { sum = sum + (landings[position] - .zero) }
    return .zero + sum / Double(max(landed, 1))
  }

  /// TAP-11: a lift before all have landed.
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

  /// TAP-9: each landing must lie near an unused landing of the tap before; the nearest is used.
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
