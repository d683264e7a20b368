/// One step of a batch that changes a region tree (DMN-3). Edits name regions, so that a later edit can refer to a
/// region that an earlier one made.
public enum RegionEdit: Hashable, Sendable {
  /// Adds a region in front of its siblings. Without a parent the region is a window.
  case add(Region, to: String?)
  /// Replaces the declared properties of the region with that name. Its place in the tree stays.
  case change(Region)
  /// Moves a region out of its parent and in front of the children of another.
  case move(String, to: String)
  /// Moves a region directly in front of a sibling, or without a sibling behind all of them.
  case reorder(String, inFrontOf: String?)
  /// Removes a region and all its content.
  case remove(String)
}
