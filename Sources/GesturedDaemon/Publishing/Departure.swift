/// A client that has disconnected. Everything it declared over its connection goes with it.
struct Departure: Hashable {
  /// The client's number, from 1.
  var client: Int
  /// The client's user.
  var userID: UInt32
  /// Whether the daemon disconnected the client because it did not read.
  var wasTooSlow: Bool
}
