/// How a number of fingers travels together: what a pan and a screen-edge pan are made of.
///
/// The translation is the sum, event by event, of the mean movement of the fingers that were down before and after.
/// Events in which their number is not within the limits do not count, so a finger added or lifted makes no jump
/// (PAN-13 to PAN-16).
struct PanMotion: Sendable {
  /// What one event did to the fingers.
  struct Step {
    /// How many are down after the event.
    let downNow: Int
    /// How many were down before it.
    let downBefore: Int
    /// Whether one landed or lifted.
    let numberChanged: Bool
    /// Whether one moved.
    let hasMoved: Bool
    /// The mean movement of those that were down before and after.
    let movement: Vector
  }

  let allowedTouches: ClosedRange<Int>
  private(set) var translation = Vector.zero
  private var history = VelocityHistory()
  private var hasHistory = false
  private var mostTouches = 0
  /// Whether as many are down as it is for: while that is not so no movement counts.
  private(set) var hasAllowedTouches = false

  init(allowedTouches: ClosedRange<Int>) {
    self.allowedTouches = allowedTouches
  }

  /// The option that turns a distance into a progress.
  ///
  /// - Parameter summary: what is measured by it, without the full stop.
  static func fullDistance(_ summary: String) -> OptionDescription {
    OptionDescription(
      "full_distance_mm", .number(unit: .millimetres, range: 0...5000, default: 0), source: "",
      summary + "; 0 leaves that out.")
  }

  /// The share of a distance that has been travelled, 0 … 1, for what follows the finger: a drawer that opens.
  static func progress(_ travelled: Double, of distance: Double) -> GestureValues.Quantity {
    .ratio(min(max(travelled / distance, 0), 1))
  }

  /// In mm/s, as seen at a time.
  func velocity(at time: Instant) -> Vector { history.velocity(at: time) }

  /// The translation counts from a value on, and how fast it went is forgotten (PAN-11, PAN-12).
  mutating func setTranslation(_ value: Vector) {
    translation = value
    history.rebase(to: value)
  }

  mutating func reset() {
    translation = .zero
    history.removeAll()
    hasHistory = false
    mostTouches = 0
    hasAllowedTouches = false
  }

  /// Takes in an event.
  ///
  /// - Returns: what it did, and whether its movement counts.
  mutating func take(_ touches: borrowing TrackedTouches, at time: Instant) -> (step: Step, counts: Bool) {
    let step = Step(touches)
    mostTouches = max(mostTouches, step.downNow)
    let isValid = allowedTouches.contains(step.downNow)
    hasAllowedTouches = isValid
    let counts = isValid && step.hasMoved && allowedTouches.contains(step.downBefore)
    if counts { translation = translation + step.movement }
    if counts || (isValid && !hasHistory) {
      history.append(translation, at: time)
      hasHistory = true
    }
    return (step, counts)
  }

  /// What an active pan makes of an event.
  func follow(_ step: Step, counts: Bool) -> Decision {
    if step.downNow == 0 { return .end(Reason("lifted")) }
    let moves = step.hasMoved && allowedTouches.contains(step.downNow)
    return counts || moves || step.numberChanged ? .change : .none
  }

  /// Why it never began, when all have lifted.
  func failure(_ minimumDistance: Double) -> Reason {
    if hasHistory {
      return Reason("movedTooLittle", .init(translation.length, .below, minimumDistance, .millimetres))
    }
    return mostTouches < allowedTouches.lowerBound
      ? Reason(
        "tooFewTouches", .init(Double(mostTouches), .below, Double(allowedTouches.lowerBound), .touches))
      : Reason(
        "tooManyTouches", .init(Double(mostTouches), .above, Double(allowedTouches.upperBound), .touches))
  }
}

extension PanMotion.Step {
  /// The step of an event.
  init(_ touches: borrowing TrackedTouches) {
    var sum = Vector.zero
    var landed = 0
    var stayed = 0
    var lifted = 0
    var moved = false
    // By the fields that count: a touch is a large value, and would be copied.
    for slot in touches.positions {
      switch touches.touches[slot].phase {
      case .began: landed += 1
      case .moved:
        sum = sum + (touches.touches[slot].location - touches.touches[slot].previousLocation)
        moved = true
        stayed += 1
      case .stationary: stayed += 1
      case .ended, .cancelled: lifted += 1
      }
    }
    self.init(
      downNow: stayed + landed, downBefore: stayed + lifted, numberChanged: landed + lifted > 0,
      hasMoved: moved, movement: stayed > 0 ? sum / Double(stayed) : .zero)
  }
}
