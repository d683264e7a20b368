public import GestureCore

/// A doubt about a panel's size: the reason for one warning in the log. Its description is a sentence.
public enum SizeWarning: Hashable, Sendable, CustomStringConvertible {
  /// Both axes claim no resolution.
  case noResolution
  /// Only this axis claims a plausible resolution, which counts for both axes.
  case resolutionOfOneAxis(PositionAxis)
  /// The panel claims an impossible size; the size and the source that count instead.
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

extension SizeWarning: AdvisedMessage {
  package var advice: String { "Measure the glass: see [Lengths are wrong](#lengths-are-wrong)." }

  package static let samples: [SizeWarning] = {
    let number = Double(MessageLine.sampleNumber)
    let size = Size(number, number)
    return [
      .noResolution, .resolutionOfOneAxis(.x), .disbelieved(.extent, size, .display),
      .disbelieved(.shape, size, .fallback),
    ]
  }()
}
