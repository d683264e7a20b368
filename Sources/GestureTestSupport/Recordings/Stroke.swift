import GestureCore

/// What one finger does from landing to lift.
///
/// ```
///   ▁▁▁▁▁████████████████████████████▁▁▁▁
///   │    │ leg 1 │ leg 2 │  …        │
///   │    └ lands                     └ lifts at the end of the last leg
///   └ the strokes played with it begin here
/// ```
public struct Stroke: Sendable {
  /// How a finger's speed goes over a leg.
  public enum Pace: Sendable {
    /// It sets off gently and arrives gently, as a hand that points or drags.
    case easy
    /// It sets off gently and leaves the glass at full speed, as a hand that swipes.
    case flick
  }

  /// A stretch of a stroke; one without travel is a rest.
  struct Leg: Sendable {
    var travel: Vector
    var milliseconds: Double
    var pace: Pace
    /// How far the middle of the way is off the straight line, in mm, to the right of the travel.
    var bow: Double

    /// Where it is, from its beginning, when a share of its time has passed.
    func offset(after share: Double) -> Vector {
      let progress =
        switch pace {
        case .easy: share * share * (3 - 2 * share)
        case .flick: share * share * (2 - share)
        }
      let length = max(travel.length, .leastNormalMagnitude)
      let aside = Vector(-travel.y / length, travel.x / length)
      return travel * progress + aside * (bow * 4 * progress * (1 - progress))
    }
  }

  let start: Point
  let landing: Double
  private(set) var legs: [Leg] = []

  /// A finger that lands.
  ///
  /// - Parameters:
  ///   - start: where, in mm.
  ///   - landing: how many milliseconds after the strokes that it is played with begin.
  public init(at start: Point, landing: Double = 0) {
    self.start = start
    self.landing = landing
  }

  /// Then it rests.
  public func resting(_ milliseconds: Double) -> Stroke {
    adding(Leg(travel: .zero, milliseconds: milliseconds, pace: .easy, bow: 0))
  }

  /// Then it goes by a vector, in mm.
  public func going(
    _ x: Double, _ y: Double, in milliseconds: Double, _ pace: Pace = .easy, bow: Double = 0
  ) -> Stroke {
    adding(Leg(travel: Vector(x, y), milliseconds: milliseconds, pace: pace, bow: bow))
  }

  /// When it lifts, in milliseconds on the clock of `landing`.
  var lift: Double { legs.reduce(landing) { $0 + $1.milliseconds } }

  /// Where it is at a time on the clock of `landing`.
  func position(at milliseconds: Double) -> Point {
    var place = start
    var rest = milliseconds - landing
    for leg in legs {
      guard rest < leg.milliseconds else {
        place = place + leg.travel
        rest -= leg.milliseconds
        continue
      }
      return place + leg.offset(after: max(0, rest) / leg.milliseconds)
    }
    return place
  }

  private func adding(_ leg: Leg) -> Stroke {
    var longer = self
    longer.legs.append(leg)
    return longer
  }
}
