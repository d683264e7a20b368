/// The purpose of a client's sound.
public enum AudioCategory: String, Hashable, Sendable, CaseIterable {
  /// Sound that mixes with the sound of others.
  case ambient
  /// Sound that is the client's main purpose.
  case playback
  /// Recording.
  case record
  /// Playback and recording at once, as in a call.
  case playAndRecord = "play_and_record"

  /// Whether the purpose requires an input (AUD-17).
  public var needsInput: Bool { self == .record || self == .playAndRecord }
}
