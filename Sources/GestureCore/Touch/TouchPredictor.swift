/// Predicts where a touch will be in a moment: straight on at its mean velocity (PRE-1).
public struct TouchPredictor: Sendable {
  /// The largest age of a sample that counts, measured from the newest: 50 ms (PRE-1).
  public static let window = TimeSpan.milliseconds(50)
  /// The longest prediction: a frame of a 60 Hz display (PRE-1).
  public static let horizon = TimeSpan.milliseconds(16.7)
  /// The most predictions at a time (PRE-1).
  public static let limit = 4

  private struct Sample: Sendable {
    var time: Instant
    var location: Point
  }

  /// The last three samples, newest first.
  private var newest: Sample?
  private var middle: Sample?
  private var oldest: Sample?

  /// No samples.
  public init() {}

  /// Adds a position at a time that is not before the previous sample.
  public mutating func append(_ location: Point, at time: Instant) {
    oldest = middle
    middle = newest
    newest = Sample(time: time, location: location)
  }

  /// The mean velocity over up to three samples, in mm/s. Nil with fewer than two samples that count (PRE-4).
  public var velocity: Vector? {
    guard let newest else { return nil }
    for first in [oldest, middle] {
      guard let first, newest.time - first.time <= Self.window, newest.time > first.time else { continue }
      return (newest.location - first.location) / (newest.time - first.time).seconds
    }
    return nil
  }

  /// The position of the touch a number of intervals after its newest sample. Nil beyond the horizon or the limit, or
  /// with too few samples.
  ///
  /// - Parameters:
  ///   - step: the number of intervals, from 1.
  ///   - interval: the time between two samples of the device.
  ///   - bound: the last position of the panel, to the right and at the bottom (PRE-5).
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
