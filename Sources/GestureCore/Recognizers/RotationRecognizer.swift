/// Two fingers that turn around one another: UIRotationGestureRecognizer. Continuous.
///
/// ```
///   fingers     ●────────●         ●                    ●
///                                   ╲╲                   │
///                                     ╲●                 │
///                                                        ●
///                 landed           5° and 0.6 mm       90°
///                                  began, rotation 0   changed, rotation 1.48
/// ```
///
/// It begins when they have turned by `minimum_turn_degrees` since the second one landed, and each has gone
/// `minimum_arc_mm` on the way: fingers that are close together need more degrees (ROT-6). Clockwise is positive,
/// and full turns add up (ROT-4). When one finger lifts the rotation is frozen, and goes on from there with the
/// next that lands.
public struct RotationRecognizer: Recognizer {
  private enum State {
    case watching
    /// It has begun, though others may hold its action back.
    case active
  }

  public static let kind = GestureKind("rotation")
  public static let isDiscrete = false
  public static let allowedNumbersOfTouches = 2...2
  public static let options = [
    OptionDescription(
      "minimum_turn_degrees", .number(unit: .degrees, range: 0...180, default: 5), source: "ROT-1",
      "How far the fingers turn before it begins."),
    OptionDescription(
      "minimum_arc_mm", .number(unit: .millimetres, range: 0...50, default: 0.625), source: "ROT-6",
      "How far each finger goes around the middle before it begins."),
  ]
  public static let fields = [
    GestureField("rotation", .angle, "How far the fingers have turned, in radians; clockwise is positive."),
    GestureField("rotation_velocity", .angularVelocity, "How fast they turn: the mean of the last 100 ms."),
  ]

  private let minimumTurn: Double
  private let minimumArc: Double
  private var state = State.watching
  /// Where the second finger lies from the first, in radians; nil unless both are down.
  private var direction: Double?
  /// Since the landing of the second finger, then since the beginning.
  private var rotation = 0.0
  private var hadTwo = false
  private var history = VelocityHistory()

  public init(_ options: OptionTable, numberOfTouches: Int) {
    minimumTurn = options.number("minimum_turn_degrees") * .pi / 180
    minimumArc = options.number("minimum_arc_mm")
  }

  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { tracked < 2 }

  public var fewestMovingTouches: Int { 2 }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.angle(rotation), .angularVelocity(history.velocity(at: time).x))
  }

  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    guard case .rotation(let value) = adjustment, value.isFinite else { return false }
    rotation = value
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
      if pair.count == 2 { history.append(Vector(rotation, 0), at: time) }
      return pair.hasMoved || pair.hasLanding || pair.hasLift ? .change : .none
    }
  }

  public mutating func reset() {
    state = .watching
    direction = nil
    rotation = 0
    hadTwo = false
    history.removeAll()
  }

  private mutating func measure(_ pair: FingerPair) {
    guard pair.count == 2 else {
      direction = nil
      return
    }
    hadTwo = true
    let now = Angle.radians(of: pair.span)
    if let direction, !pair.hasLanding {
      rotation += Angle.turn(from: direction, to: now)
    } else if case .watching = state {
      rotation = 0
    }
    direction = now
  }

  private mutating func watch(_ pair: FingerPair, at time: Instant) -> Decision {
    let turn = abs(rotation)
    let arc = turn * pair.span.length / 2
    if pair.count == 2, turn >= minimumTurn, arc >= minimumArc - Tolerance.distance {
      let reason = Reason(
        "turnedFarEnough", .init(turn * 180 / .pi, .reached, minimumTurn * 180 / .pi, .degrees))
      state = .active
      rotation = 0
      history.append(.zero, at: time)
      return .recognize(reason)
    }
    guard pair.count == 0 else { return .none }
    return .fail(
      hadTwo
        ? Reason("turnedTooLittle", .init(turn * 180 / .pi, .below, minimumTurn * 180 / .pi, .degrees))
        : Reason("tooFewTouches", .init(1, .below, 2, .touches)))
  }
}
