internal import EventFamilies
internal import GestureCore

/// `[motion]`, `[remote]` and `[audio]`: their keys and how they are read. Their options are those of EventFamilies.
enum FamilySections {
  private static let resetTransforms = OptionDescription(
    "reset_transforms", .flag(default: false), source: "MOT-27",
    "The end of a shake takes all values of transforms back to nothing: shake to undo.")

  /// The keys of `[motion]` in the order of the manual.
  static let motionKeys =
    [enabled("Opens accelerometers, while somebody listens for shakes, or for `reset_transforms`.")]
    + (ShakeSettings.options + [resetTransforms]).map(KeyDescription.init)
  /// The keys of `[remote]` in the order of the manual.
  static let remoteKeys =
    [
      enabled(
        "Opens remote controls, and devices with media keys while somebody receives what they ask for or their jack is "
          + "read.")
    ]
    + RemoteSettings.options.map(KeyDescription.init)
  /// The keys of `[audio]` in the order of the manual.
  static let audioKeys =
    [enabled("Opens jacks, and tells where sound goes.")] + AudioSettings.options.map(KeyDescription.init)

  /// Reads the three tables; an empty one gives the defaults.
  static func read(
    motion: SectionReader, remote: SectionReader, audio: SectionReader, _ mistakes: inout MistakeList
  ) -> FamilySettings {
    var settings = FamilySettings()
    motion.refuseUnknownKeys(known: motionKeys.map(\.key), &mistakes)
    let options = motion.options(ShakeSettings.options + [resetTransforms], &mistakes)
    settings.resetsTransforms = options.flag(resetTransforms.key)
    settings.shake = isEnabled(motion, &mistakes) ? ShakeSettings(options) : nil
    remote.refuseUnknownKeys(known: remoteKeys.map(\.key), &mistakes)
    let keys = RemoteSettings(remote.options(RemoteSettings.options, &mistakes))
    settings.remote = isEnabled(remote, &mistakes) ? keys : nil
    audio.refuseUnknownKeys(known: audioKeys.map(\.key), &mistakes)
    let jacks = AudioSettings(audio.options(AudioSettings.options, &mistakes))
    settings.audio = isEnabled(audio, &mistakes) ? jacks : nil
    return settings
  }

  private static func enabled(_ summary: String) -> KeyDescription {
    KeyDescription("enabled", allowed: "true or false", default: "true", summary)
  }

  private static func isEnabled(_ reader: SectionReader, _ mistakes: inout MistakeList) -> Bool {
    reader.flag("enabled", default: true, &mistakes)
  }
}
