/// The two fingers of a pinch or a rotation: how far apart they are, and which way the second lies from the first.
///
/// Such a recognizer tracks two fingers at a time; others are ignored for their whole life (PIN-8). When one lifts,
/// the next that lands takes its place.
struct FingerPair: Sendable {
  /// How many of the two are down.
  let count: Int
  /// Whether one of them landed in this event.
  let hasLanding: Bool
  /// Whether one of them lifted in this event.
  let hasLift: Bool
  /// Whether one of them moved in this event.
  let hasMoved: Bool
  /// From the first to the second, in mm; zero unless both are down.
  let span: Vector

  /// The fingers of an event.
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
