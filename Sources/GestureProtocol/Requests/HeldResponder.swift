public import GestureCore

/// A responder that a client is: a controller, or the application (RES-1). A responder has one client.
public struct HeldResponder: Hashable, Sendable {
  /// The events that reach responders. The raw value is the word on the wire.
  public enum Event: String, CaseIterable, Hashable, Sendable {
    /// Touches that no region below has kept; on the raw socket only.
    case touches
    /// Shakes of the device.
    case motion
    /// Keys of remote controls.
    case press
    /// Commands of media keys, headsets and remote controls.
    case remote
    /// Actions.
    case action

    /// The type of the event's lines.
    public var lineType: LineType {
      switch self {
      case .touches: .touches
      case .motion: .motion
      case .press: .press
      case .remote: .remote
      case .action: .action
      }
    }
  }

  /// The controller or the application.
  public var name: ResponderName
  /// The events that the client takes; others go on to the next responder.
  public var events: Set<Event>
  /// Whether the client has named touches among these events. All events include touches only where the client may
  /// have any.
  public var namesTouches: Bool { isChoice && events.contains(.touches) }
  private var isChoice = false
  /// The actions that the client performs as this responder, in addition to those of the configuration.
  public var actions: [String]
  /// Whether the client is asked before it performs an action.
  public var asksCanPerform: Bool

  /// A responder that a client is; nil for all events.
  public init(
    _ name: ResponderName, events: Set<Event>? = nil, actions: [String] = [], asksCanPerform: Bool = false
  ) {
    self.name = name
    self.events = events ?? Set(Event.allCases)
    isChoice = events != nil
    self.actions = actions
    self.asksCanPerform = asksCanPerform
  }

  // MARK: Reading

  /// The most responders of one subscription, and the most actions of one responder.
  static let maximumCount = 32
  static let maximumActions = 64

  /// The field of `subscribe`.
  static let field = FieldDescription(
    "responders",
    .other(
      "a list of at most \(maximumCount) responders, each application, controller: and a tag, or an object",
      schema: ##"{"type": "array", "items": {"$ref": "#/$defs/held_responder"}, "maxItems": 32}"##),
    "The responders that the client stands for: controllers, or the application.")

  /// The questions that a client may answer. The raw value is the word on the wire.
  private enum Question: String, CaseIterable {
    case canPerform = "can_perform"
  }

  private static let nameField = FieldDescription(
    "name", .other("application, or controller: and a tag", schema: #"{"type": "string"}"#), isRequired: true,
    "The responder.")
  private static let types = FieldDescription(
    "types", .words(Event.allCases.map(\.rawValue)), "The events that it takes; all by default.")
  private static let actions = FieldDescription(
    "actions",
    .other(
      "a list of at most \(maximumActions) names of 1 to 64 of A-Z a-z 0-9 _ -",
      schema: ##"{"type": "array", "items": {"$ref": "#/$defs/action_name"}, "maxItems": 64}"##),
    "The actions that it performs.")
  private static let ask = FieldDescription(
    "ask", .words(Question.allCases.map(\.rawValue)), "The questions that its client answers.")

  /// Reads the responders of a subscription.
  ///
  /// - Throws: the first error.
  static func read(_ reader: FieldReader) throws(RequestError) -> [HeldResponder] {
    var held: [HeldResponder] = []
    _ = try reader.list(field, atMost: (maximumCount, "responders")) { (value, index) throws(RequestError) in
      let next: HeldResponder
      let path = "\(field.name)[\(index)]"
      switch value {
      case .text(let text): next = HeldResponder(try name(text, value, path: path))
      case .object(let fields): next = try HeldResponder(FieldReader(fields: fields, path: path))
      default: throw reader.wrong(value, field, at: index)
      }
      guard !held.contains(where: { $0.name == next.name }) else {
        throw RequestError(.conflict, "found “\(next.name.text)” again; allowed: each once", path: path)
      }
      held.append(next)
    }
    return held
  }

  private init(_ reader: FieldReader) throws(RequestError) {
    try reader.check([Self.nameField, Self.types, Self.actions, Self.ask])
    guard let value = reader.fields[Self.nameField.name], case .text(let text) = value else {
      throw reader.wrong(reader.fields[Self.nameField.name] ?? .null, Self.nameField)
    }
    name = try Self.name(text, value, path: reader.path(of: Self.nameField.name))
    events = try reader.words(Self.types, Event.self).map(Set.init) ?? Set(Event.allCases)
    isChoice = reader.fields[Self.types.name] != nil
    actions =
      try reader.list(Self.actions, of: 0...Self.maximumActions) { (value, index) throws(RequestError) in
        guard case .text(let text) = value, ActionName.isName(text) else {
          throw reader.wrong(value, Self.actions, at: index)
        }
        return text
      } ?? []
    if !actions.isEmpty { events.insert(.action) }
    asksCanPerform = try reader.words(Self.ask, Question.self) != nil
  }

  private static func name(
    _ text: String, _ value: JSONValue, path: String
  ) throws(RequestError) -> ResponderName {
    let name = ResponderName(text)
    switch name {
    case .application: return name
    case .controller(let tag) where ActionName.isName(tag): return name
    case .controller:
      throw RequestError(
        .invalidValue, "found \(value.asFound); allowed: \(nameField.allowed)", path: path)
    case .region:
      throw RequestError(
        .invalidValue, "found \(value.asFound); allowed: \(nameField.allowed)", path: path,
        hint: "a filter with type and region for a region")
    }
  }
}
