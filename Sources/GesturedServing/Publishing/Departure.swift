/// A client that has disconnected. Everything it declared over its connection goes with it.
package struct Departure: Hashable {
  /// The client's number, from 1.
  package var client: Int
  /// The client's user.
  package var userID: UInt32
  /// Whether the daemon disconnected the client because it did not read.
  package var wasTooSlow: Bool
}
