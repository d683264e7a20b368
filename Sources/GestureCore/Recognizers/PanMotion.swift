/// The common movement of some fingers: the base of a pan and a screen-edge pan.
///
/// The translation sums, event by event, the mean movement of the fingers that were down before and after. An event
/// counts only if the number of fingers is within the limits. A finger that lands or lifts therefore makes no jump
/// (PAN-13 to PAN-16).
struct PanMotion: Sendable {
  /// The effect of one event on the fingers.
  struct Step {
    /// The number of fingers that are down after the event.
    let downNow: Int
    /// The number of fingers that were down before the event.
    let downBefore: Int
    /// Whether a finger landed or lifted.
    let numberChanged: Bool
    /// Whether a finger moved.
    let hasMoved: Bool
    /// The mean movement of the fingers that were down before and after.
    let movement: Vector
  }

  /// The numbers of fingers whose movement counts. Changed only before the first finger has moved.
  var allowedTouches: ClosedRange<Int>
  private(set) var translation = Vector.zero
  private var history = VelocityHistory()
  private var hasHistory = false
  private var mostTouches = 0
  /// Whether the number of fingers that are down is within the limits. Otherwise no movement counts.
  private(set) var hasAllowedTouches = false

  init(allowedTouches: ClosedRange<Int>) {
    self.allowedTouches = allowedTouches
  }

  /// The option that turns a distance into a progress.
  ///
  /// - Parameter summary: the meaning of the distance, without the full stop.
  static func fullDistance(_ summary: String) -> OptionDescription {
    OptionDescription(
      "full_distance_mm", .number(unit: .millimetres, range: 0...5000, default: 0), source: "",
      summary + "; 0 for no `progress`.")
  }

  /// The traveled share of a distance, 0 … 1, for interfaces that follow the finger, such as a drawer that opens.
  static func progress(_ travelled: Double, of distance: Double) -> GestureValues.Quantity {
    .ratio(min(max(travelled / distance, 0), 1))
  }

  /// The velocity at a time, in mm/s.
  func velocity(at time: Instant) -> Vector { history.velocity(at: time) }

  /// Sets the translation and forgets the velocity (PAN-11, PAN-12).
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

  /// Updates the motion by an event.
  ///
  /// - Returns: the effect of the event, and whether its movement counts.
  mutating func update(_ touches: borrowing TrackedTouches, at time: Instant) -> (step: Step, counts: Bool) {
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

  /// The decision of an active pan about an event.
  func follow(_ step: Step, counts: Bool) -> Decision {
    if step.downNow == 0 { return .end(Reason("lifted")) }
    let moves = step.hasMoved && allowedTouches.contains(step.downNow)
    return counts || moves || step.numberChanged ? .change : .none
  }

  /// The reason why the pan never began, once all fingers have lifted.
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
    // Reads single fields: a touch is a large value, and a loop variable would copy it.
    for position in touches.positions.indices {
      let slot = touches.positions[position]
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
