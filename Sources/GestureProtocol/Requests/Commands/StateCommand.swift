public import GestureCore

/// `state`: the state of a recognizer that runs in a client, after an offer of touches.
public struct StateCommand: Command {
  /// The offer's number.
  public var event: UInt64
  /// The recognizer's present state.
  public var state: GestureState
  /// The ids of touches that the recognizer ignores (CUS-5).
  public var ignored: [Int]
  /// The time from now for which the recognizer waits without touches, 0 to 2 s (CUS-6); nil without a deadline.
  public var deadline: TimeSpan?
  /// Further values of the gesture's line (CUS-9): a checked JSON object in UTF-8, as the client wrote it; nil for
  /// none.
  public var values: [UInt8]?

  /// A request that reports a state.
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

  public static let name = "state"
  public static let summary = "Reports the state of a recognizer that runs in the client."
  public static let fields = [event, state, ignore, deadline, values]
  public static let isAnswer = true

  /// The states that a recognizer in a client may report.
  private static let states: [GestureState] = [.possible, .began, .changed, .ended, .cancelled, .failed]
  private static let mostIgnored = 100

  private static let event = FieldDescription(
    "event", .serial("an offer"), isRequired: true, "The offer's event.")
  private static let state = FieldDescription(
    "state", .word(states.map(\.word)), isRequired: true, "The recognizer's state.")
  private static let ignore = FieldDescription(
    "ignore",
    .other(
      "a list of at most \(mostIgnored) ids of touches",
      schema: #"{"type": "array", "items": {"type": "integer"}, "maxItems": \#(mostIgnored)}"#),
    "Touches that the recognizer ignores (CUS-5).")
  private static let deadline = FieldDescription(
    "deadline", .number(0...2, unit: "seconds"),
    "How long the recognizer waits without touches, in seconds (CUS-6).")
  private static let values = FieldDescription(
    "values", .other("an object of at most 4096 bytes", schema: #"{"type": "object"}"#),
    "Values for the recognizer's line, beyond the usual fields (CUS-9).")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    event = UInt64(try reader.required(Self.event, reader.serial))
    state = try reader.required(Self.state) { (field) throws(RequestError) in
      try reader.states(field, among: Self.states, isList: false)?.first
    }
    ignored =
      try reader.list(Self.ignore, of: 0...Self.mostIgnored) { (value, index) throws(RequestError) in
        guard case .integer(let id) = value, id >= 0 else {
          throw reader.wrong(value, Self.ignore, at: index)
        }
        return id
      } ?? []
    deadline = try reader.number(Self.deadline).map { .milliseconds($0 * 1000) }
    if let value = reader.fields[Self.values.name] {
      var text: [UInt8] = []
      value.append(to: &text)
      guard case .object = value, text.count <= limits.valueBytes else {
        throw reader.wrong(value, Self.values)
      }
      values = text
    }
  }
}
