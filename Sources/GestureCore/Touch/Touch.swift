/// A contact from landing to lift, as recognizers see it: UITouch.
public struct Touch: Hashable, Sendable {
  /// Unique in the daemon's life (TCH-2).
  public var id: UInt64
  /// The slot of the device that the contact is in.
  public var slot: Int
  /// The touch's change in the present event.
  public var phase: TouchPhase
  /// The stamp of the touch's last change (TCH-6).
  public var time: Instant
  /// The stamp of the landing.
  public var beganTime: Instant
  /// The landing's position, in mm on the screen.
  public var start: Point
  /// The present position, in mm on the screen.
  public var location: Point
  /// The position at the previous event (TCH-5).
  public var previousLocation: Point
  /// The number of taps in a row on one spot (TCH-12 to TCH-19).
  public var tapCount: Int
  /// The region that the touch is bound to since its landing, by its number in the region tree (HIT-14).
  public var region: Int
  /// The contact's other properties, as the device reports them.
  public var attributes = ContactAttributes()

  /// The distance and direction from the landing, in mm.
  public var displacement: Vector { location - start }

  /// Whether the touch is still down after the present event.
  public var isDown: Bool {
    switch phase {
    case .began, .moved, .stationary: true
    case .ended, .cancelled: false
    }
  }
}
