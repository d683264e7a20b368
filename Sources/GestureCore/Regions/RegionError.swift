/// The reason why a batch of edits was refused. The tree is as it was before (DMN-3, DMN-4).
public enum RegionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No region has that name.
  case unknownRegion(String)
  /// Another region has that name already.
  case nameTaken(String)
  /// The region belongs to another owner (DMN-2).
  case notOwner(String)
  /// The region takes no regions of other owners (DMN-2).
  case parentTakesNoForeignChildren(String)
  /// The region would lie in itself.
  case cycle(String)
  /// The region would lie in more than `RegionTree.maximumDepth` others.
  case tooDeep(String)
  /// A size is negative, or a number is not finite.
  case unusableNumber(String)
  /// The window has its one root region already.
  case windowHasRoot(String)
  /// The region is a window, or the first window's root: it stays where it is.
  case fixed(String)
  /// The two regions have different parents.
  case notSiblings(String, String)

  /// One line for the sender of the batch.
  public var description: String {
    switch self {
    case .unknownRegion(let name): "there is no region \(name)"
    case .nameTaken(let name): "there is a region \(name) already"
    case .notOwner(let name): "the region \(name) belongs to another owner"
    case .parentTakesNoForeignChildren(let name): "the region \(name) takes no regions of other owners"
    case .cycle(let name): "the region \(name) would lie in itself"
    case .tooDeep(let name):
      "the region \(name) would lie in more than \(RegionTree.maximumDepth) others"
    case .unusableNumber(let name):
      "the region \(name) has a negative size, a number that is not finite, or a limit below 1"
    case .windowHasRoot(let name): "the window \(name) has its root region already"
    case .fixed(let name): "the region \(name) cannot be moved or removed"
    case .notSiblings(let name, let other): "the regions \(name) and \(other) have different parents"
    }
  }
}
