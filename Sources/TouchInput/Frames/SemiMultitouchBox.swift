import GestureCore

/// The two contacts of a panel that only reports the box around them (INPUT_PROP_SEMI_MT, D16).
///
/// ```
///   reported           true                 passed on
///   a┄┄┄┄┄┐            ┌┄┄┄┄┄2               direction: of the landing
///   ┊     ┊     or     ┊     ┊               middle, distance: of the box
///   └┄┄┄┄┄b            1┄┄┄┄┄┘
/// ```
///
/// The panel reports two opposite corners, and not which of the two pairs of corners. The middle of the contacts and
/// their distance are true; their direction is not. The contacts are therefore placed on a line that keeps the
/// direction of the second landing: they move and pinch as the fingers do, and never turn.
///
/// When one contact lifts, the panel reports the true position of the other, which may be another corner than before.
/// The other contact continues from its placed position and moves by as much as the finger moves, until all have
/// lifted. No contact leaps.
struct SemiMultitouchBox {
  /// The placed positions of the contacts.
  private(set) var places: (first: Point, second: Point)?
  /// The distance from the reported position of a contact to its placed one.
  private(set) var offset = Vector.zero
  private var direction: Vector?

  /// Ends the box, since there are no longer two contacts.
  mutating func clear() {
    places = nil
    direction = nil
  }

  /// One of the two contacts has lifted.
  ///
  /// - Parameters:
  ///   - told: the placed position of the other contact.
  ///   - reported: the position that the panel now reports for the other contact.
  mutating func leave(at told: Point, reported: Point) {
    clear()
    offset = told - reported
  }

  /// All contacts have lifted or were cancelled.
  mutating func forget() {
    clear()
    offset = Vector.zero
  }

  /// Updates the corners that the panel reports for its two contacts.
  ///
  /// - Parameter known: the position of the contact that was there before the other landed, and whether it is the
  ///   first; nil where both landed together.
  mutating func update(_ a: Point, _ b: Point, known: (place: Point, isFirst: Bool)?) {
    guard let direction else {
      land(a, b, known)
      return
    }
    let middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
    let half = direction * ((b - a).length / 2)
    places = (middle + half * -1, middle + half)
  }

  /// Places the earlier contact at the corner nearest to it, so that it does not leap when the panel begins to report
  /// corners.
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
