public import GestureCore

/// A finger that presses on a point and is to be still: where it was, on average, from shortly after it landed.
///
/// ```
///   landed      settled                                 lifted
///     ├── 100 ms ──┼───────── averaged over time ─────────┤
///     ├───────────── at least 500 ms ────────────────────┤
/// ```
public struct SteadyPress: Hashable, Sendable {
  /// What came of it.
  public enum Outcome: Hashable, Sendable {
    /// It was steady, and there, in mm.
    case steady(Point)
    /// It lifted too soon, after that time.
    case tooShort(TimeSpan)
    /// It slid over that many mm.
    case slid(Double)
  }

  /// How long it must last at least.
  public static let shortest = TimeSpan.milliseconds(500)
  /// How far it may slide, in mm, from corner to corner of what it covers.
  public static let longestSlide = 4.0
  /// A finger flattens meanwhile, and what the panel sees of it shifts.
  private static let settling = TimeSpan.milliseconds(100)

  private let landing: Instant
  private var latestTime: Instant
  private var latestPosition: Point
  /// Positions, each times the seconds it held.
  private var sum = Vector.zero
  private var seconds = 0.0
  private var extent: PointExtent?

  /// A finger that landed.
  public init(at time: Instant, position: Point) {
    landing = time
    latestTime = time
    latestPosition = position
  }

  /// It is elsewhere now. Panels tell of changes only: until then it was where it was.
  public mutating func move(at time: Instant, to position: Point) {
    hold(until: time)
    latestTime = time
    latestPosition = position
  }

  /// It lifted.
  public mutating func lift(at time: Instant) -> Outcome {
    hold(until: time)
    let duration = time - landing
    guard duration >= Self.shortest, seconds > 0, let extent else { return .tooShort(duration) }
    guard extent.diagonal <= Self.longestSlide else { return .slid(extent.diagonal) }
    return .steady(.zero + sum / seconds)
  }

  private mutating func hold(until time: Instant) {
    let start = max(latestTime, landing + Self.settling)
    guard time > start else { return }
    let span = (time - start).seconds
    sum = sum + (latestPosition - .zero) * span
    seconds += span
    extent = extent?.including(latestPosition) ?? PointExtent(latestPosition)
  }
}
