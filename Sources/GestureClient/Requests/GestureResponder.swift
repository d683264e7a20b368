public import GestureProtocol

/// A responder that a program is: a controller of the regions, or the application. A responder has one program.
public struct GestureResponder: Hashable, Sendable {
  /// An event that reaches responders: `touches`, `motion`, `press`, `remote` or `action`.
  public typealias Event = HeldResponder.Event

  /// `application`, or `controller:` and a tag.
  public var name: String
  /// The events that the program takes; nil for all.
  public var events: [Event]?
  /// The actions that the program performs as this responder, in addition to those of the configuration.
  public var actions: [String]
  /// Whether the daemon asks the program before each action (`GestureEvent.actionQuestion`).
  public var asksCanPerform: Bool

  /// The application: it gets what no other responder takes.
  public static func application(
    taking events: [Event]? = nil, performing actions: [String] = [], asksCanPerform: Bool = false
  ) -> GestureResponder {
    GestureResponder(name: "application", events: events, actions: actions, asksCanPerform: asksCanPerform)
  }

  /// A controller, by the tag that regions name as their `controller`.
  public static func controller(
    _ tag: String, taking events: [Event]? = nil, performing actions: [String] = [],
    asksCanPerform: Bool = false
  ) -> GestureResponder {
    GestureResponder(
      name: "controller:\(tag)", events: events, actions: actions, asksCanPerform: asksCanPerform)
  }

  /// The responder in the form of a request.
  var json: JSONValue {
    var fields: [String: JSONValue] = ["name": .text(name)]
    if let events { fields["types"] = .list(events.map { .text($0.rawValue) }) }
    if !actions.isEmpty { fields["actions"] = .list(actions.map { .text($0) }) }
    if asksCanPerform { fields["ask"] = ["can_perform"] }
    return .object(fields)
  }
}
