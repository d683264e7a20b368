/// The numbers that are unique in the daemon's life, over all devices.
public struct IdentifierSource: Sendable {
  private var touches: UInt64 = 0
  private var sequences: UInt64 = 0
  private var gestures: UInt64 = 0

  /// Starts at 1 for each.
  public init() {}

  /// The id of a touch that lands (TCH-2).
  public mutating func nextTouch() -> UInt64 {
    touches += 1
    return touches
  }

  /// The number of a multi-touch sequence that starts (EVT-2).
  public mutating func nextSequence() -> UInt64 {
    sequences += 1
    return sequences
  }

  /// The id of the gesture that began last; 0 before the first.
  public var latestGesture: UInt64 { gestures }

  /// The id of a gesture that begins.
  public mutating func nextGesture() -> UInt64 {
    gestures += 1
    return gestures
  }
}
