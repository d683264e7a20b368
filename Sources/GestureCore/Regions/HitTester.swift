/// Finds the region of a touch, once, where it lands (HIT-14, HIT-32).
///
/// For a region and a point, in this order: it refuses where it cannot be hit or is full; its hit policy may answer at
/// once; it refuses where the point is not inside; what lies in it is asked from the front, the first answer counts;
/// else it answers itself.
public enum HitTester {
  /// The region that a touch at a point is bound to; nil where nobody answers (DLV-17). Windows are asked from the
  /// front; which one is key does not matter (HIT-21).
  ///
  /// - Parameters:
  ///   - point: on the screen, in mm.
  ///   - tree: the regions of the screen.
  ///   - touchCount: how many touches are bound to a region or to one in it; asked for regions that have a limit
  ///     (HIT-34).
  public static func region(
    at point: Point, in tree: borrowing RegionTree, touchCount: (Int) -> Int = { _ in 0 }
  ) -> Int? {
    for window in tree.windows.reversed() {
      if let answer = answer(of: window, at: point, in: tree, touchCount) { return answer }
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
    for child in tree.regions[number].children.reversed() {
      if let answer = answer(of: child, at: point, in: tree, touchCount) { return answer }
    }
    return tree.regions[number].hitPolicy == .passThrough ? nil : number
  }
}
