public import EventFamilies

/// What the author says of events that are no touches; each family is nil where it is switched off.
public struct FamilySettings: Hashable, Sendable {
  /// `[motion]`
  public var shake: ShakeSettings? = ShakeSettings()
  /// Whether the end of a shake takes all values of transforms back to nothing (MOT-27).
  public var resetsTransforms = false
  /// `[remote]`
  public var remote: RemoteSettings? = RemoteSettings()
  /// `[audio]`
  public var audio: AudioSettings? = AudioSettings()

  /// The defaults.
  public init() {}
}
