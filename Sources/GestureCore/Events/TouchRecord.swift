/// A snapshot of one touch as it is published (EVT-10).
public struct TouchRecord: Hashable, Sendable {
  /// Unique in the daemon's life (TCH-2).
  public var id: UInt64
  /// What happened to it.
  public var phase: TouchPhase
  /// The stamp of that: older than the event's where it was held back (EVT-14), or where it rests (TCH-6).
  public var time: Instant
  /// On the screen, in mm; on the grid of `location_quantum_mm`, where there is one (TCH-28).
  public var location: Point
  /// The same, not rounded.
  public var preciseLocation: Point
  /// In the receiver's region, in mm.
  public var regionLocation: Point
  /// Where it was when receivers were told of it last, on the screen, in mm (TCH-5).
  public var previousLocation: Point
  /// The same in the receiver's region.
  public var previousRegionLocation: Point
  /// TCH-12 to TCH-19.
  public var tapCount: Int
  /// The region that it is bound to since its landing, by its number in the region tree (HIT-14, RSP-5).
  public var region: Int
  /// The window of that region.
  public var window: Int
  /// What else the device says of it.
  public var attributes: ContactAttributes
  /// Which samples of the event buffer lie between the previous event and this one, oldest first, the last being
  /// this very one (COA-1); empty where they are not asked for.
  public var coalesced = 0..<0
  /// How many samples are missing there, because they were too many to keep.
  public var coalescedLost = 0
  /// Which samples of the event buffer are predictions (PRE-1).
  public var predicted = 0..<0

  /// A snapshot of a touch that is at one place all the time, on a screen that is its only region.
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
