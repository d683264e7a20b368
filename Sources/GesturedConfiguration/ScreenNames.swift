/// What a touchscreen is called: what windows and zones name it by.
public struct ScreenNames: Hashable, Sendable {
  /// What the device calls itself.
  public var device: String
  /// The name of its `[device.NAME]` table; nil where it has none. Of two panels of one make it is what tells them
  /// apart.
  public var table: String?

  /// Names.
  public init(device: String, table: String? = nil) {
    self.device = device
    self.table = table
  }

  /// Whether a pattern means it.
  public func fit(_ pattern: TextPattern) -> Bool {
    pattern.matches(device) || table.map(pattern.matches) ?? false
  }
}
