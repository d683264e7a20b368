public import EventFamilies
internal import GestureCore

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

/// The section of a family of events other than touches: its keys, and their reading. The family defines its own
/// options.
struct FamilySection: Sendable {
  /// The word in the brackets.
  let name: String
  /// The keys in the order of the manual.
  var keys: [KeyDescription] {
    [KeyDescription(Self.enabled, allowed: "true or false", default: "true", enabledSummary)]
      + options.map(KeyDescription.init)
  }
  /// The manual's sentence about the key `enabled`.
  private let enabledSummary: String
  /// Stores the values of a table. A disabled family has no settings.
  private let take: @Sendable (OptionTable, _ isEnabled: Bool, inout FamilySettings) -> Void
  private let options: [OptionDescription]

  private init(
    _ name: String, enabled summary: String, _ options: [OptionDescription],
    _ take: @escaping @Sendable (OptionTable, _ isEnabled: Bool, inout FamilySettings) -> Void
  ) {
    self.name = name
    self.options = options
    self.take = take
    enabledSummary = summary
  }

  private static let enabled = "enabled"

  private static let resetTransforms = OptionDescription(
    "reset_transforms", .flag(default: false), source: "MOT-27",
    "The end of a shake resets the values of all transforms: shake to undo.")

  /// All families' sections, in the order of the manual.
  static let all = [
    FamilySection(
      "motion",
      enabled: "Opens accelerometers while a client listens for shakes, and for `reset_transforms`.",
      ShakeSettings.options + [resetTransforms]
    ) { options, isEnabled, settings in
      settings.resetsTransforms = options.flag(resetTransforms.key)
      settings.shake = isEnabled ? ShakeSettings(options) : nil
    },
    FamilySection(
      "remote",
      enabled:
        "Opens remote controls. Opens devices with media keys while a client receives their commands, or their jack is read.",
      RemoteSettings.options
    ) { options, isEnabled, settings in
      settings.remote = isEnabled ? RemoteSettings(options) : nil
    },
    FamilySection("audio", enabled: "Opens jacks, and reports the audio route.", AudioSettings.options) {
      options, isEnabled, settings in
      settings.audio = isEnabled ? AudioSettings(options) : nil
    },
  ]

  /// Reads the section's table; an empty one gives the defaults.
  func read(_ reader: SectionReader, into settings: inout FamilySettings, _ mistakes: inout MistakeList) {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    let table = reader.options(options, &mistakes)
    take(table, reader.flag(Self.enabled, default: true, &mistakes), &settings)
  }
}
