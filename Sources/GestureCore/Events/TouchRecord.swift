/// A snapshot of one touch as it is published.
public struct TouchRecord: Hashable, Sendable {
  /// Unique in the daemon's life (TCH-2).
  public var id: UInt64
  /// On the screen, in mm.
  public var location: Point
  /// TCH-12 to TCH-19.
  public var tapCount: Int

  /// A snapshot.
  public init(id: UInt64, location: Point, tapCount: Int) {
    self.id = id
    self.location = location
    self.tapCount = tapCount
  }
}
