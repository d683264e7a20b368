public import GestureCore

/// How a panel lies under the picture, computed from touched marks.
public struct PanelCalibration: Hashable, Sendable {
  /// The largest distance of a touch from its mark after the matrix, as a share of the picture. A finger that aims at a
  /// point without feedback errs by about half of that.
  public static let largestResidual = 0.02
  /// The largest distance between a matrix and an exact orientation that replaces it, as a share of the picture.
  public static let largestDeviation = 0.02
  /// The touches must span an area: at least the square of about this share of the panel.
  private static let smallestSpread = 0.05
  private static let corners = [Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)]

  /// The matrix that fits the touches best, from shares of the panel to shares of the picture.
  public let measured: AffineTransform
  /// The nearest orientation.
  public let orientation: PanelOrientation
  /// The distance of the matrix from that orientation at the farthest corner, as a share of the picture.
  public let deviation: Double
  /// The distance of the worst touch from its mark after the matrix, as a share of the picture.
  public let residual: Double

  /// Finds the matrix by least squares.
  ///
  /// - Parameter touches: four or more marks, no three of them on one line.
  /// - Throws: `CalibrationTrouble` where the touches lie on one line or contradict each other.
  public init(_ touches: [MarkTouch]) throws(CalibrationTrouble) {
    guard let matrix = Self.leastSquares(touches) else { throw .onOneLine }
    measured = matrix
    (orientation, deviation) = Self.nearestOrientation(to: matrix)
    residual = touches.map { Self.error(of: $0, matrix) }.max() ?? 0
    if residual > Self.largestResidual { throw Self.trouble(touches) }
  }

  /// Whether the matrix is just an orientation, within the precision of fingers.
  public var isOrientationOnly: Bool { deviation <= Self.largestDeviation }

  /// The matrix to use: the orientation's exact one where the measured matrix is just an orientation.
  public var matrix: AffineTransform { isOrientationOnly ? orientation.shares : measured }

  /// All marks of a rectangle err alike, whichever was missed. A panel lies nearly along the picture's edges, though.
  /// The suspect is therefore the mark without which the panel lies so most exactly.
  private static func trouble(_ touches: [MarkTouch]) -> CalibrationTrouble {
    var suspect: (mark: Int, error: Double, deviation: Double)?
    for mark in touches.indices {
      var others = touches
      others.remove(at: mark)
      guard let matrix = leastSquares(others) else { continue }
      let (_, deviation) = nearestOrientation(to: matrix)
      if deviation < suspect?.deviation ?? .infinity {
        suspect = (mark, error(of: touches[mark], matrix), deviation)
      }
    }
    return suspect.map { .misplaced(mark: $0.mark, by: $0.error) } ?? .onOneLine
  }

  private static func error(of touch: MarkTouch, _ matrix: AffineTransform) -> Double {
    (matrix.apply(touch.reported) - touch.mark).length
  }

  private static func nearestOrientation(to matrix: AffineTransform) -> (PanelOrientation, Double) {
    var nearest = (PanelOrientation(.none), Double.infinity)
    for orientation in PanelOrientation.allCases {
      let exact = orientation.shares
      let deviation = corners.map { (matrix.apply($0) - exact.apply($0)).length }.max() ?? 0
      if deviation < nearest.1 { nearest = (orientation, deviation) }
    }
    return nearest
  }

  /// Solves the normal equations of both rows, about the means: two unknowns each, from which the shift follows. Nil
  /// where the touches span no area.
  static func leastSquares(_ touches: [MarkTouch]) -> AffineTransform? {
    let count = Double(touches.count)
    let zero = Vector.zero
    let from = touches.reduce(zero) { $0 + ($1.reported - .zero) } / count
    let to = touches.reduce(zero) { $0 + ($1.mark - .zero) } / count
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    // Sums of a reported coordinate times the mark.
    var (byX, byY) = (zero, zero)
    for touch in touches {
      let reported = touch.reported - .zero - from
      let mark = touch.mark - .zero - to
      xx += reported.x * reported.x
      xy += reported.x * reported.y
      yy += reported.y * reported.y
      byX = byX + mark * reported.x
      byY = byY + mark * reported.y
    }
    let determinant = xx * yy - xy * xy
    let spread = smallestSpread * smallestSpread
    guard determinant.isFinite, determinant > spread * spread else { return nil }
    let first = (byX * yy - byY * xy) / determinant
    let second = (byY * xx - byX * xy) / determinant
    let shift = to - first * from.x - second * from.y
    return AffineTransform(first.x, first.y, second.x, second.y, shift.x, shift.y)
  }
}

/// Why touched marks give no calibration.
public enum CalibrationTrouble: Error, Hashable, Sendable {
  /// The touches lie on one line, or all in one place.
  case onOneLine
  /// The touches contradict each other. Most likely the mark of that number was missed, by that share of the picture.
  case misplaced(mark: Int, by: Double)
}

/// A mark of a calibration, and the position that the panel reported for its touch.
public struct MarkTouch: Hashable, Sendable {
  /// The mark's position, in shares 0 … 1 of the picture's width and height.
  public var mark: Point
  /// The reported position of the touch, in shares 0 … 1 of the panel's own width and height.
  public var reported: Point

  /// A touched mark.
  public init(mark: Point, reported: Point) {
    self.mark = mark
    self.reported = reported
  }
}
