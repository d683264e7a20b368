/// Why touched marks give no calibration.
public enum CalibrationTrouble: Error, Hashable, Sendable {
  /// The touches lie on one line, or all in one place.
  case onOneLine
  /// They do not fit together. It is most likely the mark of that number that was touched elsewhere, off by that
  /// share of the picture.
  case misplaced(mark: Int, by: Double)
}
