/// Fingers held still for a while, then moved: a long press and a pan as one gesture. Continuous; an extension.
///
/// ```
///                   ├── 500 ms ──┤
///   one finger   ▁▁▁█████████████████████▁▁▁
///                                │   │   └ ended
///                                │   └ changed with each move: translation, phase dragged after 1.56 mm
///                                └ began, phase held
/// ```
///
/// The press is that of `LongPressRecognizer`, with the same limits and, with `taps = 1`, a tap before it. Once the
/// gesture begins, the fingers are followed as in a pan, and the last lift ends the gesture. Later fingers are ignored.
///
/// A lift without a drag ends the gesture like any other, with `phase` still `held`: a menu opens then, where a drag
/// would have moved something.
public struct PressAndDragRecognizer: Recognizer {
  private enum State {
    case pressing
    /// The gesture has begun, though other recognizers may hold its action back.
    case active
  }

  /// The phase of the gesture.
  private enum Phase: Int, CaseIterable {
    /// The fingers have not moved far yet.
    case held
    /// The fingers have moved far, even if they come back.
    case dragged

    /// The word on the wire.
    var word: String {
      switch self {
      case .held: "held"
      case .dragged: "dragged"
      }
    }
  }

  public static let kind = GestureKind("press_and_drag")
  public static let summary = "Fingers are held still, then moved: a long press that becomes a pan."
  public static let isDiscrete = false
  public static let isHold = true
  public static let options =
    LongPressRecognizer.options + [
      OptionDescription(
        "minimum_distance_mm", .number(unit: .millimetres, range: 0...50, default: 1.5625), source: "PAN-1",
        "How far the fingers travel after it began until they count as dragged, straight-line.")
    ]
  public static let fields = [
    GestureField("start", .point, "Where the fingers of the press landed: their center."),
    GestureField("translation", .displacement, "How far they have traveled since it began."),
    GestureField("velocity", .velocity, "How fast they travel: the mean of the last 100 ms."),
    GestureField(
      "phase", .word(Phase.allCases.map(\.word)),
      "Held until they have traveled `minimum_distance_mm`, dragged from then on."),
  ]

  private let minimumDistance: Double
  private var press: LongPressRecognizer
  private var motion: PanMotion
  private var state = State.pressing
  private var phase = Phase.held

  public init(_ options: OptionTable, numberOfTouches: Int) {
    minimumDistance = options.number("minimum_distance_mm")
    press = LongPressRecognizer(options, numberOfTouches: numberOfTouches)
    motion = PanMotion(allowedTouches: numberOfTouches...numberOfTouches)
  }

  public var numberOfTaps: Int { press.numberOfTaps }

  public var deadline: Instant? { press.deadline }

  public var decisionSpan: TimeSpan? { press.decisionSpan }

  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool {
    press.admits(touch, tracked: tracked)
  }

  public func values(at time: Instant) -> GestureValues {
    var values = GestureValues(
      .point(press.start), .displacement(motion.translation), .velocity(motion.velocity(at: time)))
    values.append(.word(phase.rawValue))
    return values
  }

  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    guard case .translation(let value) = adjustment else { return false }
    motion.setTranslation(value)
    return true
  }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch state {
    case .pressing:
      let decision = press.decide(input, touches)
      guard case .recognize = decision else { return decision }
      state = .active
      // The pan starts here. It does not include the movement that the press allowed.
      _ = motion.update(touches, at: input.time)
      return decision
    case .active:
      guard case .touches(let time) = input else { return .none }
      let (step, counts) = motion.update(touches, at: time)
      if motion.translation.length >= minimumDistance - Tolerance.distance { phase = .dragged }
      return motion.follow(step, counts: counts)
    }
  }

  public mutating func reset() {
    press.reset()
    motion.reset()
    state = .pressing
    phase = .held
  }
}
