/// The filter of a touchscreen began, paused or ended. While it is on, applications receive only the touches that no
/// gesture wins.
public struct FilteringNotice: Hashable, Sendable, Decodable {
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The touchscreen's number.
  public var device: Int
  /// `on`, `paused` or `off`.
  public var state: String
  /// The reason for `paused` and `off`: one of the words of the protocol, or a newer one.
  public var reason: String?
}
