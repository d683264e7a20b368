import GestureCore

/// Finds the half seconds in which a finger rests, and how much its position wanders about in them.
struct RestingWindow: Hashable, Sendable {
  /// How long a finger must rest.
  private static let length = TimeSpan.milliseconds(500)
  /// A finger flattens for that long after it landed.
  private static let settling = TimeSpan.milliseconds(100)
  /// A finger that gets further, in mm, moves.
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

  /// The finger is there now. Until now it was where it was told to be before.
  ///
  /// - Returns: how far, in mm, it has wandered about in the rest that is over; nil where none is.
  mutating func take(_ position: Point, at time: Instant) -> Double? {
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
