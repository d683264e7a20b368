/// How an attempt behaves until all its fingers are down, for a recognizer that does nothing until then but fail.
///
/// Most recognizers of several fingers wait for fingers that never come. The arena begins such an attempt with its last
/// finger, and until then counts what the attempts of one rule would do (`Gathering`).
public struct GatheringRule: Hashable, Sendable {
  /// A distance of a finger from where it landed, in mm.
  public enum Reach: Hashable, Sendable {
    /// The larger of the distances along x and along y.
    case alongAxis(Double)
    /// The distance in a straight line.
    case straight(Double)
  }

  /// The effect of more fingers than an attempt's number, where they land in one event before it has begun.
  public enum Excess: Hashable, Sendable {
    /// It begins: it follows other numbers of fingers, or ignores those beyond its own.
    case begins
    /// It fails at once.
    case fails
    /// It gathers on: the fingers hinder it until some of them lift. Until then, neither moves nor time make it fail.
    case waits
  }

  /// The distance at which moves of a finger matter; nil where they do not.
  public var reach: Reach?
  /// Whether a finger beyond the reach makes the attempt fail. Otherwise the attempt only has to know of it.
  public var failsBeyondReach: Bool
  /// The time from the first landing after which the attempt fails; nil without such a time.
  public var span: TimeSpan?
  /// The most touches that the recognizer admits at a time.
  public var mostTouches: Int
  /// The effect of more fingers than the recognizer's number.
  public var excess: Excess

  /// - Parameters:
  ///   - reach: the distance at which moves matter; nil where they do not.
  ///   - failsBeyondReach: whether a finger beyond it makes the attempt fail.
  ///   - span: the time from the first landing after which the attempt fails; nil for none.
  ///   - mostTouches: the most touches that the recognizer admits at a time.
  ///   - excess: the effect of more fingers than the recognizer's number.
  public init(
    reach: Reach? = nil, failsBeyondReach: Bool = false, span: TimeSpan? = nil, mostTouches: Int = .max,
    excess: Excess = .begins
  ) {
    precondition(excess != .waits || span == nil && !failsBeyondReach)
    self.reach = reach
    self.failsBeyondReach = failsBeyondReach
    self.span = span
    self.mostTouches = mostTouches
    self.excess = excess
  }
}
