/// What one frame says about one contact: the link between the input rooms and the touch tracker.
public struct ContactChange: Hashable, Sendable {
  /// What happened to the contact.
  public enum Kind: Hashable, Sendable {
    /// A new contact landed in the slot, which was free.
    case began
    /// The contact is elsewhere now, or something else about it has changed (TCH-8).
    case moved
    /// The contact lifted.
    case ended
    /// The contact was lost without a lift: replaced in place, lost in a dropped stretch, or its device is gone.
    case cancelled
  }

  /// The slot of the device that the contact is in, 0 ..< `maximumTouches` of its device.
  public var slot: Int
  /// What happened.
  public var kind: Kind
  /// Where the contact is, in millimetres; for `ended` and `cancelled` where it was last.
  public var position: Point
  /// What else the device says of the contact.
  public var attributes: ContactAttributes

  /// A change of one contact.
  public init(
    slot: Int, kind: Kind, position: Point, attributes: ContactAttributes = ContactAttributes()
  ) {
    self.slot = slot
    self.kind = kind
    self.position = position
    self.attributes = attributes
  }
}
