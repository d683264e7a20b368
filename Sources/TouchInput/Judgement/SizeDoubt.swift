/// Why a panel's claimed size is not believed. Its description is a part of a sentence.
public enum SizeDoubt: Hashable, Sendable, CustomStringConvertible {
  /// A side is outside `DeviceJudgement.sides`.
  case extent
  /// The panel is more than twice as elongated, or as compact, as the display under it.
  case shape

  /// A clause for people.
  public var description: String {
    switch self {
    case .extent: "which no touchscreen is"
    case .shape: "which is not the shape of the display under it"
    }
  }
}
