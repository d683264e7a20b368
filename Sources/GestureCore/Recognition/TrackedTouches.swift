/// The touches that one recognizer tracks in the present event, in began order. They are the touches that are down and
/// those that lifted or were cancelled in this event.
///
/// The lists are borrowed: lists of its own would be retained for each recognizer that an event asks.
public struct TrackedTouches: ~Escapable {
  let touches: Span<Touch>
  let positions: Span<Int>
  /// The size of the screen, in mm.
  public let screen: Size

  @_lifetime(copy touches, copy positions)
  init(touches: Span<Touch>, positions: Span<Int>, screen: Size) {
    self.touches = touches
    self.positions = positions
    self.screen = screen
  }

  /// The number of touches.
  public var count: Int { positions.count }

  /// The touch at a position, 0 ..< `count`.
  @inline(__always)
  public subscript(position: Int) -> Touch {
    touches[positions[position]]
  }
}

extension [Touch] {
  /// The center and number of the touches in some slots, at least one, that are down. If none is down, all of the slots
  /// count (LOC-1, LOC-3, LOC-7).
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
