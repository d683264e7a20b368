/// Counts taps on one spot, with or without recognizers (TCH-12 to TCH-19).
///
/// The counter remembers touches that ended recently. A landing near one of them, soon enough, continues its count.
/// Each remembered touch continues at most once, and the nearest comes first.
public struct TapCounter: Sendable {
  private let gap: TimeSpan
  private let distance: Double

  private struct Ended {
    var time: Instant
    var start: Point
    var count: Int
  }

  /// Two hands have ten fingers, so 20 would do. A device that claims more taps within the gap loses the oldest.
  private static let capacity = 32
  private var ended: [Ended] = []

  /// A counter without remembered touches.
  public init(_ settings: TouchSettings) {
    gap = settings.tapGap
    distance = settings.tapDistance + Tolerance.distance
    ended.reserveCapacity(Self.capacity)
  }

  /// The tap count of a touch that lands.
  public mutating func land(at point: Point, time: Instant) -> Int {
    ended.removeAll { time - $0.time > gap }
    var nearest: Int?
    var nearestLength = Double.infinity
    for (position, candidate) in ended.enumerated()
    where isNear(point, candidate.start) {
      let length = (point - candidate.start).length
      if length < nearestLength {
        nearestLength = length
        nearest = position
      }
    }
    guard let nearest else { return 1 }
    return ended.remove(at: nearest).count + 1
  }

  /// Remembers a touch that lifted. A touch that left its box has count 0 and starts no tap series (TCH-17).
  public mutating func lift(_ touch: borrowing Touch, time: Instant) {
    guard touch.tapCount > 0 else { return }
    if ended.count == Self.capacity { ended.removeFirst() }
    ended.append(Ended(time: time, start: touch.start, count: touch.tapCount))
  }

  /// Whether two points are within the distance on each axis: a box, not a circle (TCH-15).
  public func isNear(_ a: Point, _ b: Point) -> Bool {
    abs(a.x - b.x) <= distance && abs(a.y - b.y) <= distance
  }
}
