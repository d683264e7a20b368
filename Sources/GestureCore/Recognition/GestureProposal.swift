/// A recognizer's next action, for the question whether it may act (ARB-19).
public struct GestureProposal: Sendable {
  /// The recognizer, by its number in the recognizer set.
  public var recognizer: Int
  /// The recognizer's region, by its number in the region tree.
  public var region: Int
  /// The stamp of the frame, or the deadline.
  public var time: Instant
  /// The number of fingers (LOC-3).
  public var numberOfTouches: Int
  /// The position on the screen, in mm.
  public var location: Point
  /// The values of the gesture's kind.
  public var values: GestureValues
}
