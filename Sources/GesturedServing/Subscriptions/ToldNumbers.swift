/// The questions or offers that a client received, numbered for this client alone.
///
/// The daemon's own numbers also count what other clients receive, and what stays private while a client holds the
/// lease. Gaps in them would reveal how often a finger lands.
package struct ToldNumbers {
  /// The meaning of a number that a client sends.
  package enum Meaning: Hashable {
    /// The client never received this number.
    case unknown
    /// The number is so old that nothing waits for its answer any more.
    case past
    /// The daemon's own number.
    case number(UInt64)
  }

  /// How many numbers are remembered: more than can be open at once.
  let capacity: Int
  /// The daemon's numbers; the one that the client knows as `n` is at `(n - 1) % capacity`.
  private var numbers: [UInt64] = []
  private var latest: UInt64 = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Makes the storage, so that `tell` allocates nothing.
  mutating func prepare() {
    numbers.reserveCapacity(capacity)
  }

  /// Remembers a number that the client is about to receive.
  ///
  /// - Returns: the client's own number for it.
  mutating func tell(_ number: UInt64) -> UInt64 {
    let place = Int(latest % UInt64(capacity))
    if place < numbers.count { numbers[place] = number } else { numbers.append(number) }
    latest += 1
    return latest
  }

  /// The client's own number for a daemon's number; nil where the client did not receive it.
  func told(_ number: UInt64) -> UInt64? {
    for back in 0..<UInt64(numbers.count) where numbers[Int((latest - 1 - back) % UInt64(capacity))] == number
    {
      return latest - back
    }
    return nil
  }

  /// The meaning of a number that the client sends.
  package func meaning(of told: UInt64) -> Meaning {
    guard told > 0, told <= latest else { return .unknown }
    guard latest - told < UInt64(capacity) else { return .past }
    return .number(numbers[Int((told - 1) % UInt64(capacity))])
  }
}
