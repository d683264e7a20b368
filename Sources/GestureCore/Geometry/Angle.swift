// This room uses nothing of the C library but its mathematics.
import Glibc

/// Angles between displacements.
enum Angle {
  /// The angle between a displacement and a direction, 0° … 180°, from the displacement's parts along and across the
  /// direction. `across` is not negative.
  static func degrees(along: Double, across: Double) -> Double {
    atan2(across, along) * 180 / .pi
  }

  /// The direction of a displacement in radians, −π … π, clockwise from the right.
  static func radians(of displacement: Vector) -> Double {
    atan2(displacement.y, displacement.x)
  }

  /// The sine and cosine of an angle in degrees; exact for right angles.
  static func sineAndCosine(ofDegrees degrees: Double) -> (sine: Double, cosine: Double) {
    switch degrees.truncatingRemainder(dividingBy: 360) {
    case 0: (0, 1)
    case 90, -270: (1, 0)
    case 180, -180: (0, -1)
    case 270, -90: (-1, 0)
    case let turn: (sin(turn * .pi / 180), cos(turn * .pi / 180))
    }
  }

  /// The tangent of an angle in radians.
  static func tangent(_ radians: Double) -> Double {
    tan(radians)
  }

  /// The turn from one direction to another, the shorter way round, in (−π, π].
  static func turn(from start: Double, to end: Double) -> Double {
    var turn = end - start
    if turn > .pi { turn -= 2 * .pi }
    if turn <= -.pi { turn += 2 * .pi }
    return turn
  }
}
