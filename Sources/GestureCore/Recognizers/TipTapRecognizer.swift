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
/// It is continuous although a tap is not: a discrete one starts anew only when all its fingers are up (FSM-8), so
/// a hand would have to lift for each tip. So the first tip begins it, each further one is a change with a count
/// that rises, and nothing else is: a resting finger that trembles says nothing (an exception to FSM-5 and FSM-6).
/// It ends when a resting finger lifts or strays; what was tipped stays tipped.
///
/// Before it begins it fails when a resting finger lifts or strays (`allowable_movement_mm`), when the other one
/// comes too early (`minimum_rest_ms`), on the wrong `side`, strays (`movement_mm`) or stays
/// (`maximum_press_ms`), or when there are two of them. Once it has begun, such a finger is no tip, and that is all.
public struct TipTapRecognizer: Recognizer {
  private enum State {
    /// The fingers that rest are not all down.
    case gathering
    /// They are, and no other finger.
    case resting
    /// Another one is down, and a tip if it lifts by then.
    case tipping(touch: UInt64, until: Instant)
    /// Another one is down that can be no tip any more.
    case disturbed(touch: UInt64)
  }

  /// Where the tip is, seen from the resting fingers.
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

  /// Where a finger landed that may become a tip, and what was at rest then.
  private struct Landing {
    var place = Point.zero
    var side = Side.right
    var rest = Point.zero
  }

  public static let kind = GestureKind("tip_tap")
  public static let summary = "Fingers rest, and another one taps beside them, as often as it likes."
  public static let isDiscrete = false
  public static let allowedNumbersOfTouches = 1...9
  private static let words = Side.allCases.map(\.word)
  public static let options = [
    OptionDescription(
      "side", .words(allowed: words, default: words), source: "",
      "On which side of the resting fingers the other one may tap."),
    OptionDescription(
      "minimum_rest_ms", .number(unit: .milliseconds, range: 0...5000, default: 150), source: "",
      "How long the fingers rest before the other one may land; sooner it is one of them that is late."),
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
    GestureField("side", .word(words), "On which side of the resting fingers' centre the last tip was."),
    GestureField("rest", .point, "Where the resting fingers were then: their centre."),
  ]

  private let numberOfTouches: Int
  private let sides: [Side]
  private let minimumRest: TimeSpan
  private let allowableMovement: Double
  private let movement: Double
  private let maximumPress: TimeSpan

  private var state = State.gathering
  /// How many of the fingers that rest have landed, and when the last of them did.
  private var landed = 0
  private var restingSince = Instant(microseconds: 0)
  private var tips = 0
  /// The last tip, and the finger that is down.
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

  /// Before it has begun a finger too many has to be seen, since it fails it; after that one tip at a time counts.
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool {
    tips == 0 || tracked <= numberOfTouches
  }

  /// Where the last tip was.
  public var location: Point? { tip.place }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.count(tips), .word(tip.side.rawValue), .point(tip.rest))
  }

  public mutating func handle(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch input {
    case .deadline:
      guard case .tipping(let touch, _) = state else { return .none }
      let limit = maximumPress.milliseconds
      return disturb(touch, Reason("heldTooLong", .init(limit, .reached, limit, .milliseconds)))
    case .touches(let time):
      if let reason = unrest(touches) { return tips > 0 ? .end(reason) : .fail(reason) }
      var decision = follow(touches)
      for position in 0..<touches.count where touches[position].phase == .began {
        // A landing fails it only while there is no tip, so it never takes the place of one.
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

  /// The finger that does not rest; nil where there is none.
  private var other: UInt64? {
    switch state {
    case .gathering, .resting: nil
    case .tipping(let touch, _), .disturbed(let touch): touch
    }
  }

  /// What the resting fingers must not do; a landing is no matter of theirs.
  private func unrest(_ touches: borrowing TrackedTouches) -> Reason? {
    let other = other
    for position in 0..<touches.count where touches[position].id != other {
      if touches[position].phase == .ended { return Reason("restLifted") }
      let stray = touches[position].displacement.length
      if stray > allowableMovement + Tolerance.distance {
        return Reason("movedBeyondSlop", .init(stray, .above, allowableMovement, .millimetres))
      }
    }
    return nil
  }

  /// What the other finger does after its landing.
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
      guard sides.contains(landing.side) else { return disturb(touch.id, Reason("landedOnWrongSide")) }
      state = .tipping(touch: touch.id, until: time + maximumPress)
      return .none
    case .tipping(let other, _), .disturbed(let other):
      let most = Double(numberOfTouches + 1)
      return disturb(other, Reason("tooManyTouches", .init(most + 1, .above, most, .touches)))
    }
  }

  /// The other finger is no tip: the end of an attempt without one.
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
