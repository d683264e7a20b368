/// A quick stroke: UISwipeGestureRecognizer. Discrete.
///
/// A slow swipe must be straight but may be short. A fast swipe must be long but may be sloppy:
///
/// ```
///   time since the last finger landed   0 ms        250 ms       500 ms
///   distance asked for                 12.5 mm      10.2 mm       7.8 mm
///   cone it must lie in                 ±45°        ±32.5°        ±20°
///                                       └ recognized as soon as both are met ┘ fails
/// ```
///
/// The fingers' mean movement counts, and each finger must have moved half the distance itself (SWP-13). The recognizer
/// fails at the end of its time, at a lift, and with an extra finger. It also fails when the movement goes another way
/// (SWP-8) or turns back (SWP-10). The location is the center of the landings (LOC-6).
public struct SwipeRecognizer: Recognizer {
  private enum State {
    /// Not all fingers are down. The flag tells whether one of them has already moved far.
    case gathering(since: Instant?, hasStrayed: Bool)
    /// All fingers are down, since that time.
    case moving(since: Instant)
    /// The swipe is recognized; other recognizers may hold its action back.
    case recognized
  }

  /// The directions a swipe may have, as the user sees the screen.
  enum Direction: Int, CaseIterable {
    case left
    case right
    case up
    case down

    /// The word in the configuration and on the wire.
    var word: String {
      switch self {
      case .left: "left"
      case .right: "right"
      case .up: "up"
      case .down: "down"
      }
    }

    /// The parts of a displacement along the direction and across it.
    func resolve(_ displacement: Vector) -> (along: Double, across: Double) {
      switch self {
      case .left: (-displacement.x, abs(displacement.y))
      case .right: (displacement.x, abs(displacement.y))
      case .up: (-displacement.y, abs(displacement.x))
      case .down: (displacement.y, abs(displacement.x))
      }
    }
  }

  public static let kind = GestureKind("swipe")
  public static let summary = "A quick stroke to the left, right, up or down."
  public static let isDiscrete = true
  private static let words = Direction.allCases.map(\.word)
  public static let options = [
    OptionDescription(
      "direction", .words(allowed: words, default: ["right"]), source: "SWP-11",
      "Which ways it may go, as the user sees the screen."),
    OptionDescription(
      "distance_mm", .number(unit: .millimetres, range: 1...200, default: 12.5), source: "SWP-1",
      "How far a stroke of no duration must go. Slower strokes need less, down to `minimum_distance_mm`."),
    OptionDescription(
      "minimum_distance_mm", .number(unit: .millimetres, range: 1...200, default: 7.8125), source: "SWP-2",
      "How far a stroke must go that takes all of `maximum_duration_ms`. Between the two, the distance shrinks evenly."
    ),
    OptionDescription(
      "cone_degrees", .number(unit: .degrees, range: 1...60, default: 45), source: "SWP-4",
      "How far off its direction a stroke of no duration may be. Slower strokes must be straighter, down to `minimum_cone_degrees`."
    ),
    OptionDescription(
      "minimum_cone_degrees", .number(unit: .degrees, range: 1...60, default: 20), source: "SWP-3",
      "How far off a stroke may be that takes all of `maximum_duration_ms`. Between the two, the angle shrinks evenly."
    ),
    OptionDescription(
      "maximum_duration_ms", .number(unit: .milliseconds, range: 50...5000, default: 500), source: "SWP-6",
      "How long it may take from the landing of its last finger."),
    OptionDescription(
      "wrong_way_mm", .number(unit: .millimetres, range: 0.5...50, default: 3.125), source: "SWP-8",
      "How far it may go outside of every cone before it fails."),
    OptionDescription(
      "turn_back_mm", .number(unit: .millimetres, range: 0.5...50, default: 1.5625), source: "SWP-10",
      "How far it may come back from its farthest point."),
    OptionDescription(
      "early_ms", .number(unit: .milliseconds, range: 0...1000, default: 100), source: "SWP-8",
      "For how long a stroke may start in an arc, within `early_cone_degrees`."),
    OptionDescription(
      "early_cone_degrees", .number(unit: .degrees, range: 1...90, default: 60), source: "SWP-8",
      "How far off its direction the stroke may be during `early_ms`."),
    OptionDescription(
      "landing_window_ms", .number(unit: .milliseconds, range: 0...2000, default: 150), source: "SWP-15",
      "How late the last finger may land if an earlier finger has already moved `wrong_way_mm`."),
  ]
  public static let fields = [
    GestureField("direction", .word(words), "The direction of the stroke."),
    GestureField(
      "velocity", .velocity, "How fast it was: the mean of the 100 ms before its last movement."),
  ]

  private let numberOfTouches: Int
  private let directions: [Direction]
  private let distance: Double
  private let minimumDistance: Double
  private let cone: Double
  private let minimumCone: Double
  private let maximumDuration: TimeSpan
  private let wrongWay: Double
  private let turnBack: Double
  private let early: TimeSpan
  private let earlyCone: Double
  private let landingWindow: TimeSpan

