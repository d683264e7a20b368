/// Where a panel's size in millimetres comes from. The raw value is the wire's `size_source`.
public enum SizeSource: String, Hashable, Sendable {
  /// The resolution that the device claims.
  case resolution
  /// The configuration.
  case configured
  /// What the display under it says of itself.
  case display
  /// `DeviceJudgement.fallbackWidth` and the aspect of the axes.
  case fallback
}
