import GesturedBase

/// The scene that `FamilyDesk` asks for the receivers of events that no finger caused.
package protocol ResponderScene: AnyObject {
  /// The path from the first responder outwards.
  func responderPath() -> ResponderPath

  /// Whether a responder still exists.
  func isPresent(_ stop: ResponderPath.Stop) -> Bool

  /// Resets all transforms to the identity (MOT-27).
  func resetTransforms()
}
