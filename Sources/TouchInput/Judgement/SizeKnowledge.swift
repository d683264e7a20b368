public import GestureCore

/// What others than the device say of how large it is.
public struct SizeKnowledge: Hashable, Sendable {
  /// What the configuration says, `DeviceJudgement.configurableSides` on each side; nil where it says nothing.
  public var configured: Size?
  /// The display under the panel; nil where it is not known which one that is.
  public var display: DisplayFacts?

  /// What is known.
  public init(configured: Size? = nil, display: DisplayFacts? = nil) {
    self.configured = configured
    self.display = display
  }
}
