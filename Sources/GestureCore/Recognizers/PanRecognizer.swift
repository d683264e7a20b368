/// Fingers that move together: UIPanGestureRecognizer. Continuous.
///
/// ```
///   fingers      ▁▁▁██████████████████████▁▁▁
///   travel       ··· 0 ─── 1.56 mm ─────────
///                            │ └ changed with each move
///                            └ began, with the whole distance so far
/// ```
///
/// There is no time limit. The recognizer fails when all fingers lift before the gesture begins. With an `axis`, it
/// also fails when the first movement lies more than 45° off the axis. `PanMotion` measures the travel.
///
/// Without `touches` and `maximum_touches` it takes one finger and more, as UIKit's does.
///
/// With `allowed_scroll_types`, two or more fingers on a touchpad scroll, whatever number of touches the pan is for. The
/// gesture then has no touches (PAN-23).
public struct PanRecognizer: Recognizer {
  private enum State {
    case watching
    /// The gesture has begun, though other recognizers may hold its action back.
    case active
  }

  /// The axis along which a pan must start.
  private enum Axis: String, CaseIterable {
    case any
    case horizontal
    case vertical

    /// Whether a movement lies within 45° of the axis, including exactly 45° (PAN-24).
    func allows(_ way: Vector) -> Bool {
      switch self {
      case .any: true
      case .horizontal: abs(way.y) <= abs(way.x)
      case .vertical: abs(way.x) <= abs(way.y)
      }
    }

    /// The length of a movement along the axis, either way, in mm.
    func travelled(_ way: Vector) -> Double {
      switch self {
      case .any: way.length
      case .horizontal: abs(way.x)
      case .vertical: abs(way.y)
      }
    }
  }

  public static let kind = GestureKind("pan")
  public static let summary = "Fingers move together."
  public static let isDiscrete = false
  public static let options = [
    OptionDescription(
      "minimum_distance_mm", .number(unit: .millimetres, range: 0...50, default: 1.5625), source: "PAN-1",
      "How far the fingers travel before it begins, straight-line."),
    OptionDescription(
      "maximum_touches", .integer(range: 0...10, default: 0), source: "PAN-17",
      "The largest number of fingers; 0 means no more than `touches`. Where `touches` is not set either, the default is "
        + "10: one finger and more."),
    OptionDescription(
      "axis", .words(allowed: Axis.allCases.map(\.rawValue), default: [Axis.any.rawValue]), source: "PAN-24",
      "The axis along which the movement must begin. The pan fails if it begins more than 45° off."),
    PanMotion.fullDistance("The distance along the axis at which `progress` is 1"),
    TouchButtons.option,
    OptionDescription(
      "allowed_scroll_types", .words(allowed: ["none", Self.continuous], default: ["none"]), source: "PAN-23",
      "`continuous`: two or more fingers on a touchpad scroll, and the pan follows without touches. `none`: it takes the "
        + "fingers of a touchpad as touches."),
  ]
  public static let fields = [
    GestureField(
      "translation", .displacement, "How far the fingers have traveled since enough of them were down."),
    GestureField("velocity", .velocity, "How fast they travel: the mean of the last 100 ms."),
    GestureField(
      "progress", .ratio, in: 0...1,
      "How far they have come, either way along the axis, as a share of `full_distance_mm`; left out if this key is 0."
    ),
  ]

  public static let largestNumberOption: String? = "maximum_touches"
  private static let continuous = "continuous"
  /// The numbers of fingers on a touchpad that scroll.
  private static let scrollingTouches = 2...10

  private let minimumDistance: Double
  private let axes: [Axis]
  private let fullDistance: Double
  private let buttons: TouchButtons
  /// Whether it follows a touchpad that scrolls, and the numbers of touches otherwise.
  private let followsScrolls: Bool
  private let touchNumbers: ClosedRange<Int>
  private var state = State.watching
  private var motion: PanMotion

