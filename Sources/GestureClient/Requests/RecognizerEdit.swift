public import GestureProtocol

/// One change of this client's own recognizers. Settings are the keys of `[recognizer.NAME]` in
/// docs/configuration.md, written as JSON.
public struct RecognizerEdit: Hashable, Sendable {
  /// The change as a request has it.
  let json: JSONValue

  /// Adds a recognizer.
  ///
  /// - Parameters:
  ///   - name: a name that this client has not given yet.
  ///   - kind: what it recognizes; `custom` runs in this client, on raw.sock only.
  ///   - region: the region whose touches it gets; nil for the whole screen.
  ///   - isPublic: whether other clients hear of it.
  ///   - questions: what it asks this client: `should_begin` and others.
  ///   - settings: other keys, such as `touches`.
  public static func add(
    _ name: String, _ kind: GestureKind, in region: String? = nil, isPublic: Bool = false,
    asking questions: [String] = [], settings: [String: JSONValue] = [:]
  ) -> RecognizerEdit {
    var fields = settings
    fields["name"] = .text(name)
    fields["kind"] = .text(kind.rawValue)
    if let region { fields["region"] = .text(region) }
    if isPublic { fields["public"] = true }
    if !questions.isEmpty { fields["ask"] = .list(questions.map { .text($0) }) }
    return RecognizerEdit(json: .object(["add": .object(fields)]))
  }

  /// Changes options of a recognizer; what is not given stays as it is.
  public static func change(_ name: String, settings: [String: JSONValue]) -> RecognizerEdit {
    var fields = settings
    fields["name"] = .text(name)
    return RecognizerEdit(json: .object(["change": .object(fields)]))
  }

  /// Puts a recognizer to work again.
  public static func enable(_ name: String) -> RecognizerEdit {
    RecognizerEdit(json: ["enable": .text(name)])
  }

  /// Keeps a recognizer from working; what is under way is cancelled.
  public static func disable(_ name: String) -> RecognizerEdit {
    RecognizerEdit(json: ["disable": .text(name)])
  }

  /// Takes a recognizer away.
  public static func remove(_ name: String) -> RecognizerEdit {
    RecognizerEdit(json: ["remove": .text(name)])
  }

  private init(json: JSONValue) {
    self.json = json
  }
}
