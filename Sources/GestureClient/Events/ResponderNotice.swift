/// Another region has become first responder.
public struct ResponderNotice: Hashable, Sendable, Decodable {
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int?
  /// The window.
  public var window: String?
  /// The region; nil where it is none.
  public var region: String?
}
