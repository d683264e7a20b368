/// Whose declarations a list or a filter speaks of, where it says so. The raw value is the word on the wire.
public enum OwnerScope: String, CaseIterable, Hashable, Sendable {
  /// Also those that are a client's own, as far as the reader may see them (ADD-20).
  case all

  /// The field of a request that lists.
  static let ofLists = FieldDescription(
    "owners", .word(of: OwnerScope.self),
    "Whose are listed: with all also those of other clients of this user, of everybody for root (ADD-20).")
}
