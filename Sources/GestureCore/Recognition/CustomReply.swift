/// What a client makes of an offer to its recognizer.
public struct CustomReply: Hashable, Sendable {
  /// The longest that a recognizer may ask for to be still possible without a touch (CUS-6).
  public static let longestDeadline = TimeSpan.milliseconds(2000)
  /// How long the values may be, in bytes (CUS-9).
  public static let maximumValueBytes = 4096

  /// The number of the offer.
  public var event: UInt64
  /// The state that the recognizer goes to, or stays in.
  public var state: GestureState
  /// The ids of touches that it will have nothing to do with (CUS-5).
  public var ignoredTouches: [UInt64]
  /// How long after the offer it wants to be asked again although nothing moves, at most `longestDeadline`; nil for
  /// not at all (CUS-6).
  public var deadline: TimeSpan?
  /// A JSON object for the lines of the gesture, at most `maximumValueBytes` long; empty for none, nil for those of
  /// before (CUS-9).
  public var values: [UInt8]?

  /// A reply.
  public init(
    event: UInt64, state: GestureState, ignoredTouches: [UInt64] = [], deadline: TimeSpan? = nil,
    values: [UInt8]? = nil
  ) {
    self.event = event
    self.state = state
    self.ignoredTouches = ignoredTouches
    self.deadline = deadline
    self.values = values
  }
}
