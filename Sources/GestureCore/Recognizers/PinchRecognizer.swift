/// Two fingers that move apart or together: UIPinchGestureRecognizer. Continuous.
///
/// ```
///   fingers     ●────────●          ●────────────●          ●──────────────────●
///   distance      30 mm               31.25 mm                    46.9 mm
///                 landed              began, scale 1              changed, scale 1.5
/// ```
///
/// The gesture begins when the fingers' distance has changed by `minimum_change_mm` since the second landing. The scale
/// counts from there. If the gesture has to wait for other recognizers, the scale counts from the moment it begins.
///
/// When one finger lifts the scale freezes, and it continues with the next landing. The recognizer fails when all
/// fingers lift before the gesture begins. There is no time limit.
public struct PinchRecognizer: FingerPairRecognizer {
  /// The smallest distance, which keeps the scale finite: 1 pt, in mm (PIN-10).
  private static let leastDistance = 1 / 6.4

  public static let kind = GestureKind("pinch")
  public static let summary = "Two fingers move apart or together."
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

  var progress = FingerPairProgress()
  private(set) var quantity = 1.0
  private let minimumChange: Double
  /// The distance that belongs to `base`; 0 while fewer than two fingers are down.
  private var reference = 0.0
  private var distance = 0.0
  private var base = 1.0
  /// By how much the distance had changed when both fingers were last down, before the gesture begins.
  private var change = 0.0

  public init(_ options: OptionTable, numberOfTouches: Int) {
    minimumChange = options.number("minimum_change_mm")
  }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.ratio(quantity), .ratioVelocity(velocity(at: time)))
  }

  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    guard case .scale(let value) = adjustment, value.isFinite, value > 0 else { return false }
    base = value
    quantity = value
    reference = distance
    progress.history.rebase(to: Vector(value, 0))
    return true
  }

  public mutating func reset() {
    progress.reset()
    reference = 0
    distance = 0
    base = 1
    quantity = 1
    change = 0
  }

  mutating func measure(_ pair: FingerPair) {
    guard pair.count == 2 else {
      reference = 0
      return
    }
    distance = max(pair.span.length, Self.leastDistance)
    if reference == 0 || pair.hasLanding {
      // A new finger continues from the frozen scale (PIN-6).
      base = quantity
      reference = distance
    } else if progress.isActive {
      quantity = base * distance / reference
    }
    if !progress.isActive { change = abs(distance - reference) }
  }

  mutating func restart() {
    base = 1
    quantity = 1
    // The reference is 0 while fewer than two fingers are down; then the next landing sets it.
    if reference > 0 { reference = distance }
  }

  mutating func begin(_ pair: FingerPair) -> Reason? {
    guard !pair.hasLanding, change >= minimumChange - Tolerance.distance else { return nil }
    reference = distance
    return Reason("distanceChanged", .init(change, .reached, minimumChange, .millimetres))
  }

  var shortfall: Reason {
    Reason("distanceHardlyChanged", .init(change, .below, minimumChange, .millimetres))
  }
}
