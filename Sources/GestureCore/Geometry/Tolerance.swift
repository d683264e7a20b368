/// The precision of comparisons.
public enum Tolerance {
  /// Distance thresholds allow 0.005 pt in favor of "reached" and "inside", in mm; a point is 1/6.4 mm. A rounding
  /// error then never decides about a finger exactly on a limit.
  public static let distance = 0.005 / 6.4
}
