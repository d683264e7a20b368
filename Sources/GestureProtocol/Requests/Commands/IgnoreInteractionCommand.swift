/// `ignore_interaction`: starts or stops ignoring new touches.
public struct IgnoreInteractionCommand: Command {
  /// The change.
  public var change: InteractionChange

  /// A request that changes the handling of new touches.
  public init(_ change: InteractionChange) {
    self.change = change
  }

  public static let name = "ignore_interaction"
  public static let summary = "Begins or ends ignoring touches that land."
  public static let fields = [state, wakes]

  private static let state = FieldDescription(
    "state", .other("begin or end", schema: #"{"enum": ["begin", "end"]}"#), isRequired: true,
    "Begins or ends the ignoring.")
  private static let wakes = FieldDescription(
    "wake", .other("true or false, with the state end", schema: #"{"type": "boolean"}"#),
    "True: the touch that is down or has just lifted woke the screen, and is swallowed.")

  private enum State: String, CaseIterable {
    case begin, end
  }

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    let state = try reader.required(Self.state) { (field) throws(RequestError) in
      try reader.word(field, State.self)
    }
    let wakes = try reader.flag(Self.wakes)
    switch state {
    case .begin:
      guard wakes == nil else { throw reader.wrong(.flag(wakes == true), Self.wakes) }
      change = .begin
    case .end: change = wakes == true ? .wake : .end
    }
  }
}

/// A change of the handling of new touches, requested by `ignore_interaction`.
public enum InteractionChange: Hashable, Sendable {
  /// The daemon ignores new touches from now on.
  case begin
  /// New touches count again.
  case end
  /// New touches count again shortly after the fingers that have woken the screen have lifted.
  case wake
}
