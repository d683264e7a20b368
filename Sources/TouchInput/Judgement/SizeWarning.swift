public import GestureCore

/// What is doubtful about a panel's size: a matter for one warning in the log. Its description is a sentence.
public enum SizeWarning: Hashable, Sendable, CustomStringConvertible {
  /// Both axes claim no resolution.
  case noResolution
  /// Only this axis claims a resolution that a screen could have; it is taken for both.
  case resolutionOfOneAxis(PositionAxis)
  /// It claims a size that it cannot have; what counts in its place.
  case disbelieved(SizeDoubt, Size, SizeSource)

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .noResolution:
      "it claims no resolution, so it is taken to be \(Int(DeviceJudgement.fallbackWidth)) mm wide"
    case .resolutionOfOneAxis(let axis):
      "only its \(axis) axis claims a usable resolution, which is taken for both"
    case .disbelieved(let doubt, let claim, let source):
      "it claims to be \(Int(claim.width.rounded())) × \(Int(claim.height.rounded())) mm large, \(doubt), so "
        + (source == .display
          ? "the display's size counts"
          : "it is taken to be \(Int(DeviceJudgement.fallbackWidth)) mm wide")
    }
  }
}
