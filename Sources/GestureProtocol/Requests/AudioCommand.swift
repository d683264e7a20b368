public import EventFamilies

/// `audio`: what a client wants of sound. What is not said stays as it is.
public struct AudioCommand: Hashable, Sendable {
  /// Whether it claims the session (true) or gives it up (false); nil where that is not said.
  public var claimsSession: Bool?
  /// What its sound is for; nil where that is not said.
  public var category: AudioCategory?
  /// Whether it wants the loudspeaker whatever is plugged in; nil where that is not said.
  public var overridesToSpeaker: Bool?
  /// Whether something about a port has changed.
  public var reportsConfiguration = false
}
