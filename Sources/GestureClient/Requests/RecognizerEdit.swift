public import GestureProtocol

/// One edit of this client's own recognizers. Settings are the keys of `[recognizer.NAME]` in docs/configuration.md,
/// written as JSON.
public struct RecognizerEdit: Hashable, Sendable {
  /// The edit in the form of a request.
  let json: JSONValue

  /// Adds a recognizer.
  ///
  /// - Parameters:
  ///   - name: a name that this client does not use yet.
  ///   - kind: the kind; `custom` runs in this client, on raw.sock only.
  ///   - region: the region whose touches the recognizer gets; nil for the whole screen.
  ///   - isPublic: whether other clients get the recognizer's gestures.
  ///   - questions: the questions to this client: `should_begin` and others.
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

  /// Changes some options of a recognizer. The other options stay.
  public static func change(_ name: String, settings: [String: JSONValue]) -> RecognizerEdit {
    var fields = settings
    fields["name"] = .text(name)
    return RecognizerEdit(json: .object(["change": .object(fields)]))
  }

  /// Lets a recognizer take part again.
  public static func enable(_ name: String) -> RecognizerEdit {
    RecognizerEdit(json: ["enable": .text(name)])
  }

  /// Lets a recognizer take no part any more. The daemon cancels its gesture.
  public static func disable(_ name: String) -> RecognizerEdit {
    RecognizerEdit(json: ["disable": .text(name)])
  }

  public static func remove(_ name: String) -> RecognizerEdit {
    RecognizerEdit(json: ["remove": .text(name)])
  }

  private init(json: JSONValue) {
    self.json = json
  }
}
