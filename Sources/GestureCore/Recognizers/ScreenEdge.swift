/// The start of a screen-edge pan: an edge of the screen, or a corner, where two edges meet.
///
/// The order of the cases breaks ties: left or right first (EDG-8).
package enum ScreenEdge: Int, CaseIterable, Hashable, Sendable {
  /// The left edge.
  case left
  /// The right edge.
  case right
  /// The upper edge.
  case top
  /// The lower edge.
  case bottom
  /// The upper left corner.
  case topLeft
  /// The upper right corner.
  case topRight
  /// The lower left corner.
  case bottomLeft
  /// The lower right corner.
  case bottomRight

  /// The word in the configuration and on the wire.
  package var word: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    case .topLeft: "top_left"
    case .topRight: "top_right"
    case .bottomLeft: "bottom_left"
    case .bottomRight: "bottom_right"
    }
  }

  /// The distance of a point from the edge, in mm. For a corner it is the larger distance of its two edges.
  func depth(of point: Point, on screen: Size) -> Double {
    switch self {
    case .left: point.x
    case .right: screen.width - point.x
    case .top: point.y
    case .bottom: screen.height - point.y
    case .topLeft: max(point.y, point.x)
    case .topRight: max(point.y, screen.width - point.x)
    case .bottomLeft: max(screen.height - point.y, point.x)
    case .bottomRight: max(screen.height - point.y, screen.width - point.x)
    }
  }

  /// Whether a point lies in a band along the edge, or for a corner in the bands of both edges. The far edges lie
  /// beyond the last point, so their bands include the inner limit (EDG-7).
  func holds(_ point: Point, within band: Double, on screen: Size) -> Bool {
    switch self {
    case .left, .top: depth(of: point, on: screen) < band
    case .right, .bottom: depth(of: point, on: screen) <= band
    case .topLeft: isHeld(point, band, screen, by: .top, .left)
    case .topRight: isHeld(point, band, screen, by: .top, .right)
    case .bottomLeft: isHeld(point, band, screen, by: .bottom, .left)
    case .bottomRight: isHeld(point, band, screen, by: .bottom, .right)
    }
  }

  private func isHeld(
    _ point: Point, _ band: Double, _ screen: Size, by first: ScreenEdge, _ second: ScreenEdge
  ) -> Bool {
    first.holds(point, within: band, on: screen) && second.holds(point, within: band, on: screen)
  }

  /// The position of a point along the edge, as a share of the edge's length from the left or the top; nil for a
  /// corner.
  func share(of point: Point, on screen: Size) -> Double? {
    switch self {
    case .left, .right: point.y / screen.height
    case .top, .bottom: point.x / screen.width
    case .topLeft, .topRight, .bottomLeft, .bottomRight: nil
    }
  }

  /// The parts of a movement inwards and sideways, in mm. Inwards from a corner is the diagonal.
  func resolve(_ way: Vector) -> (inwards: Double, across: Double) {
    switch self {
    case .left: (way.x, abs(way.y))
    case .right: (-way.x, abs(way.y))
    case .top: (way.y, abs(way.x))
    case .bottom: (-way.y, abs(way.x))
    case .topLeft: Self.diagonal(way.x, way.y)
    case .topRight: Self.diagonal(-way.x, way.y)
    case .bottomLeft: Self.diagonal(way.x, -way.y)
    case .bottomRight: Self.diagonal(-way.x, -way.y)
    }
  }

  /// A movement given by its parts inwards from two edges, turned by 45°.
  private static func diagonal(_ a: Double, _ b: Double) -> (inwards: Double, across: Double) {
    ((a + b) * 0.5.squareRoot(), abs(a - b) * 0.5.squareRoot())
  }
}

/// Some edges and corners.
package struct ScreenEdges: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// One edge or corner.
  package init(_ edge: ScreenEdge) {
    rawValue = 1 << UInt8(edge.rawValue)
  }

  /// The edges and corners that words name. Other words are ignored.
  package init(words: [String]) {
    self = ScreenEdge.allCases.filter { words.contains($0.word) }.reduce(into: []) { $0.insert(Self($1)) }
  }
}
