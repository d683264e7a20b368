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

  /// Takes a finite value.
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
