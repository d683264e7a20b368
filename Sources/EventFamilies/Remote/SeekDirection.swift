/// Which way somebody winds.
public enum SeekDirection: Hashable, Sendable {
  /// Towards the start.
  case backward
  /// Towards the end.
  case forward

  /// What begins it.
  public var begin: RemoteCommand { self == .backward ? .beginSeekingBackward : .beginSeekingForward }
  /// What ends it.
  public var end: RemoteCommand { self == .backward ? .endSeekingBackward : .endSeekingForward }
}
