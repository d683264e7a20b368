/// The two fingers of a pinch or a rotation: their distance and the direction from the first to the second.
///
/// Such a recognizer tracks two fingers at a time and ignores others for their whole life (PIN-8). When one lifts, the
/// next finger that lands takes its place.
struct FingerPair: Sendable {
  /// The number of the two fingers that are down.
  let count: Int
  /// Whether one of the fingers landed in this event.
  let hasLanding: Bool
  /// Whether one of the fingers lifted in this event.
  let hasLift: Bool
  /// Whether one of the fingers moved in this event.
  let hasMoved: Bool
  /// The vector from the first finger to the second, in mm; zero unless both are down.
  let span: Vector

  /// The fingers in an event.
  init(_ touches: borrowing TrackedTouches) {
    var down = 0
    var landing = false
    var lift = false
    var moved = false
    var first = Point.zero
    var second = Point.zero
    for position in 0..<touches.count {
      switch touches[position].phase {
      case .began: landing = true
      case .moved: moved = true
      case .ended, .cancelled: lift = true
      case .stationary: break
      }
      guard touches[position].isDown else { continue }
      if down == 0 { first = touches[position].location } else { second = touches[position].location }
      down += 1
    }
    count = down
    hasLanding = landing
    hasLift = lift
    hasMoved = moved
    span = down == 2 ? second - first : .zero
  }
}
