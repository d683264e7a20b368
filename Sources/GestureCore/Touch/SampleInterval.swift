/// What usually lies between two frames of a device: the median of the last gaps (PRE-1).
public struct SampleInterval: Sendable {
  /// How many gaps count (PRE-1).
  private static let capacity = 8

  /// The last gaps in µs, the oldest overwritten first; and the same sorted.
  private var gaps: [Int64]
  private var sorted: [Int64]
  private var next = 0
  private var latest: Instant?

  /// No frames.
  public init() {
    gaps = []
    gaps.reserveCapacity(Self.capacity)
    sorted = []
    sorted.reserveCapacity(Self.capacity)
  }

  /// Takes in the stamp of a frame. Frames of one stamp are one (TCH-3).
  ///
  /// - Parameter isPause: whether no finger was down before it: what lies before a first landing says nothing.
  public mutating func note(_ time: Instant, isPause: Bool) {
    defer { latest = time }
    guard let latest, !isPause, time > latest else { return }
    let gap = (time - latest).microseconds
    if gaps.count < Self.capacity {
      gaps.append(gap)
    } else {
      gaps[next] = gap
      next = (next + 1) % Self.capacity
    }
    sort()
  }

  private mutating func sort() {
    sorted.removeAll(keepingCapacity: true)
    for gap in gaps {
      var position = sorted.count
      while position > 0, sorted[position - 1] > gap { position -= 1 }
      sorted.insert(gap, at: position)
    }
  }

  /// The median gap; zero before there was one. Of two in the middle the longer counts.
  public var median: TimeSpan {
    TimeSpan(microseconds: sorted.isEmpty ? 0 : sorted[sorted.count / 2])
  }
}
