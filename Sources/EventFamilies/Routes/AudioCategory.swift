/// What a client wants sound for.
public enum AudioCategory: String, Hashable, Sendable, CaseIterable {
  /// Sound beside what others play.
  case ambient
  /// Sound that is what the client is for.
  case playback
  /// Recording.
  case record
  /// Both at once, as in a call.
  case playAndRecord = "play_and_record"

  /// Whether there has to be an input (AUD-17).
  public var needsInput: Bool { self == .record || self == .playAndRecord }
}
