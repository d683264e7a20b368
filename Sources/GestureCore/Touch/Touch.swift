/// A contact from landing to lift, as recognizers see it: UITouch.
public struct Touch: Hashable, Sendable {
  /// Unique in the daemon's life (TCH-2).
  public var id: UInt64
  /// The slot of the device that the contact is in.
  public var slot: Int
  /// What happened to it in the present event.
  public var phase: TouchPhase
  /// The stamp of its last change (TCH-6).
  public var time: Instant
  /// The stamp of its landing.
  public var beganTime: Instant
  /// Where it landed, in mm on the screen.
  public var start: Point
  /// Where it is, in mm on the screen.
  public var location: Point
  /// Where it was at the event before (TCH-5).
  public var previousLocation: Point
  /// TCH-12 to TCH-19.
  public var tapCount: Int
  /// The region it is bound to since its landing, by its number in the region tree (HIT-14).
  public var region: Int
  /// What else the device says of it.
  public var attributes = ContactAttributes()

  /// How far it is from where it landed.
  public var displacement: Vector { location - start }

  /// Whether it is still down after the present event.
  public var isDown: Bool {
    switch phase {
    case .began, .moved, .stationary: true
    case .ended, .cancelled: false
    }
  }
}
