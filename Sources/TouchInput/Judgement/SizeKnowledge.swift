public import GestureCore

/// The knowledge about a device's size from other sources than the device.
public struct SizeKnowledge: Hashable, Sendable {
  /// The configured size, `DeviceJudgement.configurableSides` on each side; nil where none is configured.
  public var configured: Size?
  /// The display under the panel; nil where that display is unknown.
  public var display: DisplayFacts?

  /// Makes the knowledge of its parts.
  public init(configured: Size? = nil, display: DisplayFacts? = nil) {
    self.configured = configured
    self.display = display
  }
}
