public import EventFamilies
public import GestureCore

/// An event that no finger made, in the form of the wire (JSN-5). It has UIKit's `type` and `subtype` as numbers, and
/// further fields in the order of the line.
public struct FamilyMessage: Hashable, Sendable {
  /// The type of its line, one of `LineType.families`.
  public var type: LineType
  /// UIEvent's `subtype`, 0 for none; nil where UIKit has no such event or command.
  public var subtype: Int?
  /// The time on the clock of the events.
  public var time: Instant
  /// The receiver: the name of a region, `controller:` and a tag, or `application`; nil without a receiver.
  public var receiver: String?
  /// The further fields.
  public var fields: [ReplyField]

  /// The state of a shake or the phase of a press, which filters compare; nil for other types.
  public var state: GestureState?

  /// A field of a type's lines: its name, its schema in docs/protocol.schema.json, and whether a line may omit it.
  public struct Field: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value in JSON Schema.
    public var schema: String
    /// Whether a line may omit the field.
    public var isOptional: Bool

    fileprivate init(_ name: String, _ schema: String, isOptional: Bool = false) {
      self.name = name
      self.schema = schema
      self.isOptional = isOptional
    }

    fileprivate static func reference(_ name: String, to definition: String, isOptional: Bool = false)
      -> Field
    {
      Field(name, ##"{"$ref": "#/$defs/\##(definition)"}"##, isOptional: isOptional)
    }

    fileprivate static func words(_ name: String, _ words: [String]) -> Field {
      Field(name, #"{"enum": [\#(words.map { "\"\($0)\"" }.joined(separator: ", "))]}"#)
    }
  }

  /// The fields of a type's lines after `time`, in the order of the line. `event` and `receiver` follow from the row of
  /// the type. Empty for types that are not events without fingers.
  public static func fields(of type: LineType) -> [Field] {
    switch type {
    case .motion:
      [
        Field("subtype", #"{"const": 1}"#),
        Field("motion", #"{"anyOf": [{"enum": ["shake"]}, {"type": "string"}]}"#),
        .words("state", ["began", "ended", "cancelled"]), .reference("device", to: "sensor"),
        .reference("name", to: "text"),
      ]
    case .remote:
      [
        Field("subtype", #"{"type": "integer", "minimum": 100, "maximum": 109}"#, isOptional: true),
        Field(
          "command",
          ##"{"anyOf": [{"$ref": "#/$defs/command_word"}, {"const": "headset.long_press"}, {"type": "string"}]}"##
        ),
      ]
    case .press:
      [
        Field("subtype", #"{"const": 0}"#), .reference("press", to: "press_word"),
        Field("press_type", #"{"type": "integer", "minimum": 0}"#),
        Field("press_id", #"{"type": "integer", "minimum": 1}"#),
        .words("phase", ["began", "changed", "ended", "cancelled"]),
        Field("force", #"{"type": "number", "minimum": 0, "maximum": 1}"#), .reference("name", to: "text"),
        Field("all", ##"{"type": "array", "items": {"$ref": "#/$defs/press_word"}}"##),
      ]
    case .route:
      [
        Field("reason", #"{"enum": [0, 1, 2, 3, 4, 6, 7, 8]}"#), Field("cause", #"{"type": "string"}"#),
        .reference("route", to: "ports"), .reference("previous_route", to: "ports"),
        .reference("ports", to: "ports", isOptional: true),
        .reference("category", to: "category", isOptional: true),
        Field("snapshot", #"{"const": true}"#, isOptional: true),
      ]
    default: []
    }
  }

  /// A shake began, ended or was cancelled (MOT-1). The message holds no samples (MOT-17).
  ///
  /// - Parameters:
  ///   - device: the sensor's number among the devices that are not touchscreens.
  ///   - name: the sensor's own name.
  public static func motion(_ phase: ShakePhase, of device: Int, name: String, at time: Instant)
    -> FamilyMessage
  {
    FamilyMessage(
      type: .motion, subtype: 1, time: time,
      fields: [
        ReplyField("motion", .text("shake")), ReplyField("state", .text(phase.rawValue)),
        ReplyField("device", .integer(device)), ReplyField("name", .text(name)),
      ], state: GestureState(word: phase.rawValue))
  }

  /// A command; nil for a click, which only one receiver gets.
  public static func remote(_ action: RemoteAction, at time: Instant) -> FamilyMessage? {
    switch action {
    case .command(let command):
      FamilyMessage(
        type: .remote, subtype: command.rawValue, time: time,
        fields: [ReplyField("command", .text(command.word))])
    case .longPress:
      FamilyMessage(
        type: .remote, subtype: nil, time: time,
        fields: [ReplyField("command", .text("headset.long_press"))])
    case .click: nil
    }
  }

  /// A press began, ended or was cancelled.
  ///
  /// - Parameters:
  ///   - device: the remote control's own name.
  ///   - all: all presses that are down on the remote control, with `press` where it is down (PRS-9).
  public static func press(_ press: Press, of device: String, all: [Press]) -> FamilyMessage {
    let fields = [
      ReplyField("press", .text(press.type.word)), ReplyField("press_type", .integer(press.type.rawValue)),
      ReplyField("press_id", .integer(Int(truncatingIfNeeded: press.id))),
      ReplyField("phase", .text(press.phase.word)), ReplyField("force", .decimal(press.force)),
      ReplyField("name", .text(device)), ReplyField("all", .list(all.map { .text($0.type.word) })),
    ]
    return FamilyMessage(
      type: .press, subtype: 0, time: press.time, fields: fields,
      state: GestureState(word: press.phase.word))
  }

  /// Sound goes to another port, or may do so.
  public static func route(_ change: RouteChange) -> FamilyMessage {
    func ports(_ ports: [AudioPort]) -> ReplyValue { .list(ports.map { .text($0.rawValue) }) }
    var fields = [
      ReplyField("reason", .integer(change.reason.rawValue)), ReplyField("cause", .text(change.reason.word)),
      ReplyField("route", ports(change.route.ports)),
      ReplyField("previous_route", ports(change.previous.ports)),
    ]
    if !change.ports.isEmpty { fields.append(ReplyField("ports", ports(change.ports))) }
    if let category = change.category { fields.append(ReplyField("category", .text(category.rawValue))) }
    return FamilyMessage(type: .route, subtype: nil, time: change.time, fields: fields)
  }
}
