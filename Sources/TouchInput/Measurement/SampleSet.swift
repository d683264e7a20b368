/// Values for a distribution, however many come: when there are too many to keep, every second one is let go, and of
/// those that come every second is passed over, and so on.
struct SampleSet: Hashable, Sendable {
  /// The most that are kept.
  private let capacity: Int
  private(set) var values: [Double] = []
  /// Of how many that come one is kept.
  private var stride = 1
  private var passedOver = 0

  /// - Parameter capacity: an even number: two minutes of the fastest panel.
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

  /// Nil where none came.
  var distribution: Distribution? { Distribution(sorted: values.sorted()) }
}
