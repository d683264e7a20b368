public import GestureCore

/// `perform`: sends an action to a responder that performs it (ACT-1).
public struct PerformCommand: Command {
  /// The action's name.
  public var action: String
  /// The action's value: checked JSON in UTF-8, as the client wrote it; nil for none.
  public var value: [UInt8]?
  /// The responder that the action goes to; nil for the first responder and its chain.
  public var target: ResponderName?
  /// The region that sends the action. Its chain is asked after that of the first responder.
  public var sender: String?
  /// The number of an action that this client took and passes on; nil for a new action.
  public var passed: UInt64?

  /// A request that sends an action.
  public init(
    action: String, value: [UInt8]? = nil, target: ResponderName? = nil, sender: String? = nil,
    passed: UInt64? = nil
  ) {
    self.action = action
    self.value = value
    self.target = target
    self.sender = sender
    self.passed = passed
  }

  public static let name = "perform"
  public static let summary = "Sends an action to the first responder that performs it."
  public static let fields = [action, value, target, sender, pass]

  private static let action = FieldDescription(
    "action",
    .other("a name of 1 to 64 of A-Z a-z 0-9 _ -", schema: ##"{"$ref": "#/$defs/action_name"}"##),
    isRequired: true, "The action.")
  private static let value = FieldDescription(
    "value",
    .other("a value other than null, of at most 4096 bytes", schema: ##"{"not": {"type": "null"}}"##),
    "The subject of the action.")
  private static let target = FieldDescription(
    "target",
    .other(
      "a region's name, controller: and a tag, or application", schema: ##"{"$ref": "#/$defs/reference"}"##),
    "The responder that gets the action. By default the first responder and its chain.")
  private static let sender = FieldDescription(
    "sender", .name, "The region that sends the action. The daemon asks this region's chain last.")
  private static let pass = FieldDescription(
    "pass", .serial("an action"), "The number of an action that the client took and passes on.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    action = try reader.required(Self.action) { (field) throws(RequestError) in
      guard let value = reader.fields[field.name] else { return nil }
      guard case .text(let text) = value, ActionName.isName(text) else { throw reader.wrong(value, field) }
      return text
    }
    if let value = reader.fields[Self.value.name] {
      var text: [UInt8] = []
      value.append(to: &text)
      guard value != .null, text.count <= limits.valueBytes else { throw reader.wrong(value, Self.value) }
      self.value = text
    }
    if let value = reader.fields[Self.target.name] {
      guard let text = value.asName else { throw reader.wrong(value, Self.target) }
      target = ResponderName(text)
    }
    sender = try reader.name(Self.sender)
    passed = try reader.serial(Self.pass).map(UInt64.init)
  }
}
