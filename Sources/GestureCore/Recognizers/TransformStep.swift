/// The effect of one event on any number of fingers: the similarity that fits best, by least squares, to the fingers
/// that were down before and after.
struct TransformStep {
  /// The number of fingers that are down after the event.
  private(set) var downNow = 0
  /// The number of fingers that were down before the event.
  private(set) var downBefore = 0
  /// Whether a finger landed or lifted.
  private(set) var numberChanged = false
  /// Whether a finger moved.
  private(set) var hasMoved = false
  /// The movement of the fingers' center, in mm.
  private(set) var translation = Vector.zero
  /// The similarity of the movement, on the screen.
  private(set) var similarity = Similarity.identity
  /// Twice the mean distance of the fingers that are down from their center: for two fingers, their distance.
  private(set) var span = 0.0

  /// - Parameter leastSpread: the smallest sum, in mm², of the squared distances from the center. Below it there is
  ///   neither turn nor scale.
  init(_ touches: borrowing TrackedTouches, leastSpread: Double) {
    var before = Point.zero
    var after = Point.zero
    var now = Point.zero
    var stayed = 0
    for position in 0..<touches.count {
      let touch = touches[position]
      switch touch.phase {
      case .began: numberChanged = true
      case .ended, .cancelled:
        numberChanged = true
        downBefore += 1
      case .moved, .stationary:
        hasMoved = hasMoved || touch.phase == .moved
        before = before + (touch.previousLocation - .zero)
        after = after + (touch.location - .zero)
        stayed += 1
      }
      if touch.isDown {
        now = now + (touch.location - .zero)
        downNow += 1
      }
    }
    downBefore += stayed
    measureSpan(touches, sum: now)
    guard stayed > 0 else { return }
    fit(
      touches, before: .zero + (before - .zero) / Double(stayed),
      after: .zero + (after - .zero) / Double(stayed),
      leastSpread: leastSpread)
  }

  private mutating func measureSpan(_ touches: borrowing TrackedTouches, sum: Point) {
    guard downNow > 1 else { return }
    let centre = Point.zero + (sum - .zero) / Double(downNow)
    var total = 0.0
    for position in 0..<touches.count where touches[position].isDown {
      total += (touches[position].location - centre).length
    }
    span = 2 * total / Double(downNow)
  }

  /// m = Σ b·conj(a) / Σ |a|², where a and b are the positions before and after, relative to their centers.
  private mutating func fit(
    _ touches: borrowing TrackedTouches, before: Point, after: Point, leastSpread: Double
  ) {
    var product = Vector.zero
    var squares = 0.0
    for position in 0..<touches.count {
      let touch = touches[position]
      guard touch.phase == .moved || touch.phase == .stationary else { continue }
      let a = touch.previousLocation - before
      let b = touch.location - after
      product = product + b.times(Vector(a.x, -a.y))
      squares += a.x * a.x + a.y * a.y
    }
    translation = after - before
    var factor = Vector(1, 0)
    if squares >= leastSpread, product != .zero { factor = product / squares }
    similarity = Similarity(
      factor: factor, shift: (after - .zero) - factor.times(before - .zero))
  }
}
