import GestureCore

/// What a test sees of one event, in points and milliseconds.
public struct Observation: CustomStringConvertible, Sendable {
  /// The recognizer's name.
  public var recognizer: String
  /// The state it acted in, or `failed`.
  public var state: GestureState
  /// When, in ms.
  public var time: Double
  /// LOC-3; 0 for a failure.
  public var touches = 0
  /// Where on the screen, in pt.
  public var location = Point.zero
  /// Where in its region, in pt.
  public var regionLocation = Point.zero
  /// The translation of a pan, in pt.
  public var translation = Vector.zero
  /// The velocity, in pt/s.
  public var velocity = Vector.zero
  /// A scale.
  public var scale = 0.0
  /// A rotation, in radians.
  public var rotation = 0.0
  /// The matrix of a transform, in mm.
  public var matrix = Similarity.identity
  /// How fast it changes, a second.
  public var numberVelocity = 0.0
  /// The start of a long press, in pt.
  public var start = Point.zero
  /// How long a press was held, in ms.
  public var duration = 0.0
  /// The count that the gesture carries.
  public var count = 0
  /// The share of the way that it carries; nil where it carries none.
  public var progress: Double?
  /// The last word or count that the gesture carries.
  public var word = ""
  /// The id of the gesture.
  public var gestureID: UInt64 = 0
  /// The sequence.
  public var sequence: UInt64 = 0
  /// Why it failed.
  public var reason = ""

  /// `tap:ended@80`
  public var description: String {
    let whole = time.rounded() == time
    return "\(recognizer):\(state)@\(whole ? String(Int(time)) : String(time))"
  }
}
