/// Another region has become first responder.
public struct ResponderNotice: Hashable, Sendable, Decodable {
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int?
  /// The window's name.
  public var window: String?
  /// The new first responder; nil for none.
  public var region: String?
  /// Whether the window is the key window, which gets events that no finger made.
  public var isKey: Bool?

  private enum CodingKeys: String, CodingKey {
    case time, device, window, region
    case isKey = "key"
  }
}
