/// A finger that comes in from an edge of the screen: UIScreenEdgePanGestureRecognizer. Continuous.
///
/// ```
///   ┌─┬───────────────────────────
///   │ │          band 3.1 mm wide: the finger has to land in it
///   │●┼─▶        began after 1.56 mm, if it goes inwards within 45°
///   │ │
/// ```
///
/// The recognizer fails at once when the finger lands elsewhere, when a second finger lands before the gesture begins,
/// and when the first movement does not lead inwards. After that the gesture is a pan with any number of fingers
/// (EDG-6, EDG-9).
///
/// In a corner, the edge whose inward direction is nearest to the movement decides (EDG-8). A corner that the options
/// name is one more such edge, and its inward direction is the diagonal.
///
/// Ordinary pans wait until the edge pan has failed (EDG-10). Swipes and other edge pans wait for a system edge pan too
/// (EDG-11). Neither rule applies where one of the recognizers is passive.
public struct EdgePanRecognizer: Recognizer {
  private enum State {
    case watching
    /// The gesture has begun, though other recognizers may hold its action back.
    case active
  }

  public static let kind = GestureKind("edge_pan")
  public static let summary = "A finger comes in from an edge or a corner of the screen."
  public static let isDiscrete = false
  public static let allowedNumbersOfTouches = 1...1
  private static let words = ScreenEdge.allCases.map(\.word)
  public static let options = [
    OptionDescription(
      "edges", .words(allowed: words, default: []), isRequired: true, source: "EDG-5",
      "From which edges or corners of the screen it may come. It must be set."),
    OptionDescription(
      "band_mm", .number(unit: .millimetres, range: 0.5...50, default: 3.125), source: "EDG-2",
      "How near to the edge the finger has to land."),
    OptionDescription(
      "section_from_percent", .number(unit: .percent, range: 0...100, default: 0), source: "",
      "Where the usable part of the edge begins, counted from the left or the top. A corner has no sections."),
    OptionDescription(
      "section_to_percent", .number(unit: .percent, range: 0...100, default: 100), source: "",
      "Where the usable part of the edge ends."),
    OptionDescription(
      "minimum_distance_mm", .number(unit: .millimetres, range: 0...50, default: 1.5625), source: "EDG-1",
      "How far the finger travels before it begins, straight-line."),
    PanMotion.fullDistance("The distance inwards at which `progress` is 1"),
    OptionDescription(
      "edge_priority", .flag(default: true), source: "EDG-10",
      "Whether ordinary pans wait until it has failed. It has no effect where one of them is passive."),
    OptionDescription(
      "system", .flag(default: false), source: "EDG-11",
      "Whether it belongs to the system and not to an application. Swipes and other edge pans then wait too, and regions receive the finger only when it has failed. It has no effect on a passive edge pan."
    ),
  ]
  public static let fields = [
    GestureField("edge", .word(words), "Which edge it came from."),
    GestureField("translation", .displacement, "How far the fingers have traveled since the first landed."),
    GestureField("velocity", .velocity, "How fast they travel: the mean of the last 100 ms."),
    GestureField(
      "progress", .ratio, in: 0...1,
      "How far they have come inwards, as a share of `full_distance_mm`; left out if this key is 0."),
  ]

  private let edges: [ScreenEdge]
  private let band: Double
  private let section: ClosedRange<Double>
  private let minimumDistance: Double
  private let fullDistance: Double
  private var state = State.watching
  private var motion = PanMotion(allowedTouches: 1...10)
  /// The edges whose bands held the landing, as bits.
  private var candidates: UInt8 = 0
  private var landed = 0
  private var edge = ScreenEdge.left

  public static func contradiction(
    in options: OptionTable, numbersOfTouches: [Int]
  ) -> OptionContradiction? {
    if options.words("edges").isEmpty {
      return OptionContradiction(
        "edges", allowed: "at least one of \(words.joined(separator: ", "))")
    }
    return options.contradiction("section_from_percent", atMost: "section_to_percent")
  }

