/// The details of touches beyond their phases. They cost time and space only where a receiver asks for them.
public struct TouchDetail: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// All touches of the sequence, with each line (EVT-3).
  public static let all = TouchDetail(rawValue: 1)
  /// The samples since the previous line (COA-1).
  public static let coalesced = TouchDetail(rawValue: 2)
  /// The predicted positions of the touch (PRE-1).
  public static let predicted = TouchDetail(rawValue: 4)

  /// The words for the details in the configuration.
  public static let words: KeyValuePairs<String, TouchDetail> = [
    "all": .all, "coalesced": .coalesced, "predicted": .predicted,
  ]
}
