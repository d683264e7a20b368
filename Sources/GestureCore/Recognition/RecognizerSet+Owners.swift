/// Variants of a set for a scene without the clients that declared its recognizers.
extension RecognizerSet {
  /// The same set without the decisions of clients: recognizers that run in them are removed, and the others use the
  /// default answers to their questions. Nil if that changes nothing.
  ///
  /// - Parameter isTheirs: whether an owner is such a client.
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

  /// Removes all recognizers that match.
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
