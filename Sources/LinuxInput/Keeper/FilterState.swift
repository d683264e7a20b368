/// Whether a panel's touches go through the filter.
public enum FilterState: Hashable, Sendable {
  /// The panel is grabbed, and its touches go out through its clone.
  case on
  /// A client has paused the filter. The panel is listened to.
  case paused
  /// The panel is listened to, for that reason.
  case off(Reason)

  /// Why a panel is not filtered. The raw value is the word on the wire.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The clone is being made, or fingers are still on the glass. No line says so.
    case starting
    /// The configuration says so.
    case configuration
    /// Resting fingers have switched the filter off (FLT-12).
    case released
    /// The keeper is missing, is gone, or has refused the clone.
    case keeper
    /// The keeper reads no frames (FF-4).
    case stalled
    /// Another program has grabbed the panel (FF-8).
    case grabbed
    /// udev does not report the clone's node (FF-10).
    case noNode = "no node"
    /// The panel cannot be cloned (FLT-87).
    case unfit
  }

  /// The word on the wire.
  public var word: String {
    switch self {
    case .on: "on"
    case .paused: "paused"
    case .off: "off"
    }
  }

  /// Whether `KeeperClient.fault(of:)` explains the state.
  public var hasFault: Bool {
    switch self {
    case .on, .paused, .off(.configuration), .off(.released): false
    case .off: true
    }
  }

  /// The reason's word on the wire; nil while the filter is on.
  public var reason: String? {
    switch self {
    case .on: nil
    case .paused: "request"
    case .off(let reason): reason.rawValue
    }
  }
}
