/// Two fingers that move apart or together: UIPinchGestureRecognizer. Continuous.
///
/// ```
///   fingers     ●────────●          ●────────────●          ●──────────────────●
///   distance      30 mm               31.25 mm                    46.9 mm
///                 landed              began, scale 1              changed, scale 1.5
/// ```
///
/// It begins when their distance has changed by `minimum_change_mm` since the second one landed; scale counts from
/// there. When one finger lifts the scale is frozen, and goes on from there with the next that lands. It fails when
/// all fingers lift before it begins. There is no time limit.
public struct PinchRecognizer: Recognizer {
  private enum State {
    case watching
    /// It has begun, though others may hold its action back.
    case active
  }

  /// A distance is never less, so that a scale is finite: 1 pt, in mm (PIN-10).
  private static let leastDistance = 1 / 6.4

  public static let kind = GestureKind("pinch")
  public static let isDiscrete = false
  public static let allowedNumbersOfTouches = 2...2
  public static let options = [
    OptionDescription(
      "minimum_change_mm", .number(unit: .millimetres, range: 0...50, default: 1.25), source: "PIN-1",
      "By how much the distance of the fingers changes before it begins.")
  ]
  public static let fields = [
    GestureField("scale", .ratio, "The distance of the fingers, as a multiple of that at the beginning."),
    GestureField(
      "scale_velocity", .ratioVelocity, "How fast the scale changes: the mean of the last 100 ms."),
  ]

  private let minimumChange: Double
  private var state = State.watching
  /// The distance that `base` belongs to; 0 while fewer than two fingers are down.
  private var reference = 0.0
  private var distance = 0.0
  private var base = 1.0
  private var scale = 1.0
  private var hadTwo = false
  private var history = VelocityHistory()

  public init(_ options: OptionTable, numberOfTouches: Int) {
    minimumChange = options.number("minimum_change_mm")
  }

  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { tracked < 2 }

  public var fewestMovingTouches: Int { 2 }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.ratio(scale), .ratioVelocity(history.velocity(at: time).x))
  }

  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    guard case .scale(let value) = adjustment, value.isFinite, value > 0 else { return false }
    base = value
    scale = value
    reference = distance
    history.rebase(to: Vector(value, 0))
    return true
  }

  public mutating func handle(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    guard case .touches(let time) = input else { return .none }
    let pair = FingerPair(touches)
    measure(pair)
    switch state {
    case .watching:
      return watch(pair, at: time)
    case .active:
      if pair.count == 0 { return .end(Reason("lifted")) }
      if pair.count == 2 { history.append(Vector(scale, 0), at: time) }
      return pair.hasMoved || pair.hasLanding || pair.hasLift ? .change : .none
    }
  }

  public mutating func reset() {
    state = .watching
    reference = 0
    distance = 0
    base = 1
    scale = 1
    hadTwo = false
    history.removeAll()
  }

  private mutating func measure(_ pair: FingerPair) {
    guard pair.count == 2 else {
      reference = 0
      return
    }
    hadTwo = true
    distance = max(pair.span.length, Self.leastDistance)
    if reference == 0 || pair.hasLanding {
      // PIN-6: a new finger goes on from where the scale was frozen.
      base = scale
      reference = distance
    } else if case .active = state {
      scale = base * distance / reference
    }
  }

  private mutating func watch(_ pair: FingerPair, at time: Instant) -> Decision {
    let change = reference == 0 ? 0 : abs(distance - reference)
    if pair.count == 2, !pair.hasLanding, change >= minimumChange - Tolerance.distance {
      state = .active
      reference = distance
      history.append(Vector(scale, 0), at: time)
      return .recognize(Reason("distanceChanged", .init(change, .reached, minimumChange, .millimetres)))
    }
    guard pair.count == 0 else { return .none }
    return .fail(
      hadTwo
        ? Reason("distanceHardlyChanged", .init(change, .below, minimumChange, .millimetres))
        : Reason("tooFewTouches", .init(1, .below, 2, .touches)))
  }
}
