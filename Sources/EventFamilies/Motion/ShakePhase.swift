/// The phase of a shake. UIKit reports only the beginning and the end.
public enum ShakePhase: String, Hashable, Sendable {
  /// A shake begins.
  case began
  /// The device is at rest again.
  case ended
  /// The shake was cancelled, or lasted longer than the configured maximum.
  case cancelled
}
