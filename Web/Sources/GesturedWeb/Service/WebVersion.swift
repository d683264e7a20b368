/// The version of the program: that of gestured.
public enum WebVersion {
  /// The version.
  public static let current = "0.1.0"
}
