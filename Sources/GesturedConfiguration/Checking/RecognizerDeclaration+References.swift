internal import GestureCore

extension RecognizerDeclaration {
  /// Removes references to other recognizers.
  ///
  /// - Parameters:
  ///   - key: the key of the references; nil for all keys.
  ///   - isWrong: the references to remove.
  mutating func removeReferences(inKey key: String? = nil, where isWrong: (String) -> Bool) {
    func isMeant(_ description: KeyDescription) -> Bool { key == nil || key == description.key }
    if isMeant(RecognizerPropertyKeys.requireToFail) { requireToFail.removeAll(where: isWrong) }
    if isMeant(RecognizerPropertyKeys.simultaneousWith) { simultaneousWith.removeAll(where: isWrong) }
    if isMeant(RecognizerPropertyKeys.requiredToFailBy) {
      properties.requiredToFailBy.removeAll(where: isWrong)
    }
    if isMeant(RecognizerPropertyKeys.requireNotBegun) {
      properties.requireNotBegun.removeAll(where: isWrong)
    }
    if isMeant(RecognizerPropertyKeys.canPrevent) { properties.canPrevent?.removeAll(where: isWrong) }
    if isMeant(RecognizerPropertyKeys.canBePreventedBy) {
      properties.canBePreventedBy?.removeAll(where: isWrong)
    }
  }
}
