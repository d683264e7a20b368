/// A holder of a right: an element of a list in `[rights]`.
public enum RightHolder: Hashable, Sendable {
  /// `"root"`: every program of root. Root has all rights anyway.
  case root
  /// `"user:NAME"`: a user, by name or number.
  case user(String)
  /// `"group:NAME"`: the members of a group, by name or number.
  case group(String)
  /// `"*"`: every client that may connect.
  case everyone
}
