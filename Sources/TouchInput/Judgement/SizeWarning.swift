/// What is doubtful about a panel's size: a matter for one warning in the log. Its description is a sentence.
public enum SizeWarning: Hashable, Sendable, CustomStringConvertible {
  /// Both axes claim no resolution, or none that a screen could have.
  case noResolution
  /// Only this axis claims a resolution that a screen could have; it is taken for both.
  case resolutionOfOneAxis(PositionAxis)

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .noResolution:
      "it claims no usable resolution, so it is taken to be \(Int(DeviceJudgement.fallbackWidth)) mm wide"
    case .resolutionOfOneAxis(let axis):
      "only its \(axis) axis claims a usable resolution, which is taken for both"
    }
  }
}
