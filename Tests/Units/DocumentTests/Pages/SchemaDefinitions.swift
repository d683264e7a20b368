import GestureCore
import GestureProtocol

/// The definitions of docs/protocol.schema.json that are made from declarations. All others are written by hand.
enum SchemaDefinitions {
  /// A definition by its name.
  typealias Definition = (name: String, node: SchemaNode)

  /// The prefixes of these definitions' names. A definition with such a name but without a declaration is removed.
  static let prefixes = ["request_", "options_of_", "values_of_"]

  /// All of these definitions.
  static let all: [Definition] =
    [
      ("line", line), ("request", request), ("filter", filter), ("declared_kind", .words(declaredKinds)),
      ("told_kind", .object([("anyOf", .list([.words(toldKinds), .object([("type", .text("string"))])]))])),
      ("values_by_kind", byKind("The values of a gesture, by its kind.", toldKinds, "values_of_")),
      ("options_by_kind", byKind("The options of a recognizer, by its kind.", ownKinds, "options_of_")),
    ] + LineType.families.map { ("line_" + $0.rawValue, line(of: $0)) }
    + CommandCatalog.types.map { ("request_" + $0.name, request(of: $0)) }
    + told.map { ("values_of_" + $0.kind.name, values(of: $0)) }
    + RecognizerCatalog.types.map { ("options_of_" + $0.kind.name, options(of: $0)) }

  // MARK: Lines and requests

  private static let line = choice(
    of: "type",
    .object([
      ("anyOf", .list([.words(lineTypes), .object([("type", .text("string"))])]))
    ]), lineTypes, "line_")

  private static let lineTypes =
    LineType.allCases.map(\.rawValue) + ConnectionLineType.allCases.map(\.rawValue)

  /// The line of an event without fingers.
  private static func line(of type: LineType) -> SchemaNode {
    let declaration = type.declaration
    let fields = FamilyMessage.fields(of: type)
    let event = declaration.eventType.map { ("event", SchemaNode.object([("const", .number(Double($0)))])) }
    let receiver: (String, SchemaNode)? =
      declaration.subjects.contains(.region) ? ("receiver", .reference("text")) : nil
    let head: [(String, SchemaNode)] =
      [
        ("type", .object([("const", .text(type.rawValue))])), ("seq", .reference("seq")),
        ("time", .reference("time")),
      ] + [event].compactMap(\.self)
    let required = head.map(\.0) + fields.filter { !$0.isOptional }.map(\.name)
    return .object([
      ("description", .text(declaration.summary)), ("type", .text("object")),
      (
        "properties",
        .object(head + fields.map { ($0.name, .written($0.schema)) } + [receiver].compactMap(\.self))
      ), ("required", .list(required.map(SchemaNode.text))),
    ])
  }

  private static let request = choice(
    of: "command", .words(CommandCatalog.types.map { $0.name }), CommandCatalog.types.map { $0.name },
    "request_")

  private static func choice(
    of field: String, _ node: SchemaNode, _ words: [String], _ prefix: String
  ) -> SchemaNode {
    .object([
      ("type", .text("object")), ("properties", .object([(field, node)])),
      ("required", .list([.text(field)])),
      ("allOf", .list(words.map { leading(field, $0, to: prefix + $0) })),
    ])
  }

  /// Another definition also applies where a field has a word.
  private static func leading(_ field: String, _ word: String, to name: String) -> SchemaNode {
    let condition = SchemaNode.object([
      ("properties", .object([(field, .object([("const", .text(word))]))])),
      ("required", .list([.text(field)])),
    ])
    return .object([("if", condition), ("then", .reference(name))])
  }

