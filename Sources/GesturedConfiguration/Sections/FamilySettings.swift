public import EventFamilies

/// The settings of events other than touches; each family is nil where it is disabled.
public struct FamilySettings: Hashable, Sendable {
  /// `[motion]`
  public var shake: ShakeSettings? = ShakeSettings()
  /// Whether the end of a shake resets all values of transforms (MOT-27).
  public var resetsTransforms = false
  /// `[remote]`
  public var remote: RemoteSettings? = RemoteSettings()
  /// `[audio]`
  public var audio: AudioSettings? = AudioSettings()

  /// The defaults.
  public init() {}
}
