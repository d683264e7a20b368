/// The version of the product; CHANGELOG.md says the same.
public enum Version {
  /// By semantic versioning; the wire has a version of its own.
  public static let current = "0.1.0"
}
