import GestureCore

/// A region came, went or changed, or is told of in a list.
public struct RegionMessage: Hashable, Sendable {
  /// What happened. The raw value is the word on the wire.
  public enum State: String, Hashable, Sendable {
    /// It is new.
    case added
    /// It is not as it was.
    case changed
    /// It is gone.
    case removed
    /// It is there: in a list or a snapshot.
    case present
  }

  /// When.
  public var time: Instant
  /// The number of the touchscreen.
  public var device: Int
  /// Its name.
  public var name: String
  /// What happened.
  public var state: State
  /// The name of what it lies in; nil for a window.
  public var parent: String?
  /// Whose it is: `RegionTree.configuration`, or the number of a client.
  public var owner: Int
  /// Where its bounds lie on the screen, in mm; nil where they lie askew.
  public var frame: Rect?
  /// What else is told of it, in order.
  public var details: [ReplyField]

  /// A change of the regions.
  public init(
    time: Instant, device: Int, name: String, state: State, parent: String?, owner: Int, frame: Rect?,
    details: [ReplyField] = []
  ) {
    self.time = time
    self.device = device
    self.name = name
    self.state = state
    self.parent = parent
    self.owner = owner
    self.frame = frame
    self.details = details
  }
}
