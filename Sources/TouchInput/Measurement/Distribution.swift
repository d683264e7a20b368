/// What a person wants to know of many values.
public struct Distribution: Hashable, Sendable {
  /// The smallest.
  public let minimum: Double
  /// Half of them are at most this.
  public let median: Double
  /// Of a hundred, ninety-nine are at most this.
  public let p99: Double
  /// The largest.
  public let maximum: Double

  /// Of sorted values; nil where there are none.
  init?(sorted values: [Double]) {
    guard let first = values.first, let last = values.last else { return nil }
    minimum = first
    maximum = last
    median = Self.value(at: 0.5, of: values)
    p99 = Self.value(at: 0.99, of: values)
  }

  /// The smallest value that this share of them is not above.
  private static func value(at share: Double, of values: [Double]) -> Double {
    let rank = (share * Double(values.count)).rounded(.up)
    return values[min(max(Int(rank) - 1, 0), values.count - 1)]
  }
}
