/// What a recognizer is known by: names are their owner's alone.
struct RecognizerKey: Hashable, Sendable {
  let owner: Int
  let name: String

  /// The key of a declaration.
  init(_ declaration: RecognizerDeclaration) {
    owner = declaration.owner
    name = declaration.name
  }

  /// The key of one of a declaration's instances.
  init(_ instance: RecognizerInstance) {
    owner = instance.owner
    name = instance.name
  }

  init(name: String, owner: Int) {
    self.owner = owner
    self.name = name
  }
}
