/// The version of the product, daemon and client alike; CHANGELOG.md says the same.
public enum ProductVersion {
  /// By semantic versioning; the wire has a version of its own.
  public static let current = "0.1.0"
}