  private static func request(of type: any Command.Type) -> SchemaNode {
    let required = ["command"] + type.fields.filter(\.isRequired).map(\.name)
    var members: [(String, SchemaNode)] = [
      ("description", .text(type.summary)), ("type", .text("object")),
      (
        "properties",
        .object(
          [("id", .reference("id")), ("command", .object([("const", .text(type.name))]))]
            + type.fields.map(property))
      ), ("required", .list(required.map(SchemaNode.text))), ("additionalProperties", .flag(false)),
    ]
    if !type.alternatives.isEmpty {
      let choices = type.alternatives.map { SchemaNode.object([("required", .list([.text($0.name)]))]) }
      members.append(("oneOf", .list(choices)))
    }
    return .object(members)
  }

  private static let filter = SchemaNode.object([
    ("description", .text("A filter. A line matches if it matches every key.")), ("type", .text("object")),
    ("properties", .object(FilterDescription.fields.map(property))), ("additionalProperties", .flag(false)),
  ])

  private static func property(_ field: FieldDescription) -> (String, SchemaNode) {
    (field.name, node(of: field.domain).described(field.summary))
  }

  private static func node(of domain: FieldDomain) -> SchemaNode {
    switch domain {
    case .flag: .object([("type", .text("boolean"))])
    case .truth: .object([("const", .flag(true))])
    case .number(let range, _): .bounded("number", range)
    case .word(let words): .words(words)
    case .words(let words): .oneOrMany(.words(words))
    case .name: .reference("reference")
    case .nameOrNull:
      .object([("anyOf", .list([.reference("reference"), .object([("type", .text("null"))])]))])
    case .names: .oneOrMany(.reference("reference"))
    case .device: .object([("type", .list([.text("integer"), .text("string")]))])
    case .serial: .object([("type", .text("integer")), ("minimum", .number(1))])
    case .edits(_, let schema): .object([("type", .text("array")), ("items", .reference(schema))])
    case .table: .object([("type", .text("object"))])
    case .other(_, let schema): .written(schema)
    }
  }

  // MARK: Recognizers

  /// The recognizers that lines of gestures report.
  private static let told = RecognizerCatalog.clientTypes.filter { $0.isReported }
  private static let toldKinds = told.map { $0.kind.name }
  private static let ownKinds = RecognizerCatalog.types.map { $0.kind.name }
  private static let declaredKinds = RecognizerCatalog.clientTypes.map { $0.kind.name }

  private static func byKind(_ sentence: String, _ kinds: [String], _ prefix: String) -> SchemaNode {
    .object([
      ("description", .text(sentence)), ("allOf", .list(kinds.map { leading("kind", $0, to: prefix + $0) })),
    ])
  }

  private static func values(of type: any Recognizer.Type) -> SchemaNode {
    if type == CustomRecognizer.self {
      let values = SchemaNode.object([("type", .text("object"))]).described(
        "The values that the recognizer's client sent.")
      return .object([("properties", .object([("values", values)]))])
    }
    let states = type.isDiscrete ? [("state", SchemaNode.words(["ended"]))] : []
    return .object([("properties", .object(states + type.fields.map { ($0.name, node(of: $0)) }))])
  }

  private static func node(of field: GestureField) -> SchemaNode {
    switch field.measure {
    case .count:
      field.range.map { .bounded("integer", $0) }
        ?? .object([("type", .text("integer")), ("minimum", .number(0))])
    case .word(let words): .words(words)
    case .point, .displacement, .velocity: .reference("pair")
    case .span: .object([("type", .text("number")), ("minimum", .number(0))])
    case .ratio, .ratioVelocity, .angle, .angularVelocity: .bounded("number", field.range)
    case .matrix: .reference("matrix")
    }
  }

  private static func options(of type: any Recognizer.Type) -> SchemaNode {
    .object([("properties", .object(type.options.map { ($0.key, node(of: $0.domain)) }))])
  }

  private static func node(of domain: OptionDescription.Domain) -> SchemaNode {
    switch domain {
    case .number(_, let range, _): .bounded("number", range)
    case .integer(let range, _): .bounded("integer", Double(range.lowerBound)...Double(range.upperBound))
    case .flag: .object([("type", .text("boolean"))])
    case .words(let words, _): .oneOrMany(.words(words))
    }
  }
}
