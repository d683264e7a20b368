/// A recognizer's action: the report about a gesture that subscribers get.
public struct GestureEvent: Sendable {
  /// The recognizer, by its number in the recognizer set.
  public var recognizer: Int
  /// `began`, `changed`, `ended` or `cancelled`.
  public var state: GestureState
  /// The gesture's number, the same from its beginning to its end, unique in the daemon's life.
  public var gestureID: UInt64
  /// The multi-touch sequence of the gesture (EVT-2).
  public var sequence: UInt64
  /// The stamp of the frame, or the deadline (TIM-3).
  public var time: Instant
  /// The number of touches (LOC-3).
  public var numberOfTouches: Int
  /// The region of the recognizer, by its number in the region tree.
  public var region: Int
  /// The position on the screen, in mm.
  public var location: Point
  /// The position in the recognizer's region, in mm.
  public var regionLocation: Point
  /// The transform of displacements and velocities into the region's coordinates (PAN-22). Nil where they stay the
  /// same.
  public var toRegion: AffineTransform?
  /// The values of the gesture's kind.
  public var values: GestureValues
  /// The bytes of the event buffer's payload that hold the JSON object of a custom recognizer's client (CUS-9). Empty
  /// without an object.
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
