/// The direction of seeking.
public enum SeekDirection: Hashable, Sendable {
  /// Toward the start.
  case backward
  /// Toward the end.
  case forward

  /// The command that starts seeking.
  public var begin: RemoteCommand { self == .backward ? .beginSeekingBackward : .beginSeekingForward }
  /// The command that stops seeking.
  public var end: RemoteCommand { self == .backward ? .endSeekingBackward : .endSeekingForward }
}
