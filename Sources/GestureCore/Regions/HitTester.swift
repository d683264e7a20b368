/// Finds the region of a touch, once, where it lands (HIT-14, HIT-32).
///
/// For a region and a point the test has these steps, in order:
///
/// 1. A region that cannot be hit, or is full, refuses.
/// 2. The hit policies `capture` and `none` answer at once.
/// 3. A region that does not contain the point refuses.
/// 4. Its children answer from front to back, and the first answer counts.
/// 5. Otherwise the region answers itself, unless its policy is `passThrough`.
public enum HitTester {
  /// The region that a touch at a point is bound to; nil where no region answers (DLV-17). Windows are asked from front
  /// to back, whichever is key (HIT-21).
  ///
  /// - Parameters:
  ///   - point: the position on the screen, in mm.
  ///   - tree: the regions of the screen.
  ///   - touchCount: the number of touches bound to a region or to one inside it. The test calls it for regions with a
  ///     limit (HIT-34).
  public static func region(
    at point: Point, in tree: borrowing RegionTree, touchCount: (Int) -> Int = { _ in 0 }
  ) -> Int? {
    // A loop over the list itself would retain it, here and below.
    for position in tree.windows.indices.reversed() {
      if let answer = answer(of: tree.windows[position], at: point, in: tree, touchCount) { return answer }
    }
    return nil
  }

  private static func answer(
    of number: Int, at point: Point, in tree: borrowing RegionTree, _ touchCount: (Int) -> Int
  ) -> Int? {
    guard tree.regions[number].canBeHit else { return nil }
    if let limit = tree.regions[number].hitMaximumTouches, touchCount(number) >= limit { return nil }
    switch tree.regions[number].hitPolicy {
    case .capture: return number
    case .none: return nil
    case .normal, .passThrough: break
    }
    guard tree.regions[number].contains(tree.location(of: point, in: number)) else { return nil }
    for position in tree.regions[number].children.indices.reversed() {
      let child = tree.regions[number].children[position]
      if let answer = answer(of: child, at: point, in: tree, touchCount) { return answer }
    }
    return tree.regions[number].hitPolicy == .passThrough ? nil : number
  }
}
