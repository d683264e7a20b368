import GestureCore

extension RegionTree {
  /// Any tree of regions on a screen, most of them inside of it.
  static func any(on screen: Size, from source: inout ByteSource) -> RegionTree {
    var tree = RegionTree(screen: screen)
    for number in 0..<source.below(8) {
      let frame = Rect(
        Point(source.number(in: -20...120), source.number(in: -20...80)),
        Size(source.number(in: 0...160), source.number(in: 0...100)))
      let isMultiple = source.onceIn(2)
      let isExclusive = source.onceIn(6)
      tree.add("region\(number)", to: source.below(tree.regions.count), frame: frame) {
        $0.isMultiple = isMultiple
        $0.isExclusive = isExclusive
      }
    }
    return tree
  }
}
