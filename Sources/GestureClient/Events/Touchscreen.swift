/// A touchscreen came or went, or is there.
public struct Touchscreen: Hashable, Sendable, Decodable {
  /// What happened to it.
  public enum State: String, Sendable, Decodable {
    /// It is there from now on, or was there already.
    case added
    /// It is gone.
    case removed
    /// Something about it is new: the way it is turned, for instance.
    case changed
    /// It could not be followed for a while; what was under way on it is over.
    case interrupted
  }

  /// Counts what the daemon publishes; nil in a list.
  public var seq: UInt64?
  /// When, in seconds of CLOCK_MONOTONIC; nil in a list.
  public var time: Double?
  /// Its number, never used again while the daemon lives.
  public var device: Int
  /// What happened to it; nil in a list.
  public var state: State?
  /// What it calls itself: any text.
  public var name: String
  /// Its width and height in mm.
  public var size: ScreenPoint
  /// Where the size comes from: `resolution`, `configured`, `display`, `fallback`, among others.
  public var sizeSource: String
  /// How many fingers it can tell apart.
  public var maximumTouches: Int
  /// How it is turned, in degrees; nil where the daemon does not say.
  public var rotation: Int?
  /// Its width and height in pixels; nil where nobody has said.
  public var pixels: ScreenPoint?

  /// The name of its `[device.NAME]` table; nil where it has none.
  public var table: String?
  /// The connector of the display under it, `HDMI-A-1`; nil where nobody knows.
  public var output: String?
  /// The seat it belongs to; nil for `seat0`.
  public var seat: String?
  /// Why it was not followed: `sleep`, `backlog`, `grab`, `stamps`, among others; nil where it was.
  public var reason: String?

  private enum CodingKeys: String, CodingKey {
    case seq, time, device, state, name, size, rotation, pixels, table, output, seat, reason
    case sizeSource = "size_source"
    case maximumTouches = "max_touches"
  }
}
