import GestureCore

/// The private mode began or ended.
public struct InhibitMessage: Hashable, Sendable {
  /// The time of the change.
  public var time: Instant
  /// Whether the private mode began.
  public var hasBegun: Bool
  /// The number of gestures that the private mode kept back; 0 when it begins.
  public var suppressed: UInt64

  /// A change of the private mode.
  public init(time: Instant, hasBegun: Bool, suppressed: UInt64 = 0) {
    self.time = time
    self.hasBegun = hasBegun
    self.suppressed = suppressed
  }
}
