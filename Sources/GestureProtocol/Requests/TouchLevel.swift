/// How much of raw touches a subscriber gets; each level includes those before it. The raw value is the word on the
/// wire.
public enum TouchLevel: String, CaseIterable, Hashable, Sendable, Comparable {
  /// None.
  case none
  /// A line each event.
  case phases
  /// With the samples that came in between.
  case coalesced
  /// With a guess of what comes next, too.
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
