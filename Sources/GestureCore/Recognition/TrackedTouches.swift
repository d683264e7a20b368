/// The touches that one recognizer tracks in the present event, in began order: those still down and those that
/// lifted or were cancelled just now.
public struct TrackedTouches: Sendable {
  let touches: [Touch]
  let positions: [Int]
  /// The extent of the screen, in mm.
  public let screen: Size

  /// How many there are.
  public var count: Int { positions.count }

  /// The touch at a position, 0 ..< `count`.
  @inline(__always)
  public subscript(position: Int) -> Touch {
    touches[positions[position]]
  }
}

extension [Touch] {
  /// The centre and number of the touches at some slots, at least one, that are still down, else of those that lifted last
  /// (LOC-1, LOC-3, LOC-7).
  @inline(__always)
  func gathered(at slots: [Int]) -> (centre: Point, count: Int) {
    var x = 0.0
    var y = 0.0
    var down = 0
    for slot in slots where self[slot].isDown {
      x += self[slot].location.x
      y += self[slot].location.y
      down += 1
    }
    if down == 0 {
      for slot in slots {
        x += self[slot].location.x
        y += self[slot].location.y
        down += 1
      }
    }
    return (Point(x / Double(down), y / Double(down)), down)
  }
}
