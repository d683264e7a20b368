public import EventFamilies

/// `audio`: a client's wishes about sound. A field that is nil leaves its setting unchanged.
public struct AudioCommand: Command {
  /// Whether the client claims the session (true) or gives it up (false).
  public var claimsSession: Bool?
  /// The purpose of the client's sound.
  public var category: AudioCategory?
  /// Whether the client wants the loudspeaker, even if headphones are connected.
  public var overridesToSpeaker: Bool?
  /// Whether a property of a port has changed.
  public var reportsConfiguration: Bool

  public static let name = "audio"
  public static let summary =
    "Claims the audio session, or sets the sound's purpose and output."
  public static let fields = [session, category, override, configurationChanged]

  private static let session = FieldDescription(
    "session", .flag,
    "True: claims the audio session. False: gives it up. The last client to claim it receives remote commands (RMT-10)."
  )
  private static let category = FieldDescription(
    "category", .word(of: AudioCategory.self), "The purpose of the sound (AUD-14).")
  private static let override = FieldDescription(
    "override", .other("speaker or none", schema: #"{"enum": ["speaker", "none"]}"#),
    "speaker sends the sound to the loudspeaker, whatever is plugged in. none ends this (AUD-16).")
  private static let configurationChanged = FieldDescription(
    "configuration_changed", .truth,
    "Reports that a port's configuration has changed, as a sound server knows (AUD-19).")

  private enum Override: String, CaseIterable {
    case speaker, none
  }

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    claimsSession = try reader.flag(Self.session)
    category = try reader.word(Self.category, AudioCategory.self)
    overridesToSpeaker = try reader.word(Self.override, Override.self).map { $0 == .speaker }
    reportsConfiguration = try reader.truth(Self.configurationChanged)
  }
}
