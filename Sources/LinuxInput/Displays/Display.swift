public import TouchInput

/// A display that is connected.
public struct Display: Hashable, Sendable {
  /// The connector that it is connected to, as compositors call it: `HDMI-A-1`.
  public var connector: String
  /// How large it is, and how many pixels it has.
  public var facts: DisplayFacts

  /// A display.
  public init(connector: String, facts: DisplayFacts) {
    self.connector = connector
    self.facts = facts
  }

  /// Whether it is built in: its connector is of a kind that leaves no case.
  public var isInternal: Bool {
    ["eDP-", "LVDS-", "DSI-"].contains { connector.hasPrefix($0) }
  }
}
