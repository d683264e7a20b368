/// Why a recognizer is asked.
public enum RecognizerInput: Hashable, Sendable {
  /// An event in which some of its tracked touches changed; their phases say how.
  case touches(at: Instant)
  /// Its deadline has come; the time is the deadline's, or later where nobody knew then what was so (D5).
  case deadline(at: Instant)

  /// When.
  public var time: Instant {
    switch self {
    case .touches(let time), .deadline(let time): time
    }
  }
}
