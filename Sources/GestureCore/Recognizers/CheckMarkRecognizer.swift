/// A check mark drawn by one finger: down to the right, then up to the right, then off. Discrete; an extension.
///
/// ```
///   ●                   ● ended at the lift
///    ╲                ╱
///      ╲            ╱
///        ╲        ╱
///          ╲____╱
///            turn
/// ```
///
/// The strokes meet at the lowest position. Each stroke must be `minimum_stroke_mm` long and lie within `cone_degrees`
/// of its diagonal. There is no time limit.
///
/// The recognizer fails in these cases:
///
/// - The finger turns back by more than `turn_back_mm` from its farthest position to the right, or from its farthest
///   position up or down in the present stroke.
/// - A second finger lands.
/// - The finger lifts while a stroke is missing.
///
/// This is the worked example of a discrete recognizer (CUS-10): only this file and its entry in the catalog know it.
public struct CheckMarkRecognizer: Recognizer {
  private enum State {
    /// No finger has landed.
    case waiting
    /// The first stroke, down to the right.
    case down
    /// The second stroke, up to the right.
    case up
  }

  public static let kind = GestureKind("check_mark")
  public static let summary = "One finger draws a check mark."
  public static let isDiscrete = true
  public static let allowedNumbersOfTouches = 1...1
  public static let options = [
    OptionDescription(
      "minimum_stroke_mm", .number(unit: .millimetres, range: 0.5...100, default: 3.125), source: "",
      "How long each of the two strokes has to be, straight-line."),
    OptionDescription(
      "cone_degrees", .number(unit: .degrees, range: 1...45, default: 40), source: "",
      "How far off its diagonal a stroke may be."),
    OptionDescription(
      "turn_back_mm", .number(unit: .millimetres, range: 0.1...50, default: 1.5625), source: "",
      "How far the finger may come back on a stroke: to the left, up on the first, down on the second."),
  ]
  public static let fields = [
    GestureField("start", .point, "Where the finger landed."),
    GestureField("turn", .point, "The lowest place, where the strokes meet."),
  ]

  private let minimumStroke: Double
  private let cone: Double
  private let turnBack: Double
  private var state = State.waiting
  private var start = Point.zero
  private var turn = Point.zero
  /// The farthest position to the right, and the highest position since the turn.
  private var rightmost = 0.0
  private var highest = 0.0

  public init(_ options: OptionTable, numberOfTouches: Int) {
    minimumStroke = options.number("minimum_stroke_mm")
    cone = options.number("cone_degrees")
    turnBack = options.number("turn_back_mm")
  }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.point(start), .point(turn))
  }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    guard touches.count == 1 else {
      return .fail(Reason("tooManyTouches", .init(Double(touches.count), .above, 1, .touches)))
    }
    let place = touches[0].location
    switch state {
    case .waiting:
      start = place
      turn = place
      rightmost = place.x
      state = .down
      return .none
    case .down, .up:
      if let reason = draw(to: place) { return .fail(reason) }
      return touches[0].isDown ? .none : finish(at: place)
    }
  }

  public mutating func reset() {
    state = .waiting
  }

  /// Continues the present stroke, or begins the second one.
  ///
  /// - Returns: the reason why it is no check mark; nil while it may still be one.
  private mutating func draw(to place: Point) -> Reason? {
    let leftwards = rightmost - place.x
    if leftwards > turnBack { return Reason("turnedBack", .init(leftwards, .above, turnBack, .millimetres)) }
    rightmost = max(rightmost, place.x)
    if state == .down, turn.y - place.y > turnBack {
      if let reason = shortfall(of: turn - start, upwards: false) { return reason }
      state = .up
      highest = place.y
    }
    switch state {
    case .waiting: break
    case .down: if place.y >= turn.y { turn = place }
    case .up:
      let downwards = place.y - highest
      if downwards > turnBack {
        return Reason("turnedBack", .init(downwards, .above, turnBack, .millimetres))
      }
      highest = min(highest, place.y)
    }
    return nil
  }

  private func finish(at place: Point) -> Decision {
    guard state == .up else { return .fail(liftedEarly(at: place)) }
    let stroke = place - turn
    if let reason = shortfall(of: stroke, upwards: true) { return .fail(reason) }
    return .recognize(Reason("movedFarEnough", .init(stroke.length, .reached, minimumStroke, .millimetres)))
  }

  /// The reason of a lift before the second stroke: what the first stroke lacks, otherwise what the second one lacks.
  private func liftedEarly(at place: Point) -> Reason {
    if let reason = shortfall(of: turn - start, upwards: false) { return reason }
    let stroke = place - turn
    if stroke.length < minimumStroke {
      return Reason("liftedTooSoon", .init(stroke.length, .below, minimumStroke, .millimetres))
    }
    // The second stroke begins where the finger has risen by more than `turnBack`.
    return shortfall(of: stroke, upwards: true)
      ?? Reason("liftedTooSoon", .init(turn.y - place.y, .below, turnBack, .millimetres))
  }

  /// The reason why a movement is no stroke; nil if it is one.
  private func shortfall(of way: Vector, upwards: Bool) -> Reason? {
    guard way.length >= minimumStroke else {
      return Reason("movedTooLittle", .init(way.length, .below, minimumStroke, .millimetres))
    }
    let vertical = upwards ? -way.y : way.y
    let angle = Angle.degrees(along: way.x + vertical, across: abs(way.x - vertical))
    return angle <= cone ? nil : Reason("wrongWay", .init(angle, .above, cone, .degrees))
  }
}
