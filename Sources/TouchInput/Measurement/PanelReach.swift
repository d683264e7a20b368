/// How far the raw positions of a panel reach, where they lie clearly beyond the range that counts (TCH-39).
///
/// Up to a 64th of the range beyond it is not reported: the clamp costs nothing there, and a wider range would misplace every
/// touch. A warning shows the reach rounded outward, so that it reveals no position of a finger.
public struct PanelReach: Hashable, Sendable {
  /// One axis.
  private struct Axis: Hashable {
    let minimum: Int64
    let maximum: Int64
    /// The distance beyond the range that is not reported: a 64th of the range.
    let tolerance: Int64
    var first: Int64
    var last: Int64

    init(_ axis: PanelAxis) {
      (minimum, maximum) = (Int64(axis.minimum), Int64(axis.maximum))
      tolerance = (maximum - minimum) / 64
      (first, last) = (minimum, maximum)
    }

    /// - Returns: whether the reach has grown.
    mutating func extend(to value: Int32) -> Bool {
      let value = Int64(value)
      if value < first, minimum - value > tolerance {
        first = minimum - rounded(minimum - value)
        return true
      }
      if value > last, value - maximum > tolerance {
        last = maximum + rounded(value - maximum)
        return true
      }
      return false
    }

    /// An excess rounded up to steps of a 64th of the range. Where it is far, the steps are longer, up to a 16th: a finger
    /// that slides outward makes little news.
    private func rounded(_ excess: Int64) -> Int64 {
      let least = max(1, tolerance)
      let step = excess <= 8 * least ? least : excess <= 16 * least ? 2 * least : 4 * least
      return (excess + step - 1) / step * step
    }
  }

  /// The most reports of a growing reach: a hostile panel could extend it endlessly.
  private static let mostNews = 16

  private var x: Axis
  private var y: Axis
  /// How many times the reach has grown, 0 ... 16.
  public private(set) var growthCount = 0

  /// The reach of a panel that has reported nothing yet.
  public init(of panel: TouchPanel) {
    x = Axis(panel.x)
    y = Axis(panel.y)
  }

  /// Extends the reach to a raw position.
  public mutating func extend(x rawX: Int32, y rawY: Int32) {
    let (growsX, growsY) = (x.extend(to: rawX), y.extend(to: rawY))
    if growsX || growsY { growthCount = min(growthCount + 1, Self.mostNews) }
  }

  /// The reach as the keys of a device table: `x_range = [0, 480] and y_range = [0, 255]`, those that differ.
  public var keys: String {
    [("x", x), ("y", y)].filter { $0.1.first < $0.1.minimum || $0.1.last > $0.1.maximum }
      .map { "\($0.0)_range = [\($0.1.first), \($0.1.last)]" }.joined(separator: " and ")
  }
}
