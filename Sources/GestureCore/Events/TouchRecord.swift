/// A snapshot of one touch as the daemon publishes it (EVT-10).
public struct TouchRecord: Hashable, Sendable {
  /// Unique in the daemon's life (TCH-2).
  public var id: UInt64
  /// The touch's phase.
  public var phase: TouchPhase
  /// The stamp of that phase. It is older than the event's stamp where the phase was held back (EVT-14) or the touch
  /// rests (TCH-6).
  public var time: Instant
  /// The position on the screen, in mm, rounded to the grid of `location_quantum_mm` if there is one (TCH-28).
  public var location: Point
  /// The same position, not rounded.
  public var preciseLocation: Point
  /// The position in the receiver's region, in mm.
  public var regionLocation: Point
  /// The position that receivers were last given, on the screen, in mm (TCH-5).
  public var previousLocation: Point
  /// The same position in the receiver's region.
  public var previousRegionLocation: Point
  /// The number of taps in a row on one spot (TCH-12 to TCH-19).
  public var tapCount: Int
  /// The region that the touch is bound to since its landing, by its number in the region tree (HIT-14, RSP-5).
  public var region: Int
  /// The window of that region.
  public var window: Int
  /// The contact's other properties, as the device reports them.
  public var attributes: ContactAttributes
  /// The samples of the event buffer between the previous event and this one, oldest first. The last one is this very
  /// snapshot (COA-1). Empty where no receiver asks for samples.
  public var coalesced = 0..<0
  /// The number of samples missing from `coalesced`, because there were too many to keep.
  public var coalescedLost = 0
  /// The samples of the event buffer that are predictions (PRE-1).
  public var predicted = 0..<0

  /// A snapshot of a touch that has stayed at one position, on a screen that is its only region.
  public init(
    id: UInt64, phase: TouchPhase = .began, time: Instant = Instant(microseconds: 0), location: Point,
    tapCount: Int, region: Int = 0, window: Int = 0, attributes: ContactAttributes = ContactAttributes()
  ) {
    self.id = id
    self.phase = phase
    self.time = time
    self.location = location
    preciseLocation = location
    regionLocation = location
    previousLocation = location
    previousRegionLocation = location
    self.tapCount = tapCount
    self.region = region
    self.window = window
    self.attributes = attributes
  }
}

extension TouchRecord {
  /// Makes the record that of a touch that moved, without samples. Each frame does so for each finger.
  ///
  /// - Parameters:
  ///   - previous: the place that receivers were last given.
  ///   - fromScreen: the map into the receiver's coordinates; nil where they are the screen's.
  @inline(__always)
  mutating func move(
    to touch: borrowing Touch, from previous: Point, window: Int, through fromScreen: AffineTransform?
  ) {
    id = touch.id
    phase = .moved
    time = touch.time
    location = touch.location
    preciseLocation = touch.location
    previousLocation = previous
    if let fromScreen {
      regionLocation = fromScreen.apply(touch.location)
      previousRegionLocation = fromScreen.apply(previous)
    } else {
      regionLocation = touch.location
      previousRegionLocation = previous
    }
    tapCount = touch.tapCount
    region = touch.region
    self.window = window
    attributes = touch.attributes
    coalesced = 0..<0
    coalescedLost = 0
    predicted = 0..<0
  }
}
