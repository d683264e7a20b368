public import GestureCore

/// A finger that should press on one point: its average position from shortly after the landing.
///
/// ```
///   landed      settled                                 lifted
///     ├── 100 ms ──┼───────── averaged over time ─────────┤
///     ├───────────── at least 500 ms ────────────────────┤
/// ```
public struct SteadyPress: Hashable, Sendable {
  /// The result of a press.
  public enum Outcome: Hashable, Sendable {
    /// The press was steady, at that position in mm.
    case steady(Point)
    /// The finger lifted too soon, after that time.
    case tooShort(TimeSpan)
    /// The finger slid over that many mm.
    case slid(Double)
  }

  /// The shortest press that counts.
  public static let shortest = TimeSpan.milliseconds(500)
  /// The longest slide, in mm, between the corners of the covered rectangle.
  public static let longestSlide = 4.0
  /// The time in which a finger flattens, and its reported position shifts.
  private static let settling = TimeSpan.milliseconds(100)

  private let landing: Instant
  private var latestTime: Instant
  private var latestPosition: Point
  /// The sum of positions, each times the seconds for which it held.
  private var sum = Vector.zero
  private var seconds = 0.0
  private var extent: PointExtent?

  /// A finger that landed.
  public init(at time: Instant, position: Point) {
    landing = time
    latestTime = time
    latestPosition = position
  }

  /// Moves the finger. Panels report changes only: until now the finger was at its earlier position.
  public mutating func move(at time: Instant, to position: Point) {
    hold(until: time)
    latestTime = time
    latestPosition = position
  }

  /// Lifts the finger.
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
