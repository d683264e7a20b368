/// Whose declarations a list or a filter speaks of, where it says so. The raw value is the word on the wire.
public enum OwnerScope: String, CaseIterable, Hashable, Sendable {
  /// Also those that are a client's own, as far as the reader may see them (ADD-20).
  case all
}
