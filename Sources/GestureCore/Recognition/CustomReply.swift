/// A client's reply to an offer.
public struct CustomReply: Hashable, Sendable {
  /// The longest time that a recognizer without a touch may stay possible (CUS-6).
  public static let longestDeadline = TimeSpan.milliseconds(2000)

  /// The number of the offer.
  public var event: UInt64
  /// The state that the recognizer enters or stays in.
  public var state: GestureState
  /// The ids of the touches that the recognizer ignores (CUS-5).
  public var ignoredTouches: [UInt64]
  /// The time from the offer to the next question if nothing moves, at most `longestDeadline`. Nil for no question
  /// (CUS-6).
  public var deadline: TimeSpan?
  /// A JSON object for the lines of the gesture, of a size that the reader of requests limits. Empty for none, nil to
  /// keep the previous object (CUS-9).
  public var values: [UInt8]?

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

/// The outcome of a client's reply to an offer.
public enum CustomReplyOutcome: Hashable, Sendable {
  /// The reply takes effect at the next event, or when the time for it is over.
  case taken
  /// No recognizer of that client has received an offer with that number here.
  case unknown
  /// The attempt of the offer is over.
  case late
  /// The state machine does not allow the reply (FSM-1). The recognizer keeps its state.
  case illegal(from: GestureState)
}
