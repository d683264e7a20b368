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
/// The gesture begins when the fingers have turned by `minimum_turn_degrees` since the second landing, and each has
/// moved `minimum_arc_mm` on the way. Fingers that are close together therefore need more degrees (ROT-6). Clockwise is
/// positive, and full turns add up (ROT-4).
///
/// If the gesture has to wait for other recognizers, the turn counts from the moment it begins. When one finger lifts
/// the rotation freezes, and it continues with the next landing.
public struct RotationRecognizer: FingerPairRecognizer {
  public static let kind = GestureKind("rotation")
  public static let summary = "Two fingers turn around one another."
  public static let options = [
    OptionDescription(
      "minimum_turn_degrees", .number(unit: .degrees, range: 0...180, default: 5), source: "ROT-1",
      "How far the fingers turn before it begins."),
    OptionDescription(
      "minimum_arc_mm", .number(unit: .millimetres, range: 0...50, default: 0.625), source: "ROT-6",
      "How far each finger goes around the middle before it begins."),
  ]
  public static let fields = [
    GestureField(
      "rotation", .angle, "How far the fingers have turned; clockwise is positive, full turns add up."),
    GestureField("rotation_velocity", .angularVelocity, "How fast they turn: the mean of the last 100 ms."),
  ]

  var progress = FingerPairProgress()
  /// The turn in radians, since the second landing and later since the beginning.
  private(set) var quantity = 0.0
  private let minimumTurn: Double
  private let minimumArc: Double
  /// The direction from the first finger to the second, in radians; nil unless both are down.
  private var direction: Double?
  /// The distance of the fingers when both were last down, in mm.
  private var distance = 0.0

  public init(_ options: OptionTable, numberOfTouches: Int) {
    minimumTurn = options.number("minimum_turn_degrees") * .pi / 180
    minimumArc = options.number("minimum_arc_mm")
  }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.angle(quantity), .angularVelocity(velocity(at: time)))
  }

  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    guard case .rotation(let value) = adjustment, value.isFinite else { return false }
    quantity = value
    progress.history.rebase(to: Vector(value, 0))
    return true
  }

  public mutating func reset() {
    progress.reset()
    direction = nil
    quantity = 0
  }

  mutating func measure(_ pair: FingerPair) {
    guard pair.count == 2 else {
      direction = nil
      return
    }
    distance = pair.span.length
    let now = Angle.radians(of: pair.span)
    if let direction, !pair.hasLanding {
      quantity += Angle.turn(from: direction, to: now)
    } else if !progress.isActive {
      quantity = 0
    }
    direction = now
  }

  mutating func restart() {
    quantity = 0
  }

  mutating func begin(_ pair: FingerPair) -> Reason? {
    let turn = abs(quantity)
    guard turn >= minimumTurn, turn * pair.span.length / 2 >= minimumArc - Tolerance.distance else {
      return nil
    }
    quantity = 0
    return Reason("turnedFarEnough", .init(turn * 180 / .pi, .reached, minimumTurn * 180 / .pi, .degrees))
  }

  var shortfall: Reason {
    let turn = abs(quantity)
    // The turn was large enough, and the fingers were so close that it was no movement.
    if turn >= minimumTurn {
      return Reason("turnedTooLittle", .init(turn * distance / 2, .below, minimumArc, .millimetres))
    }
    return Reason("turnedTooLittle", .init(turn * 180 / .pi, .below, minimumTurn * 180 / .pi, .degrees))
  }
}
