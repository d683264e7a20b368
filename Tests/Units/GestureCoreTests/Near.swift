import GestureCore

extension Point {
  /// Within 0.01 pt.
  func isNear(_ x: Double, _ y: Double) -> Bool {
    abs(self.x - x) <= 0.01 && abs(self.y - y) <= 0.01
  }
}

extension Vector {
  /// Within 0.01 pt, or 1 % of a velocity.
  func isNear(_ x: Double, _ y: Double) -> Bool {
    abs(self.x - x) <= max(0.01, abs(x) / 100) && abs(self.y - y) <= max(0.01, abs(y) / 100)
  }
}

extension Double {
  /// Within 0.001: scales and radians.
  func isNear(_ other: Double) -> Bool {
    abs(self - other) <= 0.001
  }
}
