/// Edits of the tree of regions: all are done, in order, or none.
public struct RegionsCommand: Hashable, Sendable {
  /// One edit. The path of the edit number n is `edits[n]`.
  public enum Edit: Hashable, Sendable {
    /// A region is put in front of its siblings.
    case add(RequestTable)
    /// A window.
    case addWindow(RequestTable)
    /// A region or window gets other values of the keys that are named.
    case change(RequestTable)
    /// A region gets another parent, in front of what lies there.
    case move(String, to: String)
    /// A region comes right in front of a sibling; nil: behind all.
    case reorder(String, inFrontOf: String?)
    /// A region and what lies in it goes.
    case remove(String)
  }

  /// The edits.
  public var edits: [Edit]
  /// The window that becomes key; nil where none does.
  public var keyWindow: String?
  /// Of a list: whether it says which clients have declared what, as far as the reader may see that.
  public var includesAllOwners: Bool

  /// Edits. Without any the regions are listed.
  public init(edits: [Edit] = [], keyWindow: String? = nil, includesAllOwners: Bool = false) {
    self.edits = edits
    self.keyWindow = keyWindow
    self.includesAllOwners = includesAllOwners
  }

  /// Whether it changes nothing, but asks what there is.
  public var isListing: Bool { edits.isEmpty && keyWindow == nil }
}
