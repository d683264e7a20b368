/// Whether a client passes the touches of a region on to what the region lies in (RSP-2).
public struct ForwardCommand: Hashable, Sendable {
  /// The region's name.
  public var region: String
  /// Whether it does.
  public var isEnabled: Bool

  /// A handling.
  public init(region: String, isEnabled: Bool) {
    self.region = region
    self.isEnabled = isEnabled
  }
}
