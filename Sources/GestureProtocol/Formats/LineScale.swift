import GestureCore

/// What turns the millimetres of a screen into the units of a line.
///
/// Millimetres are a scale of ones, and a number times one is the number: so there is one way to write a line, and
/// the bytes of millimetres do not depend on who else listens. What must not be told is scaled to no number at all,
/// which leaves its field out.
struct LineScale: Hashable, Sendable {
  /// For places, across and down; no numbers where places are not told.
  let placeX: Double
  let placeY: Double
  /// For displacements, velocities and sizes, across and down.
  let x: Double
  let y: Double
  /// For lengths without a direction.
  var length: Double { x }

  /// The scale of a screen.
  ///
  /// - Parameters:
  ///   - form: the units, and whether places are told.
  ///   - size: the screen's extent in mm.
  ///   - pixels: how many pixels it has across and down; nil where nobody knows, and then nothing is told in pixels.
  init(_ form: borrowing LineForm, size: Size, pixels: Size?) {
    switch form.units {
    case .millimetres: (x, y) = (1, 1)
    case .points: (x, y) = (1 / RegionLength.millimetresPerPoint, 1 / RegionLength.millimetresPerPoint)
    // A size of nothing gives infinity, and what is not finite is not told.
    case .pixels: (x, y) = pixels.map { ($0.width / size.width, $0.height / size.height) } ?? (.nan, .nan)
    case .normalized: (x, y) = (1 / size.width, 1 / size.height)
    }
    (placeX, placeY) = form.hasPlaces ? (x, y) : (.nan, .nan)
  }

  /// Millimetres, which ask nothing of the screen.
  @inline(__always)
  init(millimetresWithPlaces hasPlaces: Bool) {
    (x, y) = (1, 1)
    placeX = hasPlaces ? 1 : .nan
    placeY = placeX
  }

  @inline(__always)
  func place(_ point: Point) -> Point { Point(point.x * placeX, point.y * placeY) }

  @inline(__always)
  func vector(_ vector: Vector) -> Vector { Vector(vector.x * x, vector.y * y) }
}
