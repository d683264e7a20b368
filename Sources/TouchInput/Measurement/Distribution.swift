/// A summary of many values.
public struct Distribution: Hashable, Sendable {
  /// The smallest value.
  public let minimum: Double
  /// The median: half of the values are at most this.
  public let median: Double
  /// The 99th percentile: 99 of 100 values are at most this.
  public let p99: Double
  /// The largest value.
  public let maximum: Double

  /// The distribution of sorted values; nil where there are none.
  init?(sorted values: [Double]) {
    guard let first = values.first, let last = values.last else { return nil }
    minimum = first
    maximum = last
    median = Self.value(at: 0.5, of: values)
    p99 = Self.value(at: 0.99, of: values)
  }

  /// The smallest value that at least this share of the values does not exceed.
  private static func value(at share: Double, of values: [Double]) -> Double {
    let rank = (share * Double(values.count)).rounded(.up)
    return values[min(max(Int(rank) - 1, 0), values.count - 1)]
  }
}
