/// The questions that a region's owner answers itself. The region's declaration lists them.
public struct RegionQuestions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Whether the region performs an action now (RSP-15).
  public static let canPerform = RegionQuestions(rawValue: 1)
  /// Whether a recognizer of the region, or of a region around it, may act on touches in the region (ARB-21).
  public static let shouldBegin = RegionQuestions(rawValue: 2)

  /// The words for the questions on the wire, in the order of the manual.
  public static let words: KeyValuePairs<String, RegionQuestions> = [
    "can_perform": .canPerform, "should_begin": .shouldBegin,
  ]
}
