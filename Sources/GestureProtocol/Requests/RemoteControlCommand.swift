public import EventFamilies

/// `remote`: what a client receives of remote controls and headsets. What is not said stays as it is.
public struct RemoteControlCommand: Hashable, Sendable {
  /// Whether it receives commands from now on; nil where that is not said.
  public var receives: Bool?
  /// What its player does; nil where that is not said.
  public var playback: PlaybackState?
  /// Commands that it wants again.
  public var enabled: [RemoteCommand] = []
  /// Commands that it does not want.
  public var disabled: [RemoteCommand] = []
}
