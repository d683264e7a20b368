/// The clients that an action may reach. A client without the right `scene` reaches only the clients of its own user (H8).
package enum ActionReach: Hashable {
  /// All clients with the right `scene`.
  case everyone
  /// The clients of a user without the right.
  case user(UInt32)

  /// The clients that a client's actions reach.
  package init(of sender: Subscriber) {
    self = sender.isStaging ? .everyone : .user(sender.credentials.userID)
  }

  /// Whether a client is among them.
  package func contains(_ subscriber: Subscriber) -> Bool {
    switch self {
    case .everyone: subscriber.isStaging
    case .user(let user): !subscriber.isStaging && subscriber.credentials.userID == user
    }
  }
}
