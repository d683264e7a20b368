// The only thing this room takes from the C library is its mathematics.
import Glibc

/// Angles between displacements.
enum Angle {
  /// The angle between a displacement and a direction, 0° … 180°, from its parts along and across the direction;
  /// `across` is not negative.
  static func degrees(along: Double, across: Double) -> Double {
    atan2(across, along) * 180 / .pi
  }
}
