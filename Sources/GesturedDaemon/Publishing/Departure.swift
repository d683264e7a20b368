/// A client that is not connected any more: what it had on its connection goes with it.
struct Departure: Hashable {
  /// Its number, from 1.
  var client: Int
  /// Its user.
  var userID: UInt32
  /// Whether it was let go because it did not read.
  var wasTooSlow: Bool
}
