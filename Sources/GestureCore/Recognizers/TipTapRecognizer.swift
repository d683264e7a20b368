/// Fingers that rest while another one taps beside them, once or again and again. Continuous; an extension.
///
/// ```
///   resting      ▁████████████████████████▁▁▁
///   the other    ▁▁▁▁▁▁▁██▁▁▁▁▁██▁▁▁▁▁██▁▁▁▁▁
///                 ├─────┤ │      │      │ └ ended: a resting finger lifts
///                  150 ms │      │      └ changed, 3 tips
///                         │      └ changed, 2 tips
///                         └ began at the lift, 1 tip
/// ```
///
/// The gesture is continuous although a tap is discrete. A discrete recognizer starts again only when all its fingers
/// are up (FSM-8), so the hand would have to lift for each tip. The first tip therefore begins the gesture.
///
/// Each further tip is a change with a higher count. Nothing else is a change, so a trembling resting finger reports
/// nothing (an exception to FSM-5 and FSM-6). The gesture ends when a resting finger lifts or strays; earlier tips stay
/// valid.
///
/// Before the gesture begins, the recognizer fails in these cases:
///
/// - A resting finger lifts or strays (`allowable_movement_mm`).
/// - The other finger comes too early (`minimum_rest_ms`) or on the wrong `side`.
/// - The other finger strays (`movement_mm`) or stays (`maximum_press_ms`).
/// - Two other fingers are down.
///
/// After the beginning, such a finger is no tip and has no other effect.
public struct TipTapRecognizer: Recognizer {
  private enum State {
    /// Not all resting fingers are down.
    case gathering
    /// The resting fingers are down, and no other finger is.
    case resting
    /// Another finger is down. It is a tip if it lifts by that time.
    case tipping(touch: UInt64, until: Instant)
    /// Another finger is down that can no longer be a tip.
    case disturbed(touch: UInt64)
  }

  /// The side of the tip, seen from the resting fingers.
  private enum Side: Int, CaseIterable {
    case left
    case right

    /// The word in the configuration and on the wire.
    var word: String {
      switch self {
      case .left: "left"
      case .right: "right"
      }
    }
  }

  /// The landing of a finger that may become a tip, with the center of the resting fingers at that time.
  private struct Landing {
    var place = Point.zero
    var side = Side.right
    var rest = Point.zero
  }

  public static let kind = GestureKind("tip_tap")
  public static let summary = "Fingers rest, and another one taps beside them, once or several times."
  public static let isDiscrete = false
  public static let allowedNumbersOfTouches = 1...9
  private static let words = Side.allCases.map(\.word)
  public static let options = [
    OptionDescription(
      "side", .words(allowed: words, default: words), source: "",
      "On which side of the resting fingers the other one may tap."),
    OptionDescription(
      "minimum_rest_ms", .number(unit: .milliseconds, range: 0...5000, default: 150), source: "",
      "How long the fingers rest before the other one may land. It fails if another finger lands sooner."
    ),
    OptionDescription(
      "allowable_movement_mm", .number(unit: .millimetres, range: 0.1...50, default: 3.125), source: "",
      "How far a resting finger may stray from where it landed, straight-line."),
    OptionDescription(
      "movement_mm", .number(unit: .millimetres, range: 0.5...50, default: 7.03125), source: "TAP-2",
      "How far the other finger may stray from where it landed, on each axis."),
    OptionDescription(
      "maximum_press_ms", .number(unit: .milliseconds, range: 50...10_000, default: 750), source: "TAP-5",
      "How long the other finger may stay down."),
  ]
  public static let fields = [
    GestureField("tips", .count, "How many times the other finger has tapped."),
    GestureField("side", .word(words), "On which side of the resting fingers' center the last tip was."),
    GestureField("rest", .point, "Where the resting fingers were then: their center."),
  ]

  private let numberOfTouches: Int
  private let sides: [Side]
  private let minimumRest: TimeSpan
  private let allowableMovement: Double
  private let movement: Double
  private let maximumPress: TimeSpan

  private var state = State.gathering
  /// The number of resting fingers that have landed, and the time of the last landing.
  private var landed = 0
  private var restingSince = Instant(microseconds: 0)
  private var tips = 0
  /// The last tip, and the landing of the finger that is down.
  private var tip = Landing()
  private var landing = Landing()

  public init(_ options: OptionTable, numberOfTouches: Int) {
    self.numberOfTouches = numberOfTouches
    let words = options.words("side")
    sides = Side.allCases.filter { words.contains($0.word) }
    minimumRest = options.span("minimum_rest_ms")
    allowableMovement = options.number("allowable_movement_mm")
    movement = options.number("movement_mm")
    maximumPress = options.span("maximum_press_ms")
  }

  public var deadline: Instant? {
    switch state {
    case .tipping(_, let until): until
    case .gathering, .resting, .disturbed: nil
    }
  }

  public var liftDecisionSpan: TimeSpan { maximumPress }

  /// Before the first tip an extra finger must be admitted, since it makes the recognizer fail. After that one tip at a
  /// time counts.
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool {
    tips == 0 || tracked <= numberOfTouches
  }

