/// A touch of a gesture, as lines of gestures list it (EVT-6, ADD-13).
public struct GestureFinger: Hashable, Sendable {
  /// The id of the touch.
  public var id: UInt64
  /// The id for readers without lines of single fingers, as the ids of touches count single fingers too. The publisher sets
  /// it.
  public var severalID: UInt64 = 0
  /// The slot of the device that the contact is in.
  public var slot: Int32
  /// Whether the touch has lifted or was cancelled. Its place is the last one then (ADD-14).
  public var isUp: Bool
  /// The position on the screen, in mm.
  public var location: Point
  /// The position in the region of the gesture's recognizer, in mm.
  public var regionLocation: Point

  /// A touch of a gesture.
  public init(id: UInt64, slot: Int, isUp: Bool = false, location: Point, regionLocation: Point) {
    self.id = id
    self.slot = Int32(truncatingIfNeeded: slot)
    self.isUp = isUp
    self.location = location
    self.regionLocation = regionLocation
  }

  /// A touch as the tracker has it, with its place on the screen.
  @inline(__always)
  init(_ touch: borrowing Touch) {
    self.init(
      id: touch.id, slot: touch.slot, isUp: !touch.isDown, location: touch.location,
      regionLocation: touch.location)
  }
}
