/// What a recognizer is about to act with, for those who are asked whether it may (ARB-19).
public struct GestureProposal: Sendable {
  /// The recognizer, by its number in the recognizer set.
  public var recognizer: Int
  /// The region that it is attached to, by its number in the region tree.
  public var region: Int
  /// The stamp of the frame, or the deadline.
  public var time: Instant
  /// How many fingers it is (LOC-3).
  public var numberOfTouches: Int
  /// Where it is on the screen, in mm.
  public var location: Point
  /// What its kind carries.
  public var values: GestureValues
}
