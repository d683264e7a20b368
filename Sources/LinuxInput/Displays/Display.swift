public import TouchInput

/// A connected display.
public struct Display: Hashable, Sendable {
  /// The connector's name, as compositors spell it: `HDMI-A-1`.
  public var connector: String
  /// The display's size and its number of pixels.
  public var facts: DisplayFacts

  /// A display.
  public init(connector: String, facts: DisplayFacts) {
    self.connector = connector
    self.facts = facts
  }

  /// Whether the display is built in: its kind of connector never leaves the case.
  public var isInternal: Bool {
    ["eDP-", "LVDS-", "DSI-"].contains { connector.hasPrefix($0) }
  }
}
