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
