/// Fingers that move together: UIPanGestureRecognizer. Continuous.
///
/// ```
///   fingers      ▁▁▁██████████████████████▁▁▁
///   travel       ··· 0 ─── 1.56 mm ─────────
///                            │ └ changed with each move
///                            └ began, with all that was travelled so far
/// ```
///
/// The translation is the sum, frame by frame, of the mean movement of the fingers that were down before and
/// after; frames in which their number is not within the limits do not count, so a finger added or lifted makes
/// no jump (PAN-13, PAN-14). It has no time limit. It fails when all fingers lift before it begins.
public struct PanRecognizer: Recognizer {
  private enum State {
    case watching
    /// It has begun, though others may hold its action back.
    case active
  }

  public static let kind = GestureKind("pan")
  public static let isDiscrete = false
  public static let options = [
    OptionDescription(
      "minimum_distance_mm", .number(unit: .millimetres, range: 0...50, default: 1.5625), source: "PAN-1",
      "How far the fingers travel before it begins, straight-line."),
    OptionDescription(
      "maximum_touches", .integer(range: 0...10, default: 0), source: "PAN-17",
      "With how many fingers at most; 0 means no more than `touches`."),
  ]
  public static let fields = [
    GestureField("translation", .displacement, "How far the fingers have travelled since the first landed."),
    GestureField("velocity", .velocity, "How fast they travel: the mean of the last 100 ms."),
  ]

  private let minimumDistance: Double
  private let allowedTouches: ClosedRange<Int>
  private var state = State.watching
  private var translation = Vector.zero
  private var history = VelocityHistory()
  private var hasHistory = false
  private var mostTouches = 0

  public init(_ options: OptionTable, numberOfTouches: Int) {
    minimumDistance = options.number("minimum_distance_mm")
    allowedTouches = numberOfTouches...max(numberOfTouches, options.integer("maximum_touches"))
  }

  /// PAN-18: once it has begun, fingers beyond the maximum are ignored. Before, they hinder it (PAN-17).
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool {
    switch state {
    case .watching: true
    case .active: tracked < allowedTouches.upperBound
    }
  }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.displacement(translation), .velocity(history.velocity(at: time)))
  }

  /// The translation counts from the value on, and how fast it went is forgotten (PAN-11, PAN-12).
  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    switch adjustment {
    case .translation(let value):
      translation = value
      history.rebase(to: value)
      return true
    case .scale, .rotation:
      return false
    }
  }

  public mutating func handle(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    guard case .touches(let time) = input else { return .none }
    let step = Step(touches)
    mostTouches = max(mostTouches, step.downNow)
    let isValid = allowedTouches.contains(step.downNow)
    let counts = isValid && step.hasMoved && allowedTouches.contains(step.downBefore)
    if counts { translation = translation + step.movement }
    if counts || (isValid && !hasHistory) {
      history.append(translation, at: time)
      hasHistory = true
    }
    switch state {
    case .watching:
      return watch(step, counts: counts)
    case .active:
      if step.downNow == 0 { return .end(Reason("lifted")) }
      return counts || step.numberChanged || (isValid && step.hasMoved) ? .change : .none
    }
  }

  public mutating func reset() {
    state = .watching
    translation = .zero
    history.removeAll()
    hasHistory = false
    mostTouches = 0
  }

  private mutating func watch(_ step: Step, counts: Bool) -> Decision {
    let travelled = translation.length
    if counts, travelled >= minimumDistance - Tolerance.distance {
      state = .active
      return .recognize(Reason("movedFarEnough", .init(travelled, .reached, minimumDistance, .millimetres)))
    }
    if step.downNow == 0 {
      return .fail(failure(travelled))
    }
    return .none
  }

  private func failure(_ travelled: Double) -> Reason {
    let fewest = Double(allowedTouches.lowerBound)
    let most = Double(allowedTouches.upperBound)
    if hasHistory { return Reason("movedTooLittle", .init(travelled, .below, minimumDistance, .millimetres)) }
    return mostTouches < allowedTouches.lowerBound
      ? Reason("tooFewTouches", .init(Double(mostTouches), .below, fewest, .touches))
      : Reason("tooManyTouches", .init(Double(mostTouches), .above, most, .touches))
  }

  /// What one event did to the fingers.
  private struct Step {
    var downBefore = 0
    var downNow = 0
    var numberChanged = false
    var hasMoved = false
    /// The mean movement of the fingers that were down before and after.
    var movement = Vector.zero

    init(_ touches: borrowing TrackedTouches) {
      var sum = Vector.zero
      var stayed = 0
      for position in 0..<touches.count {
        switch touches[position].phase {
        case .began:
          downNow += 1
          numberChanged = true
        case .moved:
          sum = sum + (touches[position].location - touches[position].previousLocation)
          hasMoved = true
          stayed += 1
        case .stationary:
          stayed += 1
        case .ended, .cancelled:
          downBefore += 1
          numberChanged = true
        }
      }
      downBefore += stayed
      downNow += stayed
      if stayed > 0 { movement = sum / Double(stayed) }
    }
  }
}
