/// How far the raw positions of a panel reach, where they lie beyond the range that counts (TCH-39).
///
/// A warning shows the reach rounded outward, so that it tells no place of a finger.
public struct PanelReach: Hashable, Sendable {
  /// One axis.
  private struct Axis: Hashable {
    let minimum: Int64
    let maximum: Int64
    /// The reach grows by these steps: a sixteenth of the range.
    let step: Int64
    var first: Int64
    var last: Int64

    init(_ axis: PanelAxis) {
      (minimum, maximum) = (Int64(axis.minimum), Int64(axis.maximum))
      step = max(1, (maximum - minimum) / 16)
      (first, last) = (minimum, maximum)
    }

    /// - Returns: whether the reach has grown.
    mutating func take(_ value: Int32) -> Bool {
      let value = Int64(value)
      if value < first {
        first = minimum - (minimum - value + step - 1) / step * step
        return true
      }
      if value > last {
        last = maximum + (value - maximum + step - 1) / step * step
        return true
      }
      return false
    }
  }

  /// The most times that a growing reach is news: a hostile panel grows it for ever.
  private static let mostNews = 8

  private var x: Axis
  private var y: Axis
  /// How many times the reach has grown, 0 ... 8.
  public private(set) var growthCount = 0

  /// The reach of a panel that has reported nothing yet.
  public init(of panel: TouchPanel) {
    x = Axis(panel.x)
    y = Axis(panel.y)
  }

  /// Takes a raw position.
  public mutating func take(x rawX: Int32, y rawY: Int32) {
    let (growsX, growsY) = (x.take(rawX), y.take(rawY))
    if growsX || growsY { growthCount = min(growthCount + 1, Self.mostNews) }
  }

  /// The reach as the keys of a device table: `x_range = [0, 480] and y_range = [0, 255]`, those that differ.
  public var keys: String {
    [("x", x), ("y", y)].filter { $0.1.first < $0.1.minimum || $0.1.last > $0.1.maximum }
      .map { "\($0.0)_range = [\($0.1.first), \($0.1.last)]" }.joined(separator: " and ")
  }
}
