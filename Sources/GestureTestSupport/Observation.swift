import GestureCore

/// A test's view of one event, in points and milliseconds.
public struct Observation: CustomStringConvertible, Sendable {
  /// The recognizer's name.
  public var recognizer: String
  /// The state at the action, or `failed`.
  public var state: GestureState
  /// The time in ms.
  public var time: Double
  /// The number of touches (LOC-3); 0 for a failure.
  public var touches = 0
  /// The place on the screen, in pt.
  public var location = Point.zero
  /// The place in the region, in pt.
  public var regionLocation = Point.zero
  /// The translation of a pan, in pt.
  public var translation = Vector.zero
  /// The velocity, in pt/s.
  public var velocity = Vector.zero
  /// The scale.
  public var scale = 0.0
  /// The rotation in radians.
  public var rotation = 0.0
  /// The matrix of a transform, in mm.
  public var matrix = Similarity.identity
  /// The rate of change of a scale or a rotation, per second.
  public var numberVelocity = 0.0
  /// The start of a long press, in pt.
  public var start = Point.zero
  /// The duration of a press, in ms.
  public var duration = 0.0
  /// The gesture's count.
  public var count = 0
  /// The gesture's progress; nil where it has none.
  public var progress: Double?
  /// The gesture's last word or count.
  public var word = ""
  /// The id of the gesture.
  public var gestureID: UInt64 = 0
  /// The sequence's number.
  public var sequence: UInt64 = 0
  /// The reason for a failure.
  public var reason = ""

  /// `tap:ended@80`
  public var description: String {
    let whole = time.rounded() == time
    return "\(recognizer):\(state)@\(whole ? String(Int(time)) : String(time))"
  }
}
