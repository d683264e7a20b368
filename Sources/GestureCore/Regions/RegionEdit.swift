/// One step of a batch that changes a region tree (DMN-3). Regions are spoken of by name, so that a later step can
/// speak of what an earlier one made.
public enum RegionEdit: Hashable, Sendable {
  /// A region is put in front of what lies in its parent; without a parent it is a window.
  case add(Region, to: String?)
  /// The region of that name takes on all that an author may say; its place in the tree stays.
  case change(Region)
  /// A region is taken out of its parent and put in front of what lies in another.
  case move(String, to: String)
  /// A region is put right in front of a sibling; without one behind all of them.
  case reorder(String, inFrontOf: String?)
  /// A region and all that lies in it goes.
  case remove(String)
}
