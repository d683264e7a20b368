/// Fingers held still for a while, after any number of taps: UILongPressGestureRecognizer. Continuous.
///
/// ```
///                   ├── 500 ms ──┤
///   one finger   ▁▁▁█████████████████████▁▁▁
///                                │      └ ended
///                                └ began, then changed with each move
///
///   two fingers  ▁▁▁███████████████▁▁▁▁▁▁▁▁▁
///                ▁▁▁▁▁▁█████████████████▁▁▁▁     the clock starts when the last one is down (LPR-6)
/// ```
///
/// Before the gesture begins, a finger may stray `allowable_movement_mm` from its landing, straight-line. A lift or an
/// extra finger makes the recognizer fail. After that there is no limit, and extra fingers are ignored (LPR-4, LPR-7).
public struct LongPressRecognizer: Recognizer {
  private enum State {
    /// The taps before the hold are not complete, or the hold's fingers are not all down.
    case gathering
    /// All fingers are down, and the gesture begins after `minimum_press_ms`.
    case holding(since: Instant)
    /// The gesture has begun, though other recognizers may hold its action back.
    case active(since: Instant)
  }

  public static let kind = GestureKind("long_press")
  public static let summary = "Fingers are held still for a while, then followed until one lifts."
  public static let isDiscrete = false
  public static let isHold = true
  public static let options =
    [
      OptionDescription(
        "minimum_press_ms", .number(unit: .milliseconds, range: 0...10_000, default: 500), source: "LPR-1",
        "How long the fingers are held before it begins."),
      OptionDescription(
        "allowable_movement_mm", .number(unit: .millimetres, range: 0.1...50, default: 1.5625),
        source: "LPR-3", "How far a finger may stray from where it landed before it begins, straight-line."),
      OptionDescription(
        "taps", .integer(range: 0...10, default: 0), source: "LPR-9", "How many taps come before the hold."),
    ] + TapSequence.options(prefix: "tap_") + [TouchButtons.option]
  public static let fields = [
    GestureField("start", .point, "Where the fingers of the hold landed: their center."),
    GestureField("duration", .span, "How long they have been held since the last of them landed."),
  ]

  public let numberOfTaps: Int
  private let minimumPress: TimeSpan
  private let allowableMovement: Double
  private let buttons: TouchButtons
  private var taps: TapSequence
  private var state = State.gathering
  /// The center of the landings of the hold.
  private(set) var start = Point.zero

  public init(_ options: OptionTable, numberOfTouches: Int) {
    numberOfTaps = options.integer("taps")
    minimumPress = options.span("minimum_press_ms")
    allowableMovement = options.number("allowable_movement_mm")
    buttons = TouchButtons.mask(options)
    taps = TapSequence(options, prefix: "tap_", numberOfTouches: numberOfTouches)
  }

  public var deadline: Instant? {
    switch state {
    case .gathering:
      // The fingers of the hold have no time limit for their landings; the fingers of a tap have one.
      taps.landed > 0 && taps.completed == numberOfTaps ? nil : taps.deadline
    case .holding(let since): since + minimumPress
    case .active: nil
    }
  }

  public var gatheringRule: GatheringRule? {
    guard buttons == .primary else { return nil }
    return numberOfTaps > 0
      ? taps.gatheringRule
      : GatheringRule(reach: .straight(allowableMovement), failsBeyondReach: true, excess: .fails)
  }

  public var decisionSpan: TimeSpan? {
    let before = taps.longestSpanBefore(landingAfter: numberOfTaps)
    return TimeSpan(microseconds: before.microseconds + minimumPress.microseconds)
  }

  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool {
    switch state {
    case .gathering, .holding: touch.attributes.presses(buttons)
    case .active: false
    }
  }

  public func values(at time: Instant) -> GestureValues {
    switch state {
    case .gathering: GestureValues(.point(start), .span(.zero))
    case .holding(let since), .active(let since): GestureValues(.point(start), .span(time - since))
    }
  }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch (state, input) {
    case (.gathering, .deadline):
      let reason = taps.expiry
      taps.reset()
      return .fail(reason)
    case (.gathering, .touches(let time)):
      return taps.completed < numberOfTaps ? tap(touches, at: time) : gather(touches, at: time)
    case (.holding(let since), .deadline):
      return begin(since: since)
    case (.holding, .touches(let time)):
      return gather(touches, at: time)
    case (.active, .touches):
      return follow(touches)
    case (.active, .deadline):
      return .none
    }
  }

  public mutating func reset() {
    taps.reset()
    state = .gathering
  }

  private mutating func tap(_ touches: borrowing TrackedTouches, at time: Instant) -> Decision {
    switch taps.update(touches, at: time) {
    case .pending, .tapped: .none
    case .failed(let reason): .fail(reason)
    }
  }

  /// Counts landings of the hold, and fails on what must not happen before the gesture begins.
  private mutating func gather(_ touches: borrowing TrackedTouches, at time: Instant) -> Decision {
    var hasLanding = false
    for position in 0..<touches.count where touches[position].phase == .began {
      if let reason = taps.land(touches[position], at: time) { return .fail(reason) }
      hasLanding = true
    }
    for position in 0..<touches.count {
      let stray = touches[position].displacement.length
      if stray > allowableMovement + Tolerance.distance {
        return .fail(Reason("movedBeyondSlop", .init(stray, .above, allowableMovement, .millimetres)))
      }
    }
    for position in 0..<touches.count where touches[position].phase == .ended {
      return .fail(liftedTooSoon(at: time))
    }
    guard hasLanding, taps.landed == taps.numberOfTouches else { return .none }
    start = taps.centreOfLandings
    state = .holding(since: time)
    return minimumPress == .zero ? begin(since: time) : .none
  }

  private mutating func begin(since: Instant) -> Decision {
    state = .active(since: since)
    let limit = minimumPress.milliseconds
    return .recognize(Reason("heldLongEnough", .init(limit, .reached, limit, .milliseconds)))
  }

  /// The gesture ends when too few fingers are left (LPR-5).
  private func follow(_ touches: borrowing TrackedTouches) -> Decision {
    var hasMoved = false
    for position in 0..<touches.count {
      switch touches[position].phase {
      case .ended: return .end(Reason("lifted"))
      case .moved: hasMoved = true
      case .began, .stationary, .cancelled: break
      }
    }
    return hasMoved ? .change : .none
  }

  private func liftedTooSoon(at time: Instant) -> Reason {
    switch state {
    case .gathering, .active:
      Reason(
        "tooFewTouches",
        .init(Double(taps.landed), .below, Double(taps.numberOfTouches), .touches))
    case .holding(let since):
      Reason(
        "liftedTooSoon",
        .init((time - since).milliseconds, .below, minimumPress.milliseconds, .milliseconds))
    }
  }
}
