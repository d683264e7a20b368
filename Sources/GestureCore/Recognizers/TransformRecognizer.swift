/// Fingers that move, turn and spread all at once: pan, pinch and rotation in one. Continuous; an extension.
///
/// ```
///   one finger     ●  →  ●                     translation
///   two and more   ●──●  →   ●                 translation, scale and rotation, all fingers counting
///                             ╲
///                               ●
/// ```
///
/// For each event the recognizer takes the similarity that fits best, by least squares, to all fingers that were down
/// before and after. It combines these similarities, so a finger that lands or lifts makes no jump (XFM-4).
///
/// The gesture begins when any threshold of a pan, a pinch or a rotation is reached. Its values count from the landing
/// (XFM-3). Its velocities are those of a pan, a pinch and a rotation.
public struct TransformRecognizer: Recognizer {
  private enum State {
    case watching
    /// The gesture has begun, though other recognizers may hold its action back.
    case active
  }

  /// The smallest spread of the fingers around their center that can turn or scale: 0.5 pt², in mm².
  private static let leastSpread = 0.5 / (6.4 * 6.4)
  /// The allowed scales. Fingers that meet and part repeatedly could otherwise scale without end.
  private static let scales = 0.0001...10_000.0

  public static let kind = GestureKind("transform")
  public static let summary = "Fingers move, spread and turn at once."
  public static let isDiscrete = false
  public static let options = [
    OptionDescription(
      "minimum_distance_mm", .number(unit: .millimetres, range: 0...50, default: 1.5625), source: "XFM-3",
      "How far the fingers travel before it begins, if nothing else begins it."),
    OptionDescription(
      "minimum_change_mm", .number(unit: .millimetres, range: 0...50, default: 1.25), source: "XFM-3",
      "By how much their distance changes before it begins. With more than two fingers, twice the mean distance from their center counts."
    ),
    OptionDescription(
      "minimum_turn_degrees", .number(unit: .degrees, range: 0...180, default: 5), source: "XFM-3",
      "How far they turn before it begins."),
    OptionDescription(
      "minimum_arc_mm", .number(unit: .millimetres, range: 0...50, default: 0.625), source: "XFM-3",
      "How far each finger goes around the middle for a turn to count."),
  ]
  public static let fields = [
    GestureField(
      "translation", .displacement, "How far the fingers' center has traveled since the first landed."),
    GestureField(
      "scale", .ratio, "How much they have spread since they landed, as a factor."),
    GestureField("rotation", .angle, "How far they have turned; clockwise is positive, full turns add up."),
    GestureField(
      "matrix", .matrix,
      "Translation, scale and rotation together, as the matrix a, b, c, d, tx, ty of CSS, on the screen in mm."
    ),
    GestureField("velocity", .velocity, "How fast the center travels: the mean of the last 100 ms."),
    GestureField(
      "scale_velocity", .ratioVelocity, "How fast the scale changes: the mean of the last 100 ms."),
    GestureField("rotation_velocity", .angularVelocity, "How fast they turn: the mean of the last 100 ms."),
  ]

  private let minimumDistance: Double
  private let minimumChange: Double
  private let minimumTurn: Double
  private let minimumArc: Double
  private let fewestTouches: Int

  private var state = State.watching
  private var translation = Vector.zero
  private var scale = 1.0
  private var rotation = 0.0
  private var whole = Similarity.identity
  /// The history of the translation, and that of the scale and the rotation together.
  private var travels = VelocityHistory()
  private var changes = VelocityHistory()
  /// The span at the last change of the number of fingers, and the turn since then.
  private var spanAtLanding = 0.0
  private var turnSinceLanding = 0.0
  private var mostTouches = 0

  public init(_ options: OptionTable, numberOfTouches: Int) {
    fewestTouches = numberOfTouches
    minimumDistance = options.number("minimum_distance_mm")
    minimumChange = options.number("minimum_change_mm")
    minimumTurn = options.number("minimum_turn_degrees") * .pi / 180
    minimumArc = options.number("minimum_arc_mm")
  }

