/// Declarations that make no sense together. It names the declaration, so that the reader of a configuration can
/// be shown the line.
public enum DeclarationError: Error, Hashable, Sendable {
  /// There is no recognizer of that kind in the catalog.
  case unknownKind(declaration: String, kind: String)
  /// Another recognizer has that name.
  case nameTaken(declaration: String)
  /// A relation speaks of a recognizer or a kind that is not declared.
  case unknownReference(declaration: String, key: String, reference: String)
  /// A passive recognizer has a failure requirement, or is required: it neither waits nor is waited for (2.5).
  case passiveRelation(declaration: String, key: String, reference: String)
  /// Recognizers wait for one another in a circle (ARB-41); the names in order, the first again at the end.
  case cycle(declaration: String, key: String, path: [String])
  /// The recognizers of its client have more relations than one client may have, each recognizer that they speak of
  /// counted.
  case tooManyRelations(declaration: String, limit: Int)

  /// The declaration to show.
  public var declaration: String {
    switch self {
    case .unknownKind(let name, _), .nameTaken(let name), .unknownReference(let name, _, _),
      .passiveRelation(let name, _, _), .cycle(let name, _, _), .tooManyRelations(let name, _):
      name
    }
  }

  /// The key of the declaration to show; nil for its head.
  public var key: String? {
    switch self {
    case .unknownKind: "kind"
    case .nameTaken, .tooManyRelations: nil
    case .unknownReference(_, let key, _), .passiveRelation(_, let key, _), .cycle(_, let key, _): key
    }
  }
}
