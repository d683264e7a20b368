/// Where a touch will be in a moment, as far as that can be said: straight on at its mean velocity (PRE-1).
public struct TouchPredictor: Sendable {
  /// How old a sample may be beside the newest to count: 50 ms (PRE-1).
  public static let window = TimeSpan.milliseconds(50)
  /// How far predictions reach: a frame of a 60 Hz display (PRE-1).
  public static let horizon = TimeSpan.milliseconds(16.7)
  /// The most predictions at a time (PRE-1).
  public static let limit = 4

  private struct Sample: Sendable {
    var time: Instant
    var location: Point
  }

  /// The last three, the newest first.
  private var newest: Sample?
  private var middle: Sample?
  private var oldest: Sample?

  /// No samples.
  public init() {}

  /// Takes in where the touch is at a time, which is not before the last one.
  public mutating func append(_ location: Point, at time: Instant) {
    oldest = middle
    middle = newest
    newest = Sample(time: time, location: location)
  }

  /// The mean velocity over the last up to three samples, in mm/s; nil with fewer than two that count (PRE-4).
  public var velocity: Vector? {
    guard let newest else { return nil }
    for first in [oldest, middle] {
      guard let first, newest.time - first.time <= Self.window, newest.time > first.time else { continue }
      return (newest.location - first.location) / (newest.time - first.time).seconds
    }
    return nil
  }

  /// Where it will be a number of intervals after its newest sample; nil beyond the horizon or the limit, or
  /// where there is too little to go by.
  ///
  /// - Parameters:
  ///   - step: from 1.
  ///   - interval: what lies between two samples of the device.
  ///   - bound: the last place of the panel, to the right and at the bottom (PRE-5).
  public func prediction(
    _ step: Int, interval: TimeSpan, within bound: Point
  ) -> (time: Instant, location: Point)? {
    guard let newest, let velocity, interval > .zero, (1...Self.limit).contains(step),
      interval.microseconds <= Self.horizon.microseconds / Int64(step)
    else { return nil }
    let ahead = TimeSpan(microseconds: interval.microseconds * Int64(step))
    let place = newest.location + velocity * ahead.seconds
    return (
      newest.time + ahead, Point(min(max(place.x, 0), bound.x), min(max(place.y, 0), bound.y))
    )
  }
}
