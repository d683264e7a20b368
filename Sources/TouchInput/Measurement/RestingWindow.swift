import GestureCore

/// Finds the half seconds in which a finger rests, and how far its position wanders in them.
struct RestingWindow: Hashable, Sendable {
  /// The shortest rest that counts.
  private static let length = TimeSpan.milliseconds(500)
  /// The time in which a finger flattens after its landing.
  private static let settling = TimeSpan.milliseconds(100)
  /// The reach of a resting finger, in mm: beyond it the finger moves.
  private static let reach = 1.0

  private let landing: Instant
  private var start: Instant
  private var extent: PointExtent

  /// A finger that landed.
  init(at time: Instant, _ position: Point) {
    landing = time
    start = time
    extent = PointExtent(position)
  }

  /// Moves the finger. Until now the finger was at its earlier position.
  ///
  /// - Returns: how far, in mm, the finger wandered in the rest that has just ended; nil where no rest has ended.
  mutating func move(to position: Point, at time: Instant) -> Double? {
    let isSettling = time - landing < Self.settling
    let isRest = !isSettling && time - start >= Self.length
    let wider = extent.including(position)
    guard isSettling || isRest || wider.diagonal > Self.reach else {
      extent = wider
      return nil
    }
    let rest = isRest ? extent.diagonal : nil
    start = time
    extent = PointExtent(position)
    return rest
  }
}
