/// How exact comparisons are.
public enum Tolerance {
  /// Distance thresholds allow 0.005 pt in favour of "reached" and "inside", so that a finger
  /// exactly on a limit is not decided by a rounding error. In mm; a point is 1/6.4 mm.
  public static let distance = 0.005 / 6.4
}
