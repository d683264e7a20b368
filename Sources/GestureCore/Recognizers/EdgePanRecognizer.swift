/// A finger that comes in from an edge of the screen: UIScreenEdgePanGestureRecognizer. Continuous.
///
/// ```
///   ┌─┬───────────────────────────
///   │ │          band 3.1 mm wide: the finger has to land in it
///   │●┼─▶        began after 1.56 mm, if it goes inwards within 45°
///   │ │
/// ```
///
/// It fails at once when the finger lands elsewhere, when a second one lands before it begins, and when the first
/// way travelled does not lead inwards. After that it is a pan with any number of fingers (EDG-6, EDG-9). In a
/// corner the edge whose inward direction is nearest to that way decides (EDG-8). Unless both are passive, ordinary
/// pans wait until it has failed (EDG-10).
public struct EdgePanRecognizer: Recognizer {
  private enum State {
    case watching
    /// It has begun, though others may hold its action back.
    case active
  }

  /// An edge, in the order in which a tie is decided: left or right first (EDG-8).
  enum Edge: Int, CaseIterable {
    case left
    case right
    case top
    case bottom

    /// The word in the configuration and on the wire.
    var word: String {
      switch self {
      case .left: "left"
      case .right: "right"
      case .top: "top"
      case .bottom: "bottom"
      }
    }

    /// How far a point is from the edge, and how far along it, as a share of its length; the far edges are beyond
    /// the last point (EDG-7).
    func place(_ point: Point, on screen: Size) -> (depth: Double, share: Double) {
      switch self {
      case .left: (point.x, point.y / screen.height)
      case .right: (screen.width - point.x, point.y / screen.height)
      case .top: (point.y, point.x / screen.width)
      case .bottom: (screen.height - point.y, point.x / screen.width)
      }
    }

    /// How far a way leads inwards, and how far along the edge.
    func resolve(_ way: Vector) -> (inwards: Double, along: Double) {
      switch self {
      case .left: (way.x, abs(way.y))
      case .right: (-way.x, abs(way.y))
      case .top: (way.y, abs(way.x))
      case .bottom: (-way.y, abs(way.x))
      }
    }
  }

  public static let kind = GestureKind("edge_pan")
  public static let isDiscrete = false
  public static let allowedNumbersOfTouches = 1...1
  private static let words = Edge.allCases.map(\.word)
  public static let options = [
    OptionDescription(
      "edges", .words(allowed: words, default: []), source: "EDG-5",
      "From which edges of the screen it may come; from none unless they are named."),
    OptionDescription(
      "band_mm", .number(unit: .millimetres, range: 0.5...50, default: 3.125), source: "EDG-2",
      "How near to the edge the finger has to land."),
    OptionDescription(
      "section_from_percent", .number(unit: .percent, range: 0...100, default: 0), source: "",
      "From where along the edge it may come, from the left or the top."),
    OptionDescription(
      "section_to_percent", .number(unit: .percent, range: 0...100, default: 100), source: "",
      "To where along the edge it may come."),
    OptionDescription(
      "minimum_distance_mm", .number(unit: .millimetres, range: 0...50, default: 1.5625), source: "EDG-1",
      "How far the finger travels before it begins, straight-line."),
    OptionDescription(
      "edge_priority", .flag(default: true), source: "EDG-10",
      "Whether ordinary pans wait until it has failed. It has no effect where one of them is passive."),
  ]
  public static let fields = [
    GestureField("edge", .word(words), "Which edge it came from."),
    GestureField("translation", .displacement, "How far the fingers have travelled since the first landed."),
    GestureField("velocity", .velocity, "How fast they travel: the mean of the last 100 ms."),
  ]

  private let edges: [Edge]
  private let band: Double
  private let section: ClosedRange<Double>
  private let minimumDistance: Double
  private var state = State.watching
  private var motion = PanMotion(allowedTouches: 1...10)
  /// The edges whose bands held the landing, as bits.
  private var candidates: UInt8 = 0
  private var landed = 0
  private var edge = Edge.left

  public static func contradiction(
    in options: OptionTable, numbersOfTouches: [Int]
  ) -> OptionContradiction? {
    if options.words("edges").isEmpty {
      return OptionContradiction(
        "edges", allowed: "at least one of \(words.joined(separator: ", ")): else it never begins")
    }
    return options.contradiction("section_from_percent", atMost: "section_to_percent")
  }

  public init(_ options: OptionTable, numberOfTouches: Int) {
    let words = options.words("edges")
    edges = Edge.allCases.filter { words.contains($0.word) }
    band = options.number("band_mm")
    let from = options.number("section_from_percent") / 100
    section = from...max(from, options.number("section_to_percent") / 100)
    minimumDistance = options.number("minimum_distance_mm")
  }

  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool {
    switch state {
    case .watching: true
    case .active: tracked < motion.allowedTouches.upperBound
    }
  }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(
      .word(edge.rawValue), .displacement(motion.translation), .velocity(motion.velocity(at: time)))
  }

  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool {
    guard case .translation(let value) = adjustment else { return false }
    motion.setTranslation(value)
    return true
  }

  public mutating func handle(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    guard case .touches(let time) = input else { return .none }
    switch state {
    case .watching:
      if let reason = land(touches) { return .fail(reason) }
      let (step, counts) = motion.take(touches, at: time)
      return watch(step, counts: counts)
    case .active:
      let (step, counts) = motion.take(touches, at: time)
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
      for edge in edges {
        let (depth, share) = edge.place(touches[position].start, on: touches.screen)
        nearest = min(nearest, depth)
        // The far edges are exclusive: there the last point of the panel is not 0 deep (EDG-7).
        let isInBand = edge == .left || edge == .top ? depth < band : depth <= band
        if isInBand, section.contains(share) { candidates |= 1 << UInt8(edge.rawValue) }
      }
      if candidates == 0 {
        if edges.isEmpty { return Reason("noEdgeNamed") }
        return nearest < band
          ? Reason("landedOutsideSection")
          : Reason("landedOutsideBand", .init(nearest, .above, band, .millimetres))
      }
    }
    return nil
  }

  private mutating func watch(_ step: PanMotion.Step, counts: Bool) -> Decision {
    let travelled = motion.translation.length
    guard counts, travelled >= minimumDistance - Tolerance.distance else {
      return step.downNow == 0 ? .fail(motion.failure(minimumDistance)) : .none
    }
    guard let edge = nearestEdge() else { return .fail(Reason("movedAlongEdge")) }
    self.edge = edge
    state = .active
    return .recognize(Reason("movedFarEnough", .init(travelled, .reached, minimumDistance, .millimetres)))
  }

  /// EDG-3, EDG-8: among the edges it may have come from, the one that it leads away from most straightly, if that
  /// is within 45°.
  private func nearestEdge() -> Edge? {
    var best: Edge?
    var bestInwards = 0.0
    for edge in edges where candidates & (1 << UInt8(edge.rawValue)) != 0 {
      let (inwards, along) = edge.resolve(motion.translation)
      guard inwards > bestInwards, along <= inwards else { continue }
      best = edge
      bestInwards = inwards
    }
    return best
  }
}
