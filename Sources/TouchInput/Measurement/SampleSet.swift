/// A bounded set of values for a distribution. A full set drops every second value, and from then on keeps only every
/// second new one, and so on.
struct SampleSet: Hashable, Sendable {
  /// The largest number of kept values.
  private let capacity: Int
  private(set) var values: [Double] = []
  /// The number of new values of which one is kept.
  private var stride = 1
  private var passedOver = 0

  /// - Parameter capacity: an even number; the default holds two minutes of the fastest panel.
  init(capacity: Int = 1 << 17) {
    precondition(capacity >= 2 && capacity.isMultiple(of: 2))
    self.capacity = capacity
  }

  /// Adds a finite value.
  mutating func add(_ value: Double) {
    passedOver += 1
    guard passedOver == stride else { return }
    passedOver = 0
    values.append(value)
    guard values.count == capacity else { return }
    values = values.indices.filter { !$0.isMultiple(of: 2) }.map { values[$0] }
    stride *= 2
  }

  /// The distribution of the values; nil where there are none.
  var distribution: Distribution? { Distribution(sorted: values.sorted()) }
}

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
