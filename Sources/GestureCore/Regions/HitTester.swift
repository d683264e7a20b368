/// Finds the region of a touch, once, where it lands (HIT-14).
public enum HitTester {
  /// The deepest region that contains a point; siblings are asked from the front (HIT-1 to HIT-5). The root takes
  /// what nobody else does: a panel reports nothing beyond itself. Nil where nobody answers (DLV-17).
  public static func region(at point: Point, in tree: borrowing RegionTree) -> Int? {
    var found = RegionTree.root
    var isDeeper = true
    while isDeeper {
      isDeeper = false
      let local = tree.location(of: point, in: found)
      for child in tree.regions[found].children.reversed() where tree.regions[child].frame.contains(local) {
        found = child
        isDeeper = true
        break
      }
    }
    return found
  }
}
