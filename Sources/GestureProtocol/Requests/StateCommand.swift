public import GestureCore

/// What a recognizer that runs in a client says of the touches it was offered.
public struct StateCommand: Hashable, Sendable {
  /// The offer's number.
  public var event: UInt64
  /// The state it is in now.
  public var state: GestureState
  /// The ids of touches that it does not want (CUS-5).
  public var ignored: [Int]
  /// How long from now it waits without touches (CUS-6), 0 to 2 s; nil where it does not.
  public var deadline: TimeSpan?
  /// What its line carries beyond the usual fields (CUS-9): a JSON object in UTF-8, as the client wrote it, checked;
  /// nil for none.
  public var values: [UInt8]?

  /// A state.
  public init(
    event: UInt64, state: GestureState, ignored: [Int] = [], deadline: TimeSpan? = nil,
    values: [UInt8]? = nil
  ) {
    self.event = event
    self.state = state
    self.ignored = ignored
    self.deadline = deadline
    self.values = values
  }
}
