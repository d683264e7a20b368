/// The version of the product, daemon and client alike. CHANGELOG.md has the same version.
public enum ProductVersion {
  /// The version by semantic versioning. The wire has a version of its own.
  public static let current = "0.1.0"
}