  public init(_ options: OptionTable, numberOfTouches: Int) {
    let words = options.words("edges")
    edges = ScreenEdge.allCases.filter { words.contains($0.word) }
    band = options.number("band_mm")
    let from = options.number("section_from_percent") / 100
    section = from...max(from, options.number("section_to_percent") / 100)
    minimumDistance = options.number("minimum_distance_mm")
    fullDistance = options.number("full_distance_mm")
  }

  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool {
    switch state {
    case .watching: true
    case .active: tracked < motion.allowedTouches.upperBound
    }
  }

  public func values(at time: Instant) -> GestureValues {
    var values = GestureValues(
      .word(edge.rawValue), .displacement(motion.translation), .velocity(motion.velocity(at: time)))
    if fullDistance > 0 {
      values.append(PanMotion.progress(edge.resolve(motion.translation).inwards, of: fullDistance))
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
    switch state {
    case .watching:
      if let reason = land(touches) { return .fail(reason) }
      let (step, counts) = motion.update(touches, at: time)
      return watch(step, counts: counts)
    case .active:
      let (step, counts) = motion.update(touches, at: time)
      return motion.follow(step, counts: counts)
    }
  }

  public mutating func reset() {
    state = .watching
    motion.reset()
    candidates = 0
    landed = 0
  }

  private mutating func land(_ touches: borrowing TrackedTouches) -> Reason? {
    for position in 0..<touches.count where touches[position].phase == .began {
      landed += 1
      if landed > 1 { return Reason("tooManyTouches", .init(Double(landed), .above, 1, .touches)) }
      var nearest = Double.infinity
      var outside: Reason?
      for edge in edges {
        let start = touches[position].start
        nearest = min(nearest, edge.depth(of: start, on: touches.screen))
        guard edge.holds(start, within: band, on: touches.screen) else { continue }
        if let share = edge.share(of: start, on: touches.screen), !section.contains(share) {
          outside = outsideSection(share)
        } else {
          candidates |= 1 << UInt8(edge.rawValue)
        }
      }
      if candidates == 0 {
        if edges.isEmpty { return Reason("noEdgeNamed") }
        return outside ?? Reason("landedOutsideBand", .init(nearest, .above, band, .millimetres))
      }
    }
    return nil
  }

  /// The reason for a landing at a share of an edge's length beyond the section.
  private func outsideSection(_ share: Double) -> Reason {
    let isBefore = share < section.lowerBound
    let limit = isBefore ? section.lowerBound : section.upperBound
    return Reason(
      "landedOutsideSection", .init(share * 100, isBefore ? .below : .above, limit * 100, .percent))
  }

  private mutating func watch(_ step: PanMotion.Step, counts: Bool) -> Decision {
    let travelled = motion.translation.length
    guard counts, travelled >= minimumDistance - Tolerance.distance else {
      return step.downNow == 0 ? .fail(motion.failure(minimumDistance)) : .none
    }
    guard let edge = nearestEdge() else {
      return .fail(Reason("movedAlongEdge", .init(angleOffInwards, .above, 45, .degrees)))
    }
    self.edge = edge
    state = .active
    return .recognize(Reason("movedFarEnough", .init(travelled, .reached, minimumDistance, .millimetres)))
  }

  /// The angle between the movement and the nearest way inwards, in degrees.
  private var angleOffInwards: Double {
    var angle = 180.0
    for edge in edges where candidates & (1 << UInt8(edge.rawValue)) != 0 {
      let (inwards, across) = edge.resolve(motion.translation)
      angle = min(angle, Angle.degrees(along: inwards, across: across))
    }
    return angle
  }

  /// Among the edges that held the landing, the edge that the movement leads away from most directly; nil if no edge is
  /// within 45° (EDG-3, EDG-8).
  private func nearestEdge() -> ScreenEdge? {
    var best: ScreenEdge?
    var bestInwards = 0.0
    for edge in edges where candidates & (1 << UInt8(edge.rawValue)) != 0 {
      let (inwards, across) = edge.resolve(motion.translation)
      guard inwards > bestInwards, across <= inwards else { continue }
      best = edge
      bestInwards = inwards
    }
    return best
  }
}
