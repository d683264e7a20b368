/// The usual time between two frames of a device: the median of the last gaps (PRE-1).
public struct SampleInterval: Sendable {
  /// The number of gaps in the median (PRE-1).
  private static let capacity = 8

  /// The last gaps in µs, where a new gap overwrites the oldest, and the same gaps sorted.
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

  /// Adds the stamp of a frame. Frames with equal stamps count as one (TCH-3).
  ///
  /// - Parameter isPause: whether no finger was down before the frame. The gap before a first landing does not count.
  public mutating func add(_ time: Instant, isPause: Bool) {
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

  /// The median gap; zero before the first gap. With an even number of gaps, the longer of the middle two is the
  /// median.
  public var median: TimeSpan {
    TimeSpan(microseconds: sorted.isEmpty ? 0 : sorted[sorted.count / 2])
  }
}
