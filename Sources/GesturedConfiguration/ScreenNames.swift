/// The names of a touchscreen, by which windows and zones select it.
public struct ScreenNames: Hashable, Sendable {
  /// The device's own name.
  public var device: String
  /// The name of its `[device.NAME]` table; nil where it has none. It tells two panels of one make apart.
  public var table: String?

  /// Names.
  public init(device: String, table: String? = nil) {
    self.device = device
    self.table = table
  }

  /// Whether a pattern selects the touchscreen.
  public func fit(_ pattern: TextPattern) -> Bool {
    pattern.matches(device) || table.map(pattern.matches) ?? false
  }
}
