/// A touchscreen that is present, came, changed or went.
public struct Touchscreen: Hashable, Sendable, Decodable {
  /// The kind of the change.
  public enum State: String, Sendable, Decodable {
    /// The device is present from now on, or was already.
    case added
    /// The device is gone.
    case removed
    /// A property of the device changed, such as its rotation.
    case changed
    /// The daemon could not follow the device for a while. All touches and gestures on it were cancelled.
    case interrupted
  }

  /// The number of the line among all that the daemon publishes; nil in a list.
  public var seq: UInt64?
  /// The time in seconds of CLOCK_MONOTONIC; nil in a list.
  public var time: Double?
  /// The device's number, never used again while the daemon runs.
  public var device: Int
  /// The kind of the change; nil in a list.
  public var state: State?
  /// The device's own name: any text.
  public var name: String
  /// The width and height in mm.
  public var size: ScreenPoint
  /// The source of the size: `resolution`, `configured`, `display`, `fallback`, among others.
  public var sizeSource: String
  /// The most contacts that the device reports at once.
  public var maximumTouches: Int
  /// The rotation in degrees; nil for a daemon without the feature `device_rotation`.
  public var rotation: Int?
  /// The width and height in pixels; nil where they are unknown.
  public var pixels: ScreenPoint?

  /// The name of the device's `[device.NAME]` table; nil where no table matches.
  public var table: String?
  /// The connector of the display under the device, such as `HDMI-A-1`; nil where it is unknown.
  public var output: String?
  /// The device's seat; nil for `seat0`.
  public var seat: String?
  /// The reason for an interruption: `sleep`, `backlog`, `grab`, `stamps`, among others; nil for other changes.
  public var reason: String?
  /// Whether the filter takes the device's touches, so that applications read a clone; nil for no.
  public var filtered: Bool?

  private enum CodingKeys: String, CodingKey {
    case seq, time, device, state, name, size, rotation, pixels, table, output, seat, reason, filtered
    case sizeSource = "size_source"
    case maximumTouches = "max_touches"
  }
}
