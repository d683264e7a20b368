/// Regions that defer the system's edges: `preferredScreenEdgesDeferringSystemGestures` (EDG-12).
///
/// ```
///   a swipe from the edge            ▁▁███▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁     the region's: the edge pan fails, and a line says so
///                                        ├───── 2 s ─────┤
///   another one that lands by then   ▁▁▁▁▁▁▁▁▁▁▁▁███▁▁▁▁▁     the system's
/// ```
struct EdgeDeferrals: Sendable {
  /// The fate of an edge pan of the system that is about to begin.
  enum Verdict: Sendable {
    /// No region keeps the pan.
    case begins
    /// A region has kept this finger already.
    case isDeferred
    /// A region keeps this finger from now on.
    case isDeferredNow(by: Int)
  }

  /// The time after a deferral in which an edge pan is the system's.
  private static let span = TimeSpan.milliseconds(2000)

  /// When a region last deferred each edge.
  private var latest = [Instant?](repeating: nil, count: ScreenEdge.allCases.count)
  /// The edges that each region defers; empty where none does.
  private var regions: [(edges: ScreenEdges, parent: Int?)] = []

  /// Whether no region defers an edge.
  var isEmpty: Bool { regions.isEmpty }

  /// Sets which regions defer edges.
  mutating func arrange(_ tree: borrowing RegionTree) {
    let isAny = tree.regions.contains { !$0.deferredEdges.isEmpty && !$0.isRemoved }
    regions = isAny ? tree.regions.map { ($0.isRemoved ? [] : $0.deferredEdges, $0.parent) } : []
  }

  /// Judges a system edge pan.
  ///
  /// - Parameters:
  ///   - region: the region of its first touch.
  ///   - landing: when that touch landed.
  mutating func judge(
    _ edge: ScreenEdge, from region: Int, landed landing: Instant, at time: Instant
  ) -> Verdict {
    guard let region = deferrer(of: edge, from: region) else { return .begins }
    if let last = latest[edge.rawValue] {
      // Another recognizer of the same edge has deferred this finger.
      if landing <= last { return .isDeferred }
      if landing - last <= Self.span { return .begins }
    }
    latest[edge.rawValue] = time
    return .isDeferredNow(by: region)
  }

  /// The innermost of a region and the regions around it that defers an edge; nil where none does.
  private func deferrer(of edge: ScreenEdge, from region: Int) -> Int? {
    var next: Int? = region
    while let number = next, regions.indices.contains(number) {
      if regions[number].edges.contains(ScreenEdges(edge)) { return number }
      next = regions[number].parent
    }
    return nil
  }
}
