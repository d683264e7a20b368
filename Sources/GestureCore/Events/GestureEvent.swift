/// A recognizer's action: what a subscriber is told of a gesture.
public struct GestureEvent: Sendable {
  /// The recognizer, by its number in the recognizer set.
  public var recognizer: Int
  /// `began`, `changed`, `ended` or `cancelled`.
  public var state: GestureState
  /// One number from began to its end, unique in the daemon's life.
  public var gestureID: UInt64
  /// The multi-touch sequence it is part of (EVT-2).
  public var sequence: UInt64
  /// The stamp of the frame, or the deadline (TIM-3).
  public var time: Instant
  /// LOC-3.
  public var numberOfTouches: Int
  /// The region of the recognizer, by its number in the region tree.
  public var region: Int
  /// On the screen, in mm.
  public var location: Point
  /// In the region of the recognizer, in mm.
  public var regionLocation: Point
  /// What becomes of displacements and velocities in the coordinates of the region (PAN-22); nil where they stay as
  /// they are.
  public var toRegion: AffineTransform?
  /// What its kind carries.
  public var values: GestureValues
  /// Which bytes of the event buffer's payload are the JSON object that the client of a custom recognizer gave
  /// (CUS-9); empty where there is none.
  public var payload = 0..<0

  /// An action.
  public init(
    recognizer: Int, state: GestureState, gestureID: UInt64, sequence: UInt64, time: Instant,
    numberOfTouches: Int, region: Int, location: Point, regionLocation: Point,
    toRegion: AffineTransform? = nil, values: GestureValues
  ) {
    self.recognizer = recognizer
    self.state = state
    self.gestureID = gestureID
    self.sequence = sequence
    self.time = time
    self.numberOfTouches = numberOfTouches
    self.region = region
    self.location = location
    self.regionLocation = regionLocation
    self.toRegion = toRegion
    self.values = values
  }
}
