/// A set in the scene of an audience that does not include its declarers.
extension RecognizerSet {
  /// The same set without what only clients can decide: recognizers that run in them are removed, and the others act by the
  /// defaults of their questions. Nil where there is none of them.
  ///
  /// - Parameter isTheirs: whether the recognizers of an owner are meant.
  public func withoutQuestions(of isTheirs: (Int) -> Bool) -> RecognizerSet? {
    let asking = instances.indices.filter { number in
      let instance = instances[number]
      return !instance.isRemoved && isTheirs(instance.owner)
        && (!instance.asks.isEmpty || instance.kind == CustomRecognizer.kind)
    }
    guard !asking.isEmpty else { return nil }
    var set = self
    set.removeAll { $0.kind == CustomRecognizer.kind && isTheirs($0.owner) }
    for number in asking { set.instances[number].asks = [] }
    return set
  }

  /// Removes all that are so.
  public mutating func removeAll(where isMeant: (RecognizerInstance) -> Bool) {
    for number in instances.indices where !instances[number].isRemoved && isMeant(instances[number]) {
      remove(number)
    }
  }

  /// The declarations of some owners, in the order of their numbers.
  public func declarations(of owners: Set<Int>) -> [RecognizerDeclaration] {
    var seen: Set<RecognizerKey> = []
    return instances.compactMap { instance in
      guard !instance.isRemoved, owners.contains(instance.owner),
        seen.insert(RecognizerKey(instance)).inserted
      else { return nil }
      return declaration(named: instance.name, of: instance.owner)
    }
  }
}
