import GestureCore

/// The action that a recognizer sends when it is recognized (ACT-4).
package struct RecognizerAction: Hashable {
  /// The action's name.
  package let name: String
  /// The responder that it goes to; nil for the first responder and its chain.
  package let target: ResponderName?
  /// The recognizer's name and kind.
  package let recognizer: String
  package let kind: String
  /// The recognizer's owner, and whether other clients may know the recognizer.
  package let owner: Int
  package let isPublic: Bool
  /// The name of the recognizer's region, whose chain is asked last.
  package let region: String

  /// The action of the recognizer with a number; nil for a recognizer without one.
  init?(_ number: Int, of set: RecognizerSet) {
    guard !set.instances[number].isRemoved, let name = set.instances[number].properties.action else {
      return nil
    }
    self.name = name
    target = set.instances[number].properties.target
    recognizer = set.instances[number].name
    kind = set.instances[number].type.kind.name
    owner = set.instances[number].owner
    isPublic = set.instances[number].isPublic
    region = set.instances[number].properties.region ?? SubscriptionScope.rootName
  }
}

/// An action that a recognizer has just sent.
package struct FiredAction {
  /// The action.
  package let action: RecognizerAction
  /// The stage whose recognizer sent it.
  package let stage: Stage
  /// The touchscreen's number; 0 for presses.
  package let device: Int
  /// The time of the gesture.
  package let time: Instant
}