  private var state = State.gathering(since: nil, hasStrayed: false)
  private var landed = 0
  private var start = Point.zero
  private var farthest = InlineArray<4, Double>(repeating: 0)
  private var history = VelocityHistory()
  private var recognizedDirection = Direction.right
  private var recognizedVelocity = Vector.zero

  public static func contradiction(
    in options: OptionTable, numbersOfTouches: [Int]
  ) -> OptionContradiction? {
    options.contradiction("minimum_distance_mm", atMost: "distance_mm")
      ?? options.contradiction("minimum_cone_degrees", atMost: "cone_degrees")
  }

  public init(_ options: OptionTable, numberOfTouches: Int) {
    self.numberOfTouches = numberOfTouches
    let words = options.words("direction")
    directions = Direction.allCases.filter { words.contains($0.word) }
    distance = options.number("distance_mm")
    minimumDistance = options.number("minimum_distance_mm")
    cone = options.number("cone_degrees")
    minimumCone = options.number("minimum_cone_degrees")
    maximumDuration = options.span("maximum_duration_ms")
    wrongWay = options.number("wrong_way_mm")
    turnBack = options.number("turn_back_mm")
    early = options.span("early_ms")
    earlyCone = options.number("early_cone_degrees")
    landingWindow = options.span("landing_window_ms")
  }

  public var gatheringRule: GatheringRule? { GatheringRule(reach: .straight(wrongWay), excess: .fails) }

  public var decisionSpan: TimeSpan? { maximumDuration }

  public var deadline: Instant? {
    switch state {
    case .moving(let since): since + maximumDuration
    case .gathering, .recognized: nil
    }
  }

  /// One finger has moved far already. The movement of the other fingers makes no difference before the last landing.
  public var ignoresMoves: Bool {
    if case .gathering(.some, hasStrayed: true) = state { true } else { false }
  }

