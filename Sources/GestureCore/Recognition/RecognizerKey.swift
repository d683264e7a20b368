/// The identity of a declaration: a name is unique only for its owner.
struct RecognizerKey: Hashable, Sendable {
  let owner: Int
  let name: String

  /// The key of a declaration.
  init(_ declaration: RecognizerDeclaration) {
    owner = declaration.owner
    name = declaration.name
  }

  /// The key of a declaration's instance.
  init(_ instance: RecognizerInstance) {
    owner = instance.owner
    name = instance.name
  }

  init(name: String, owner: Int) {
    self.owner = owner
    self.name = name
  }
}
