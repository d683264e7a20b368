/// What `--list-devices` says of a device.
public struct DeviceVerdict: Hashable, Sendable {
  /// The path of its node.
  public var node: String
  /// What it calls itself: any text at all.
  public var name: String
  /// Whether it is used as a touchscreen.
  public var isUsed: Bool
  /// Why not, or as what.
  public var reason: String

  /// A verdict.
  public init(node: String, name: String, isUsed: Bool, reason: String) {
    self.node = node
    self.name = name
    self.isUsed = isUsed
    self.reason = reason
  }
}
