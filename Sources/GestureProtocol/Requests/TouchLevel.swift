/// The detail of raw touches for a subscriber. Each level includes those before it. The raw value is the word on the
/// wire.
public enum TouchLevel: String, CaseIterable, Hashable, Sendable, Comparable {
  /// No raw touches.
  case none
  /// One line per event.
  case phases
  /// Lines with the samples since the last event.
  case coalesced
  /// Lines with predicted samples too.
  case predicted

  public static func < (a: TouchLevel, b: TouchLevel) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .phases: 1
    case .coalesced: 2
    case .predicted: 3
    }
  }
}
