import GestureCore

/// The private mode began or is over.
public struct InhibitMessage: Hashable, Sendable {
  /// When.
  public var time: Instant
  /// Whether it began.
  public var hasBegun: Bool
  /// How many gestures nobody was told of because of it; of one that has just begun none.
  public var suppressed: UInt64

  /// A change of the private mode.
  public init(time: Instant, hasBegun: Bool, suppressed: UInt64 = 0) {
    self.time = time
    self.hasBegun = hasBegun
    self.suppressed = suppressed
  }
}