  /// The position of the last tip.
  public var location: Point? { tip.place }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.count(tips), .word(tip.side.rawValue), .point(tip.rest))
  }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch input {
    case .deadline:
      guard case .tipping(let touch, _) = state else { return .none }
      let limit = maximumPress.milliseconds
      return disturb(touch, Reason("heldTooLong", .init(limit, .reached, limit, .milliseconds)))
    case .touches(let time):
      if let reason = reasonToEndRest(touches) { return tips > 0 ? .end(reason) : .fail(reason) }
      var decision = follow(touches)
      for position in 0..<touches.count where touches[position].phase == .began {
        // A landing makes the recognizer fail only before the first tip, so this decision never replaces a tip.
        if case .fail(let reason) = land(position, touches, at: time) { decision = .fail(reason) }
      }
      return decision
    }
  }

  public mutating func reset() {
    state = .gathering
    landed = 0
    tips = 0
  }

  /// The finger that does not rest; nil without such a finger.
  private var other: UInt64? {
    switch state {
    case .gathering, .resting: nil
    case .tipping(let touch, _), .disturbed(let touch): touch
    }
  }

  /// The reason why the resting fingers end the rest; nil if they rest. Landings do not count here.
  private func reasonToEndRest(_ touches: borrowing TrackedTouches) -> Reason? {
    let other = other
    for position in 0..<touches.count where touches[position].id != other {
      if touches[position].phase == .ended { return restLifted(touches) }
      let stray = touches[position].displacement.length
      if stray > allowableMovement + Tolerance.distance {
        return Reason("movedBeyondSlop", .init(stray, .above, allowableMovement, .millimetres))
      }
    }
    return nil
  }

  /// The reason for the lift of a resting finger: how many of them are left.
  private func restLifted(_ touches: borrowing TrackedTouches) -> Reason {
    let other = other
    var left = 0
    for position in 0..<touches.count
    where touches[position].id != other && touches[position].isDown && touches[position].phase != .began {
      left += 1
    }
    return Reason("restLifted", .init(Double(left), .below, Double(numberOfTouches), .touches))
  }

  /// Follows the other finger after its landing.
  private mutating func follow(_ touches: borrowing TrackedTouches) -> Decision {
    guard let other else { return .none }
    for position in 0..<touches.count where touches[position].id == other {
      let stray = touches[position].displacement
      let farther = max(abs(stray.x), abs(stray.y))
      if farther > movement + Tolerance.distance {
        let decision = disturb(
          other, Reason("movedBeyondSlop", .init(farther, .above, movement, .millimetres)))
        guard case .none = decision else { return decision }
      }
      guard !touches[position].isDown else { return .none }
      defer { state = .resting }
      guard case .tipping = state else { return .none }
      tip = landing
      tips += 1
      return tips == 1 ? .recognize(Reason("tapped")) : .change
    }
    return .none
  }

  private mutating func land(
    _ position: Int, _ touches: borrowing TrackedTouches, at time: Instant
  ) -> Decision {
    let touch = touches[position]
    switch state {
    case .gathering:
      landed += 1
      if landed == numberOfTouches {
        state = .resting
        restingSince = time
      }
      return .none
    case .resting:
      let rested = time - restingSince
      let rest = centreOfResting(touches, except: touch.id)
      landing = Landing(place: touch.start, side: touch.start.x < rest.x ? .left : .right, rest: rest)
      if rested < minimumRest {
        return disturb(
          touch.id,
          Reason(
            "restedTooShort",
            .init(rested.milliseconds, .below, minimumRest.milliseconds, .milliseconds)))
      }
      guard sides.contains(landing.side) else { return disturb(touch.id, wrongSide) }
      state = .tipping(touch: touch.id, until: time + maximumPress)
      return .none
    case .tipping(let other, _), .disturbed(let other):
      let most = Double(numberOfTouches + 1)
      return disturb(other, Reason("tooManyTouches", .init(most + 1, .above, most, .touches)))
    }
  }

  /// The reason for a landing on the wrong side: how far beyond the center of the resting fingers. The center itself is
  /// on the right.
  private var wrongSide: Reason {
    let beyond = abs(landing.place.x - landing.rest.x)
    let comparison = landing.side == .right ? Reason.Comparison.reached : .above
    return Reason("landedOnWrongSide", .init(beyond, comparison, 0, .millimetres))
  }

  /// The other finger is no tip. Before the first tip the attempt fails.
  private mutating func disturb(_ touch: UInt64, _ reason: Reason) -> Decision {
    state = .disturbed(touch: touch)
    return tips == 0 ? .fail(reason) : .none
  }

  private func centreOfResting(_ touches: borrowing TrackedTouches, except other: UInt64) -> Point {
    var sum = Vector.zero
    var count = 0
    for position in 0..<touches.count where touches[position].id != other && touches[position].isDown {
      sum = sum + (touches[position].location - .zero)
      count += 1
    }
    return .zero + sum / Double(max(count, 1))
  }
}
