/// What receivers are told of touches beyond their phases. It costs time and space only where it is asked for.
public struct TouchDetail: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// With each line all touches of the sequence (EVT-3).
  public static let all = TouchDetail(rawValue: 1)
  /// The samples since the previous line (COA-1).
  public static let coalesced = TouchDetail(rawValue: 2)
  /// Where the touch will be in a moment (PRE-1).
  public static let predicted = TouchDetail(rawValue: 4)

  /// The words for them in the configuration.
  public static let words: KeyValuePairs<String, TouchDetail> = [
    "all": .all, "coalesced": .coalesced, "predicted": .predicted,
  ]
}
