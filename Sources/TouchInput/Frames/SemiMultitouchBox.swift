import GestureCore

/// The two contacts of a panel that only tells the box around them (INPUT_PROP_SEMI_MT, D16).
///
/// ```
///   what it tells      what is true         what is told on
///   a┄┄┄┄┄┐            ┌┄┄┄┄┄2               direction: of the landing
///   ┊     ┊     or     ┊     ┊               middle, distance: of the box
///   └┄┄┄┄┄b            1┄┄┄┄┄┘
/// ```
///
/// It gives two opposite corners, and not which of the two pairs: the middle of the contacts and their distance are
/// true, how they lie to each other is not. So they are told of on a line that keeps the direction it had when the
/// second one landed: they move and pinch as the fingers do, and never turn.
///
/// When one lifts, the panel tells where the other truly is, which may be another corner than it was told to be at. It
/// goes on from where it was told to be, moved by as much as the finger moves, until all have lifted: nobody leaps.
struct SemiMultitouchBox {
  /// Where the contacts are told to be.
  private(set) var places: (first: Point, second: Point)?
  /// How far from where the panel tells contacts to be they are told to be.
  private(set) var offset = Vector.zero
  private var direction: Vector?

  /// There are no longer two contacts.
  mutating func clear() {
    places = nil
    direction = nil
  }

  /// One of two contacts has lifted.
  ///
  /// - Parameters:
  ///   - told: where the other was told to be.
  ///   - reported: where the panel now tells it to be.
  mutating func leave(at told: Point, reported: Point) {
    clear()
    offset = told - reported
  }

  /// All have lifted, or been taken away.
  mutating func forget() {
    clear()
    offset = Vector.zero
  }

  /// Takes the corners that the panel gives for its two contacts.
  ///
  /// - Parameter known: where the one is that was there before the other landed, and whether it is the first; nil
  ///   where they landed together.
  mutating func take(_ a: Point, _ b: Point, known: (place: Point, isFirst: Bool)?) {
    guard let direction else {
      land(a, b, known)
      return
    }
    let middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
    let half = direction * ((b - a).length / 2)
    places = (middle + half * -1, middle + half)
  }

  /// The one that was there before is at the corner that is nearest to it, so that it does not jump when the panel
  /// begins to tell corners.
  private mutating func land(_ a: Point, _ b: Point, _ known: (place: Point, isFirst: Bool)?) {
    var (first, second) = (a, b)
    if let known {
      let corner = Point(
        Self.nearest(a.x, b.x, to: known.place.x), Self.nearest(a.y, b.y, to: known.place.y))
      let opposite = Point(a.x + b.x - corner.x, a.y + b.y - corner.y)
      (first, second) = known.isFirst ? (corner, opposite) : (opposite, corner)
    }
    let line = second - first
    direction = line.length > 0 ? line / line.length : Vector(1, 0)
    places = (first, second)
  }

  private static func nearest(_ a: Double, _ b: Double, to place: Double) -> Double {
    abs(a - place) <= abs(b - place) ? a : b
  }
}
