/// What a screen's regions become when other declarations take effect: tried first, taken over afterwards.
public struct RegionLayout: Hashable, Sendable {
  /// The regions; those that stay have their numbers.
  public var tree: RegionTree
  /// The numbers of the regions that go, inner ones first.
  public var removed: [Int]
  /// The names of the regions that are not there because their lengths count pixels and nobody knows how large they
  /// are.
  public var leftOut: [String]
}