  public var fewestMovingTouches: Int { fewestTouches }

  public var gatheringRule: GatheringRule? { GatheringRule() }

  public func values(at time: Instant) -> GestureValues {
    var values = GestureValues(.displacement(translation), .ratio(scale), .angle(rotation))
    values.append(.matrix(whole))
    let change = changes.velocity(at: time)
    values.append(.velocity(travels.velocity(at: time)))
    values.append(.ratioVelocity(change.x))
    values.append(.angularVelocity(change.y))
    return values
  }

  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    switch adjustment {
    case .translation(let value):
      guard value.x.isFinite, value.y.isFinite else { return false }
      translation = value
    case .scale(let value):
      guard Self.scales.contains(value) else { return false }
      scale = value
    case .rotation(let value):
      guard value.isFinite else { return false }
      rotation = value
    case .identity:
      translation = .zero
      scale = 1
      rotation = 0
      whole = .identity
    }
    travels.rebase(to: translation)
    changes.rebase(to: Vector(scale, rotation))
    return true
  }

  public var isTouchlessOnPads: Bool { true }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    guard case .touches(let time) = input else { return .none }
    let step = TransformStep(touches, leastSpread: Self.leastSpread)
    mostTouches = max(mostTouches, step.downNow)
    let counts = step.hasMoved && step.downBefore >= fewestTouches && step.downNow >= fewestTouches
    if counts { apply(step) }
    if counts || travels.isEmpty && step.downNow >= fewestTouches {
      travels.append(translation, at: time)
      changes.append(Vector(scale, rotation), at: time)
    }
    if step.numberChanged {
      spanAtLanding = step.span
      turnSinceLanding = 0
    }
    switch state {
    case .watching:
      if counts, let reason = threshold(step) {
        state = .active
        return .recognize(reason)
      }
      return step.downNow == 0 ? .fail(failure) : .none
    case .active:
      if step.downNow == 0 { return .end(Reason("lifted")) }
      return step.hasMoved || step.numberChanged ? .change : .none
    }
  }

  public mutating func reset() {
    state = .watching
    _ = adjust(.identity)
    travels.removeAll()
    changes.removeAll()
    spanAtLanding = 0
    turnSinceLanding = 0
    mostTouches = 0
  }

  private mutating func apply(_ step: TransformStep) {
    translation = translation + step.translation
    rotation += step.similarity.rotation
    turnSinceLanding += step.similarity.rotation
    let scaled = scale * step.similarity.scale
    let next = step.similarity.after(whole)
    guard Self.scales.contains(scaled), Self.scales.contains(next.scale) else { return }
    scale = scaled
    whole = next
  }

  /// The reason of the threshold that is reached; nil if none is (XFM-3).
  private func threshold(_ step: TransformStep) -> Reason? {
    let travelled = translation.length
    if travelled >= minimumDistance - Tolerance.distance {
      return Reason("movedFarEnough", .init(travelled, .reached, minimumDistance, .millimetres))
    }
    guard step.downNow > 1, !step.numberChanged else { return nil }
    let change = abs(step.span - spanAtLanding)
    if change >= minimumChange - Tolerance.distance {
      return Reason("distanceChanged", .init(change, .reached, minimumChange, .millimetres))
    }
    let turn = abs(turnSinceLanding)
    if turn >= minimumTurn, turn * step.span / 2 >= minimumArc - Tolerance.distance {
      return Reason("turnedFarEnough", .init(turn * 180 / .pi, .reached, minimumTurn * 180 / .pi, .degrees))
    }
    return nil
  }

  private var failure: Reason {
    mostTouches < fewestTouches
      ? Reason("tooFewTouches", .init(Double(mostTouches), .below, Double(fewestTouches), .touches))
      : Reason("movedTooLittle", .init(translation.length, .below, minimumDistance, .millimetres))
  }
}
