/// Another region is first responder of a window, or another window is key (RSP-12, RSP-13, RSP-16, RSP-17).
public struct ResponderEvent: Hashable, Sendable {
  /// The window, by its number in the region tree.
  public var window: Int
  /// Its first responder now, by its number; nil for none.
  public var region: Int?
  /// Whether events that no finger made go to this window.
  public var isKey: Bool
  /// When it came to be so.
  public var time: Instant

  /// How things stand in a window.
  public init(window: Int, region: Int?, isKey: Bool, time: Instant) {
    self.window = window
    self.region = region
    self.isKey = isKey
    self.time = time
  }
}
