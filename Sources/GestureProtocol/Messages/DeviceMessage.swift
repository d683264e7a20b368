import GestureCore

/// A touchscreen came, was turned, was not followed for a while, or went.
public struct DeviceMessage: Hashable, Sendable {
  /// What happened to it. The raw value is the word on the wire.
  public enum State: String, Hashable, Sendable {
    /// It can be read from now on.
    case added
    /// It was turned, or something else is new about it: its size may be another.
    case changed
    /// It is there and was not followed for a while; whatever was under way on it was cancelled before.
    case interrupted
    /// It is gone; whatever was under way on it was cancelled before.
    case removed
  }

  /// When it was found or lost.
  public var time: Instant
  /// Its number, never used again while the daemon lives.
  public var device: Int
  /// What happened.
  public var state: State
  /// What it calls itself: any text at all.
  public var name: String
  /// Its extent in mm.
  public var size: Size
  /// Where `size` comes from, as a word: `resolution`, `configured`, `display`, `fallback`.
  public var sizeSource: String
  /// How many contacts it can tell apart.
  public var maximumTouches: Int
  /// How many pixels the screen under it has across and down; nil where nobody said.
  public var pixels: Size?

  /// What the configuration calls it; nil where it does not speak of it.
  public var table: String?
  /// The connector of the display under it; nil where nobody knows.
  public var output: String?
  /// The seat it belongs to; nil for the one that all belong to that nobody has assigned.
  public var seat: String?
  /// Why it was not followed, as a word: `sleep`, `backlog`, `grab`, `stamps`; nil where it was.
  public var reason: String?

  /// A change of the list of devices.
  public init(
    time: Instant, device: Int, state: State, name: String, size: Size, sizeSource: String,
    maximumTouches: Int, pixels: Size? = nil, table: String? = nil, output: String? = nil,
    seat: String? = nil,
    reason: String? = nil
  ) {
    self.time = time
    self.device = device
    self.state = state
    self.name = name
    self.size = size
    self.sizeSource = sizeSource
    self.maximumTouches = maximumTouches
    self.pixels = pixels
    self.table = table
    self.output = output
    self.seat = seat
    self.reason = reason
  }

  /// What is said of it in words where somebody says it, by the names of the fields.
  public var labels: [(field: String, text: String)] {
    [("table", table), ("output", output), ("seat", seat), ("reason", reason)].compactMap { field, text in
      text.map { (field: field, text: $0) }
    }
  }
}
