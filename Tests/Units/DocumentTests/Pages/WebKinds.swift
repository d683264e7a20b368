import GestureCore

/// The kinds of recognizers in the module for web pages: its lists, its types and its manual.
enum WebKinds {
  /// The kinds that pages hear.
  private static let kinds = RecognizerCatalog.types.filter { $0.isReported }.map(Kind.init)

  private static let head = "// `make pages` writes this part from the catalog of recognizers.\n"

  /// The lists of gestured.js.
  static let lists =
    head + "const KINDS = [\n" + listed(kinds) + "];\n"
    + "// Kinds with one event. All others last.\n"
    + "const DISCRETE_KINDS = [\n" + listed(kinds.filter(\.isDiscrete)) + "];\n"

  /// The names of kinds in gestured.d.ts.
  static let types =
    head + "export type Kind =\n" + union(kinds) + ";\n"
    + "/** Kinds with one event. All others last. */\n"
    + "type DiscreteKind =\n" + union(kinds.filter(\.isDiscrete)) + ";\n"

  /// The events of kinds in gestured.d.ts.
  static let events =
    head + kinds.map(\.interface).joined()
    + "interface EventOfKind {\n" + kinds.map { "  \($0.name): \($0.event);\n" }.joined() + "}\n"

  /// The table of docs/web.md with the events of each kind.
  static let eventTable = """
    | Kinds | Events |
    |---|---|
    | \(named(kinds.filter(\.isDiscrete))) | one: `g-` and the key, such as `g-tap` |
    | \(named(kinds.filter { !$0.isDiscrete })) | for the key `move`: `g-movestart`, any number of `g-movemove`, \
    and then `g-moveend` or `g-movecancel` |

    """

  /// The table of docs/web.md with the values that only some kinds have.
  static let valueTable: String = {
    let own = ["direction", "edge", "taps", "tips", "side", "duration", "progress"]
    let rows: [(fields: String, meaning: String, (Kind) -> Bool)] = [
      ("`startX`, `startY`", "where the fingers landed", \.hasStart),
      (
        "`deltaX`, `movementX` and Y", "px since the start, px since the event before",
        { $0.has("translation") }
      ),
      ("`velocityX`, `velocityY`", "px/ms", { $0.has("velocity") }),
      (
        "`scale`, `scaleDelta`, `scaleVelocity`",
        "a factor since the start, since the event before, a second",
        { $0.has("scale") }
      ),
      (
        "`rotation`, `rotationDelta`, `rotationVelocity`", "degrees clockwise, in the same way",
        { $0.has("rotation") }
      ),
      (
        "`matrix`, `matrixDelta`", "a `DOMMatrix` in client px since the start, and since the event before",
        \.hasMatrix
      ),
      (
        own.map { "`\($0)`" }.joined(separator: ", "),
        "as on the [wire](protocol.md#gesture); `duration` in ms",
        { own.contains(where: $0.has) }
      ),
      ("`dragPhase`", "`phase` on the wire", { $0.has("phase") }),
    ]
    return "| Field | Value | In |\n|---|---|---|\n"
      + rows.map { "| \($0.fields) | \($0.meaning) | \(named(kinds.filter($0.2))) |\n" }.joined()
  }()

  private static func named(_ kinds: [Kind]) -> String {
    kinds.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  private static func listed(_ kinds: [Kind]) -> String {
    lines(of: kinds, opening: "  ", separator: ", ").map { $0 + ",\n" }.joined()
  }

  private static func union(_ kinds: [Kind]) -> String {
    lines(of: kinds, opening: "  | ", separator: " | ").joined(separator: "\n")
  }

  /// The names of kinds as texts of JavaScript, in lines of at most 120 columns.
  private static func lines(of kinds: [Kind], opening: String, separator: String) -> [String] {
    var lines: [String] = []
    for word in kinds.map({ "\"\($0.name)\"" }) {
      if let last = lines.last, last.count + separator.count + word.count < 120 {
        lines[lines.count - 1] = last + separator + word
      } else {
        lines.append(opening + word)
      }
    }
    return lines
  }
}

extension WebKinds {
  /// A kind as pages see it.
  private struct Kind {
    let name: String
    let isDiscrete: Bool
    private let fields: [GestureField]

    init(_ type: any Recognizer.Type) {
      name = type.kind.name
      isDiscrete = type.isDiscrete
      fields = type.fields
    }

    func has(_ field: String) -> Bool { fields.contains { $0.name == field } }

    /// A gesture that travels starts where its first line comes from, or where the line says.
    var hasStart: Bool { has("start") || has("translation") }

    /// gestured.js makes the matrices of these three from their other values.
    var hasMatrix: Bool { has("matrix") || ["pan", "pinch", "rotation"].contains(name) }

    /// The name of its event's type.
    var event: String {
      name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Event"
    }

    /// The type of its event.
    var interface: String {
      let parts = [
        ("Start", hasStart), ("Moving", has("translation")), ("Scaling", has("scale")),
        ("Turning", has("rotation")), ("Matrix", hasMatrix),
      ]
      let parents = ["GesturedEvent"] + parts.filter(\.1).map(\.0)
      let members = fields.flatMap(members(of:)).map { "  readonly \($0);\n" }.joined()
      return "export interface \(event) extends \(parents.joined(separator: ", ")) {"
        + (members.isEmpty ? "}\n" : "\n\(members)}\n")
    }

    /// The members of a field that belongs to no part that several kinds share.
    private func members(of field: GestureField) -> [String] {
      switch (field.name, field.measure) {
      case ("phase", .word(let words)): ["dragPhase: \(Self.union(words))"]
      case ("direction", .word(let words)), ("edge", .word(let words)), ("side", .word(let words)):
        ["\(field.name): \(Self.union(words))"]
      case ("taps", _), ("tips", _), ("duration", _): ["\(field.name): number"]
      case ("progress", _): ["progress?: number"]
      case ("velocity", _) where !has("translation"): ["velocityX?: number", "velocityY?: number"]
      default: []
      }
    }

    private static func union(_ words: [String]) -> String {
      words.map { "\"\($0)\"" }.joined(separator: " | ")
    }
  }
}
