import GestureCore

/// A touchscreen was added, changed or removed, or its events were interrupted.
public struct DeviceMessage: Hashable, Sendable {
  /// The kind of the change. The raw value is the word on the wire.
  public enum State: String, Hashable, Sendable {
    /// The daemon reads the device from now on.
    case added
    /// The rotation or another property changed; the size may differ.
    case changed
    /// The device is present, but the daemon did not follow it for a while. All touches and gestures on it were
    /// cancelled before.
    case interrupted
    /// The device is gone. All touches and gestures on it were cancelled before.
    case removed
  }

  /// The time of the change.
  public var time: Instant
  /// The device's number, never used again while the daemon runs.
  public var device: Int
  /// The kind of the change.
  public var state: State
  /// The device's own name: any text at all.
  public var name: String
  /// The extent in mm.
  public var size: Size
  /// The source of `size`: `resolution`, `configured`, `display` or `fallback`.
  public var sizeSource: String
  /// The most contacts that the device reports at once.
  public var maximumTouches: Int
  /// The rotation of the panel against the picture, in degrees: 0, 90, 180 or 270.
  public var rotation: Int
  /// The pixels of the screen under the device, across and down; nil where they are unknown.
  public var pixels: Size?

  /// The name of the device's table in the configuration; nil where no table matches.
  public var table: String?
  /// The connector of the display under the device; nil where it is unknown.
  public var output: String?
  /// The device's seat; nil for the default seat, which has all devices without an assignment.
  public var seat: String?
  /// The reason for an interruption: `sleep`, `backlog`, `grab` or `stamps`; nil for other changes.
  public var reason: String?
  /// Whether the filter takes the device's touches (FLT-100).
  public var isFiltered = false

  /// A change of the list of devices.
  public init(
    time: Instant, device: Int, state: State, name: String, size: Size, sizeSource: String,
    maximumTouches: Int, rotation: Int = 0, pixels: Size? = nil, table: String? = nil, output: String? = nil,
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
    self.rotation = rotation
    self.pixels = pixels
    self.table = table
    self.output = output
    self.seat = seat
    self.reason = reason
  }

  /// The texts that are known, with the names of their fields.
  public var labels: [(field: String, text: String)] {
    [("table", table), ("output", output), ("seat", seat), ("reason", reason)].compactMap { field, text in
      text.map { (field: field, text: $0) }
    }
  }
}
