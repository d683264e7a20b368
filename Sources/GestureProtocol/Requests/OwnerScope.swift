/// The owners that a list or a filter includes besides its usual ones. The raw value is the word on the wire.
public enum OwnerScope: String, CaseIterable, Hashable, Sendable {
  /// All owners, as far as the reader may see their declarations (ADD-20).
  case all

  /// The field of requests that list.
  static let ofLists = FieldDescription(
    "owners", .word(of: OwnerScope.self),
    "Whose are listed: with all also those of other clients of this user, of everybody for root (ADD-20).")
}
