/// The reason for asking a recognizer.
public enum RecognizerInput: Hashable, Sendable {
  /// An event in which some of the tracked touches changed; their phases tell how.
  case touches(at: Instant)
  /// The deadline has come. The time is the deadline, or later where the state at the deadline was unknown (D5).
  case deadline(at: Instant)

  /// The time of the input.
  public var time: Instant {
    switch self {
    case .touches(let time), .deadline(let time): time
    }
  }
}
