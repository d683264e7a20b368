/// Why touched marks give no calibration.
public enum CalibrationTrouble: Error, Hashable, Sendable {
  /// The touches lie on one line, or all in one place.
  case onOneLine
  /// The touches contradict each other. Most likely the mark of that number was missed, by that share of the picture.
  case misplaced(mark: Int, by: Double)
}
