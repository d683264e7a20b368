/// The change of one contact in one frame: the link between the input rooms and the touch tracker.
public struct ContactChange: Hashable, Sendable {
  /// The kinds of change.
  public enum Kind: Hashable, Sendable {
    /// A new contact landed in the slot, which was free.
    case began
    /// The contact moved, or another of its properties changed (TCH-8).
    case moved
    /// The contact lifted.
    case ended
    /// The contact was lost without a lift: replaced in place, lost in a dropped stretch, or its device was removed.
    case cancelled
  }

  /// The contact's slot on the device, 0 ..< `maximumTouches` of the device.
  public var slot: Int
  /// The kind of the change.
  public var kind: Kind
  /// The contact's position, in mm. For `ended` and `cancelled` it is the last known position.
  public var position: Point
  /// The contact's other properties.
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
