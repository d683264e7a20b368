/// Edits of a client's own recognizers: all are done, in order, or none.
public struct RecognizersCommand: Hashable, Sendable {
  /// One edit. The path of the edit number n is `edits[n]`.
  public enum Edit: Hashable, Sendable {
    /// A new one.
    case add(RequestTable)
    /// One gets other values of the keys that are named.
    case change(RequestTable)
    /// One takes part again.
    case enable(String)
    /// One takes no part any more.
    case disable(String)
    /// One goes.
    case remove(String)
  }

  /// The edits.
  public var edits: [Edit]
  /// Of a list: whether it has recognizers that are another client's own, as far as the reader may see them.
  public var includesAllOwners: Bool

  /// Edits. Without any the recognizers are listed.
  public init(edits: [Edit] = [], includesAllOwners: Bool = false) {
    self.edits = edits
    self.includesAllOwners = includesAllOwners
  }

  /// Whether it changes nothing, but asks what there is.
  public var isListing: Bool { edits.isEmpty }
}
