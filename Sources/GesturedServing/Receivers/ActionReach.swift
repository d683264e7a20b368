/// The clients that an action may reach. A client without the right `scene` reaches only the clients of its own user in the
/// same scene (H8).
package enum ActionReach: Hashable {
  /// All clients with the right `scene`.
  case everyone
  /// The clients of a user without the right, in the scene of a name.
  case user(UInt32, scene: String?)

  /// The clients that a client's actions reach.
  package init(of sender: Subscriber) {
    self = sender.declaresForAll ? .everyone : .user(sender.credentials.userID, scene: sender.scene)
  }

  /// Whether a client is among them.
  package func contains(_ subscriber: Subscriber) -> Bool {
    switch self {
    case .everyone: subscriber.declaresForAll
    case .user(let user, let scene):
      !subscriber.declaresForAll && subscriber.credentials.userID == user && subscriber.scene == scene
    }
  }
}
