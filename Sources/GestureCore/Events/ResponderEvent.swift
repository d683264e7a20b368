/// A window has another first responder, or another window is key (RSP-12, RSP-13, RSP-16, RSP-17).
public struct ResponderEvent: Hashable, Sendable {
  /// The window, by its number in the region tree.
  public var window: Int
  /// The window's first responder now, by its number; nil for none.
  public var region: Int?
  /// Whether events without a finger go to this window.
  public var isKey: Bool
  /// The time of the change.
  public var time: Instant

  /// The state of a window.
  public init(window: Int, region: Int?, isKey: Bool, time: Instant) {
    self.window = window
    self.region = region
    self.isKey = isKey
    self.time = time
  }
}
