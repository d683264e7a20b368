/// Three or more fingers held in one place and turned, as on a knob. Continuous; an extension.
///
/// ```
///        B              B
///       ╱ ╲              ╲          three fingers stay in place and turn around their center:
///      A───C      ──▶   A ─ C       began after 10°, rotation 0; changed with each move
/// ```
///
/// All fingers count: for each event the recognizer takes the turn that fits best to the fingers that were down before
/// and after. Clockwise is positive, and full turns add up.
///
/// Before the gesture begins, the recognizer fails when the fingers' center strays (`allowable_movement_mm`), when a
/// finger lifts, or when too many fingers land. After that the center is free, later fingers are ignored, and the first
/// lift ends the gesture.
///
/// This is the worked example of a continuous recognizer (CUS-11): only this file and its entry in the catalog know it.
public struct HoldAndTwistRecognizer: Recognizer {
  private enum State {
    /// The fingers are not all down.
    case gathering
    /// All fingers are down and have not turned far enough.
    case holding
    /// The gesture has begun, though other recognizers may hold its action back.
    case active
  }

  public static let kind = GestureKind("hold_and_twist")
  public static let summary = "Three or more fingers turn as on a knob."
  public static let isDiscrete = false
  public static let allowedNumbersOfTouches = 3...10
  public static let options = [
    OptionDescription(
      "minimum_turn_degrees", .number(unit: .degrees, range: 0...180, default: 10), source: "CUS-11",
      "How far the fingers turn before it begins."),
    OptionDescription(
      "allowable_movement_mm", .number(unit: .millimetres, range: 0.1...50, default: 7.03125), source: "",
      "How far the fingers' center may stray before it begins, straight-line."),
  ]
  public static let fields = [
    GestureField(
      "rotation", .angle, "How far the fingers have turned; clockwise is positive, full turns add up."),
    GestureField("rotation_velocity", .angularVelocity, "How fast they turn: the mean of the last 100 ms."),
  ]

  private let numberOfTouches: Int
  private let minimumTurn: Double
  private let allowableMovement: Double
  private var state = State.gathering
  private var landed = 0
  /// The turn in radians, since the last landing and later since the beginning.
  private var rotation = 0.0
  private var history = VelocityHistory()

  public init(_ options: OptionTable, numberOfTouches: Int) {
    self.numberOfTouches = numberOfTouches
    minimumTurn = options.number("minimum_turn_degrees") * .pi / 180
    allowableMovement = options.number("allowable_movement_mm")
  }

  public var fewestMovingTouches: Int { numberOfTouches }

  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { state != .active }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.angle(rotation), .angularVelocity(history.velocity(at: time).x))
  }

  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    guard case .rotation(let value) = adjustment, value.isFinite else { return false }
    rotation = value
    history.rebase(to: Vector(value, 0))
    return true
  }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    for position in 0..<touches.count {
      switch touches[position].phase {
      case .began: landed += 1
      case .ended:
        if state == .active { return .end(Reason("lifted")) }
        return .fail(
          landed < numberOfTouches
            ? Reason(
              "tooFewTouches", .init(Double(landed), .below, Double(numberOfTouches), .touches))
            : shortfall)
      case .moved, .stationary, .cancelled: break
      }
    }
    switch state {
    case .gathering, .holding: return hold(touches, at: input.time)
    case .active:
      rotation += turn(touches)
      history.append(Vector(rotation, 0), at: input.time)
      return .change
    }
  }

  public mutating func beginLate(at time: Instant) {
    rotation = 0
    history.removeAll()
    history.append(.zero, at: time)
  }

  public mutating func reset() {
    state = .gathering
    landed = 0
    rotation = 0
    history.removeAll()
  }

  private mutating func hold(_ touches: borrowing TrackedTouches, at time: Instant) -> Decision {
    guard landed <= numberOfTouches else {
      return .fail(
        Reason("tooManyTouches", .init(Double(landed), .above, Double(numberOfTouches), .touches)))
    }
    guard landed == numberOfTouches else { return .none }
    let stray = meanDisplacement(touches).length
    if stray > allowableMovement + Tolerance.distance {
      return .fail(Reason("movedBeyondSlop", .init(stray, .above, allowableMovement, .millimetres)))
    }
    // The event of the last landing has no earlier positions to turn from.
    if state == .holding { rotation += turn(touches) }
    state = .holding
    let reached = abs(rotation)
    guard reached >= minimumTurn else { return .none }
    state = .active
    rotation = 0
    history.append(.zero, at: time)
    return .recognize(
      Reason("turnedFarEnough", .init(reached * 180 / .pi, .reached, minimumTurn * 180 / .pi, .degrees)))
  }

  private var shortfall: Reason {
    Reason(
      "turnedTooLittle", .init(abs(rotation) * 180 / .pi, .below, minimumTurn * 180 / .pi, .degrees))
  }

  private func meanDisplacement(_ touches: borrowing TrackedTouches) -> Vector {
    var sum = Vector.zero
    for position in 0..<touches.count { sum = sum + touches[position].displacement }
    return sum / Double(touches.count)
  }

  /// The turn of the fingers around their center in this event, in radians.
  private func turn(_ touches: borrowing TrackedTouches) -> Double {
    var before = Vector.zero
    var after = Vector.zero
    for position in 0..<touches.count {
      before = before + (touches[position].previousLocation - .zero)
      after = after + (touches[position].location - .zero)
    }
    before = before / Double(touches.count)
    after = after / Double(touches.count)
    // Σ b·conj(a), where a and b are the positions before and after, relative to their centers. Its direction is the
    // turn.
    var product = Vector.zero
    for position in 0..<touches.count {
      let a = touches[position].previousLocation - (.zero + before)
      let b = touches[position].location - (.zero + after)
      product = product + Vector(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x)
    }
    return product == .zero ? 0 : Angle.radians(of: product)
  }
}
