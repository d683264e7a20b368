import GestureProtocol

/// The version of the product.
public enum Version {
  /// The version of the daemon and its client.
  public static let current = ProductVersion.current
}