  public static func contradiction(
    in options: OptionTable, numbersOfTouches: [Int]
  ) -> OptionContradiction? {
    let maximum = options.integer("maximum_touches")
    guard maximum > 0, let most = numbersOfTouches.max(), maximum < most else { return nil }
    return OptionContradiction("maximum_touches", allowed: "0, or at least touches (\(most))")
  }

  public init(_ options: OptionTable, numberOfTouches: Int) {
    minimumDistance = options.number("minimum_distance_mm")
    axes = options.words("axis").compactMap(Axis.init(rawValue:))
    fullDistance = options.number("full_distance_mm")
    buttons = TouchButtons.mask(options)
    let maximum = max(numberOfTouches, options.integer("maximum_touches"))
    followsScrolls = options.words("allowed_scroll_types").contains(Self.continuous)
    touchNumbers = numberOfTouches...maximum
    motion = PanMotion(allowedTouches: touchNumbers)
  }

  /// Ignores fingers beyond the maximum once the gesture has begun (PAN-18). Before that, extra fingers hinder it
  /// (PAN-17). Refuses touches without the buttons of `button_mask` (TAP-21).
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool {
    guard touch.attributes.presses(buttons) else { return false }
    return switch state {
    case .watching: true
    case .active: tracked < motion.allowedTouches.upperBound
    }
  }

  public var fewestMovingTouches: Int {
    followsScrolls ? min(touchNumbers.lowerBound, Self.scrollingTouches.lowerBound) : touchNumbers.lowerBound
  }

  public var gatheringRule: GatheringRule? {
    guard buttons == .primary else { return nil }
    return GatheringRule(excess: touchNumbers.count == 1 ? .waits : .begins)
  }

  public var isTouchlessOnPads: Bool { followsScrolls }

  public var ignoresMoves: Bool { state == .watching && !motion.hasAllowedTouches }

  // Inline, since `step` would copy the recognizer for a call.
  @inline(__always)
  public func values(at time: Instant) -> GestureValues {
    var values = GestureValues(.displacement(motion.translation), .velocity(motion.velocity(at: time)))
    if fullDistance > 0 {
      // Along the axis if there is exactly one, else along any direction.
      let axis = axes.count == 1 ? axes[0] : .any
      values.append(PanMotion.progress(axis.travelled(motion.translation), of: fullDistance))
    }
    return values
  }

  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    guard case .translation(let value) = adjustment else { return false }
    motion.setTranslation(value)
    return true
  }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    guard case .touches(let time) = input else { return .none }
    if followsScrolls, state == .watching, touches.count > 0 {
      motion.allowedTouches =
        touches[0].attributes.type == .indirect ? Self.scrollingTouches : touchNumbers
    }
    let (step, counts) = motion.update(touches, at: time)
    switch state {
    case .watching: return watch(step, counts: counts)
    case .active: return motion.follow(step, counts: counts)
    }
  }

  public mutating func reset() {
    state = .watching
    motion.reset()
  }

  /// The angle between the movement and the nearest axis, in degrees.
  private var angleOffAxis: Double {
    let (x, y) = (abs(motion.translation.x), abs(motion.translation.y))
    return axes.contains(.horizontal)
      ? Angle.degrees(along: x, across: y) : Angle.degrees(along: y, across: x)
  }

  private mutating func watch(_ step: PanMotion.Step, counts: Bool) -> Decision {
    let travelled = motion.translation.length
    if counts, travelled >= minimumDistance - Tolerance.distance {
      guard axes.contains(where: { $0.allows(motion.translation) }) else {
        return .fail(Reason("startedOffAxis", .init(angleOffAxis, .above, 45, .degrees)))
      }
      state = .active
      return .recognize(Reason("movedFarEnough", .init(travelled, .reached, minimumDistance, .millimetres)))
    }
    return step.downNow == 0 ? .fail(motion.failure(minimumDistance)) : .none
  }
}
