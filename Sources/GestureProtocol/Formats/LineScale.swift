import GestureCore

/// Converts millimeters on a screen into the units of a line.
///
/// The scale of millimeters is 1, and a number times 1 is the number. One code path therefore writes all units, and the
/// bytes of millimeters do not depend on other subscribers. A hidden value has the scale NaN, which omits its field.
struct LineScale: Hashable, Sendable {
  /// The scale of places, across and down; NaN where the form hides places.
  let placeX: Double
  let placeY: Double
  /// The scale of displacements, velocities and sizes, across and down.
  let x: Double
  let y: Double
  /// The scale of lengths without a direction.
  var length: Double { x }

  /// The scale of a screen.
  ///
  /// - Parameters:
  ///   - form: the units, and whether lines carry places.
  ///   - size: the screen's extent in mm.
  ///   - pixels: the pixels across and down; nil where they are unknown, which omits all fields in pixels.
  init(_ form: borrowing LineForm, size: Size, pixels: Size?) {
    // Values that are not finite are omitted.
    (x, y) = form.units.perMillimetre(of: size, pixels: pixels)
    (placeX, placeY) = form.hasPlaces ? (x, y) : (.nan, .nan)
  }

  /// The scale of millimeters, which does not depend on the screen.
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
