public import GestureCore

/// How a panel lies under the picture, as the touches of marks say it.
public struct PanelCalibration: Hashable, Sendable {
  /// The farthest that a touch may be from its mark once the matrix is applied, as a share of the picture: a finger that
  /// is put on a point without a picture of it errs by about half of that.
  public static let largestResidual = 0.02
  /// How far a matrix may be from an exact orientation and still be taken for it, as a share of the picture.
  public static let largestDeviation = 0.02
  /// The area that the touches must span is the square of about that share of the panel.
  private static let smallestSpread = 0.05
  private static let corners = [Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)]

  /// The matrix that fits the touches best, from shares of the panel to shares of the picture.
  public let measured: AffineTransform
  /// The orientation that is nearest to it.
  public let orientation: PanelOrientation
  /// How far it is from that orientation at the farthest corner, as a share of the picture.
  public let deviation: Double
  /// How far the worst touch is from its mark, with the matrix, as a share of the picture.
  public let residual: Double

  /// Finds the matrix by least squares.
  ///
  /// - Parameter touches: four or more marks, no three of them on a line.
  /// - Throws: where the touches say nothing, or contradict each other.
  public init(_ touches: [MarkTouch]) throws(CalibrationTrouble) {
    guard let matrix = Self.leastSquares(touches) else { throw .onOneLine }
    measured = matrix
    (orientation, deviation) = Self.nearestOrientation(to: matrix)
    residual = touches.map { Self.error(of: $0, matrix) }.max() ?? 0
    if residual > Self.largestResidual { throw Self.trouble(touches) }
  }

  /// Whether it is an orientation alone, as far as fingers can tell.
  public var isOrientationOnly: Bool { deviation <= Self.largestDeviation }

  /// The matrix to be used: the orientation's exact one where that is all.
  public var matrix: AffineTransform { isOrientationOnly ? orientation.shares : measured }

  /// The marks of a rectangle all err alike, whichever was misplaced. But a panel lies nearly along the picture's edges,
  /// so the mark without which it does so best is the one.
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

  /// The normal equations of both rows, about the means: two unknowns each, and the shift follows. Nil where the touches
  /// span no area.
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