  public var location: Point? { start }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.word(recognizedDirection.rawValue), .velocity(recognizedVelocity))
  }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch (state, input) {
    case (.moving, .deadline):
      state = .gathering(since: nil, hasStrayed: false)
      return .fail(shortfall(Reason("tooSlow"), touches, after: maximumDuration))
    case (.gathering, .touches(let time)), (.moving, .touches(let time)):
      if let reason = land(touches, at: time) { return .fail(reason) }
      let decision = judge(touches, at: time)
      guard case .none = decision else { return decision }
      return liftedEarly(touches, at: time).map { .fail($0) } ?? .none
    case (.gathering, .deadline), (.recognized, _):
      return .none
    }
  }

  public mutating func reset() {
    state = .gathering(since: nil, hasStrayed: false)
    landed = 0
    farthest = InlineArray(repeating: 0)
    history.removeAll()
  }

  // MARK: Landing

  private mutating func land(_ touches: borrowing TrackedTouches, at time: Instant) -> Reason? {
    for position in 0..<touches.count where touches[position].phase == .began {
      landed += 1
      if landed > numberOfTouches {
        return Reason("tooManyTouches", .init(Double(landed), .above, Double(numberOfTouches), .touches))
      }
    }
    guard case .gathering(let since, var hasStrayed) = state else { return nil }
    for position in 0..<touches.count
    where touches[position].displacement.length >= wrongWay - Tolerance.distance {
      hasStrayed = true
    }
    let first = since ?? time
    guard landed == numberOfTouches else {
      state = .gathering(since: first, hasStrayed: hasStrayed)
      return nil
    }
    if hasStrayed, time - first > landingWindow {
      return Reason(
        "lastFingerTooLate",
        .init((time - first).milliseconds, .above, landingWindow.milliseconds, .milliseconds))
    }
    start = centreOfLandings(touches)
    state = .moving(since: time)
    return nil
  }

  private func centreOfLandings(_ touches: borrowing TrackedTouches) -> Point {
    var sum = Vector.zero
    for position in 0..<touches.count { sum = sum + (touches[position].start - .zero) }
    return .zero + sum / Double(max(touches.count, 1))
  }

  /// The reason of a lift before the swipe is recognized (SWP-7).
  private func liftedEarly(_ touches: borrowing TrackedTouches, at time: Instant) -> Reason? {
    for position in 0..<touches.count where touches[position].phase == .ended {
      guard case .moving(let since) = state else {
        return Reason("tooFewTouches", .init(Double(landed), .below, Double(numberOfTouches), .touches))
      }
      return shortfall(Reason("liftedTooSoon"), touches, after: time - since)
    }
    return nil
  }

  /// The measure that a stroke lacks: its distance, its angle, or the distance of the finger that stayed behind.
  ///
  /// - Parameter reason: the reason where a distance lacks.
  private func shortfall(
    _ reason: Reason, _ touches: borrowing TrackedTouches, after time: TimeSpan
  ) -> Reason {
    let displacement = meanDisplacement(touches)
    let required = requiredDistance(after: time)
    var reason = reason
    guard displacement.length >= required - Tolerance.distance else {
      reason.measure = .init(displacement.length, .below, required, .millimetres)
      return reason
    }
    let allowed = allowedAngle(after: time)
    let (nearest, angle) = nearestDirection(to: displacement)
    guard angle <= allowed else { return Reason("wrongWay", .init(angle, .above, allowed, .degrees)) }
    var least = nearest.resolve(displacement).along
    if least >= required - Tolerance.distance {
      for position in 0..<touches.count {
        least = min(least, 2 * nearest.resolve(touches[position].displacement).along)
      }
    }
    reason.measure = .init(max(least, 0), .below, required, .millimetres)
    return reason
  }

  // MARK: Judging

  private mutating func judge(_ touches: borrowing TrackedTouches, at time: Instant) -> Decision {
    guard case .moving(let since) = state else { return .none }
    let displacement = meanDisplacement(touches)
    if history.isEmpty || hasMovement(touches) { history.append(displacement, at: time) }
    let required = requiredDistance(after: time - since)
    let cone = allowedAngle(after: time - since)
    for direction in directions {
      let (along, across) = direction.resolve(displacement)
      if along >= required - Tolerance.distance, Angle.degrees(along: along, across: across) <= cone,
        eachFingerHasMoved(required / 2, direction, touches)
      {
        recognizedVelocity = velocity(displacement, after: time - since)
        return recognize(direction, along, required)
      }
      if let reason = turnedBack(direction, along) { return .fail(reason) }
    }
    guard displacement.length >= wrongWay - Tolerance.distance else { return .none }
    let tolerated = time - since < early ? max(cone, earlyCone) : cone
    let angle = nearestDirection(to: displacement).angle
    guard angle > tolerated else { return .none }
    return .fail(Reason("wrongWay", .init(angle, .above, tolerated, .degrees)))
  }

  /// The allowed direction nearest to a movement, and the angle between the two in degrees.
  private func nearestDirection(to displacement: Vector) -> (direction: Direction, angle: Double) {
    var nearest = (direction: directions.first ?? .right, angle: Double.infinity)
    for direction in directions {
      let (along, across) = direction.resolve(displacement)
      let angle = Angle.degrees(along: along, across: across)
      if angle < nearest.angle { nearest = (direction, angle) }
    }
    return nearest
  }

  /// The required distance falls as time passes (SWP-1, SWP-2).
  private func requiredDistance(after time: TimeSpan) -> Double {
    distance + (minimumDistance - distance) * (time.seconds / maximumDuration.seconds)
  }

  /// The allowed angle falls as time passes (SWP-3, SWP-4).
  private func allowedAngle(after time: TimeSpan) -> Double {
    cone + (minimumCone - cone) * (time.seconds / maximumDuration.seconds)
  }

  /// The velocity of a recognized swipe, which is never zero. If the fingers came back within the last 100 ms, or moved
  /// in no time, the whole movement counts. A movement below the tolerance is a rounding error of several fingers' center.
  private func velocity(_ displacement: Vector, after time: TimeSpan) -> Vector {
    let latest = history.latestVelocity
    let hasMoved = latest.length * VelocityHistory.window.seconds >= Tolerance.distance
    return hasMoved ? latest : displacement / max(time, .milliseconds(1)).seconds
  }

  private func hasMovement(_ touches: borrowing TrackedTouches) -> Bool {
    // Reads single fields: a touch is a large value, and a loop variable would copy it.
    for position in touches.positions.indices {
      let slot = touches.positions[position]
      if touches.touches[slot].location != touches.touches[slot].previousLocation { return true }
    }
    return false
  }

  private mutating func recognize(
    _ direction: Direction, _ along: Double, _ required: Double
  ) -> Decision {
    state = .recognized
    recognizedDirection = direction
    return .recognize(Reason("movedFarEnough", .init(along, .reached, required, .millimetres)))
  }

  private func meanDisplacement(_ touches: borrowing TrackedTouches) -> Vector {
    var sum = Vector.zero
    for position in 0..<touches.count { sum = sum + touches[position].displacement }
    return sum / Double(max(touches.count, 1))
  }

  /// Whether each finger has moved the required distance itself (SWP-13).
  private func eachFingerHasMoved(
    _ required: Double, _ direction: Direction, _ touches: borrowing TrackedTouches
  ) -> Bool {
    for position in 0..<touches.count
    where direction.resolve(touches[position].displacement).along < required - Tolerance.distance {
      return false
    }
    return true
  }

  /// The reason of a movement back from the farthest point, once the movement was long enough for this direction
  /// (SWP-10).
  private mutating func turnedBack(_ direction: Direction, _ along: Double) -> Reason? {
    farthest[direction.rawValue] = max(farthest[direction.rawValue], along)
    let back = farthest[direction.rawValue] - along
    guard farthest[direction.rawValue] >= wrongWay - Tolerance.distance, back > turnBack + Tolerance.distance
    else { return nil }
    return Reason("turnedBack", .init(back, .above, turnBack, .millimetres))
  }
}
