/// An error of declarations that contradict one another. It names the declaration, so that a reader of the
/// configuration can find the line.
public enum DeclarationError: Error, Hashable, Sendable {
  /// There is no recognizer of that kind in the catalog.
  case unknownKind(declaration: String, kind: String)
  /// Another recognizer has that name.
  case nameTaken(declaration: String)
  /// A relation names a recognizer or a kind that is not declared.
  case unknownReference(declaration: String, key: String, reference: String)
  /// A passive recognizer has a failure requirement, or is required. Passive recognizers wait for no others, and no
  /// others wait for them.
  case passiveRelation(declaration: String, key: String, reference: String)
  /// Recognizers wait for one another in a circle (ARB-41). The path has the names in order, with the first again at
  /// the end.
  case cycle(declaration: String, key: String, path: [String])
  /// The recognizers of a client have more relations than a client may have. A relation counts once for each recognizer
  /// that it names.
  case tooManyRelations(declaration: String, limit: Int)

  /// The declaration to show.
  public var declaration: String {
    switch self {
    case .unknownKind(let name, _), .nameTaken(let name), .unknownReference(let name, _, _),
      .passiveRelation(let name, _, _), .cycle(let name, _, _), .tooManyRelations(let name, _):
      name
    }
  }

  /// The key to show; nil for the head of the declaration.
  public var key: String? {
    switch self {
    case .unknownKind: "kind"
    case .nameTaken, .tooManyRelations: nil
    case .unknownReference(_, let key, _), .passiveRelation(_, let key, _), .cycle(_, let key, _): key
    }
  }
}
