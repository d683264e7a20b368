/// The source of a panel's size in millimeters. The raw value is the wire's `size_source`.
public enum SizeSource: String, Hashable, Sendable {
  /// The resolution that the device claims.
  case resolution
  /// The configuration.
  case configured
  /// The size that the display under the panel claims.
  case display
  /// `DeviceJudgement.fallbackWidth` and the aspect of the axes.
  case fallback
}
