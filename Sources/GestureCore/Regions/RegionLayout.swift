/// The regions of a screen under new declarations. A layout is tried first and taken over afterwards.
public struct RegionLayout: Hashable, Sendable {
  /// The regions. Regions that stay keep their numbers.
  public var tree: RegionTree
  /// The numbers of the regions that go, inner ones first.
  public var removed: [Int]
  /// The names of the regions that are left out, because their lengths count pixels and the size of a pixel is unknown.
  public var leftOut: [String]
}
