/// Who may: an element of a list in `[rights]`.
public enum RightHolder: Hashable, Sendable {
  /// `"root"`: whoever runs as root. It may anyway.
  case root
  /// `"user:NAME"`: a user, by name or number.
  case user(String)
  /// `"group:NAME"`: the members of a group, by name or number.
  case group(String)
  /// `"*"`: whoever may connect.
  case everyone
}
