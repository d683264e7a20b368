import GestureCore

/// The movement of one finger from landing to lift.
///
/// ```
///   ▁▁▁▁▁████████████████████████████▁▁▁▁
///   │    │ leg 1 │ leg 2 │  …        │
///   │    └ lands                     └ lifts at the end of the last leg
///   └ the strokes played with it begin here
/// ```
public struct Stroke: Sendable {
  /// The course of a finger's speed over a leg.
  public enum Pace: Sendable {
    /// The finger starts and stops gently, as when a hand points or drags.
    case easy
    /// The finger starts gently and leaves the glass at full speed, as when a hand swipes.
    case flick
  }

  /// A part of a stroke. A leg without travel is a rest.
  struct Leg: Sendable {
    var travel: Vector
    var milliseconds: Double
    var pace: Pace
    /// The offset of the leg's middle from the straight line, in mm, to the right of the travel.
    var bow: Double

    /// The offset from the leg's beginning after a share of its time, from 0 to 1.
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
  ///   - start: the place in mm.
  ///   - landing: the time in ms after the beginning of the strokes that are played together.
  public init(at start: Point, landing: Double = 0) {
    self.start = start
    self.landing = landing
  }

  /// Adds a rest.
  public func resting(_ milliseconds: Double) -> Stroke {
    adding(Leg(travel: .zero, milliseconds: milliseconds, pace: .easy, bow: 0))
  }

  /// Adds a movement by a vector, in mm.
  public func going(
    _ x: Double, _ y: Double, in milliseconds: Double, _ pace: Pace = .easy, bow: Double = 0
  ) -> Stroke {
    adding(Leg(travel: Vector(x, y), milliseconds: milliseconds, pace: pace, bow: bow))
  }

  /// The time of the lift, in ms on the clock of `landing`.
  var lift: Double { legs.reduce(landing) { $0 + $1.milliseconds } }

  /// The place at a time on the clock of `landing`.
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
