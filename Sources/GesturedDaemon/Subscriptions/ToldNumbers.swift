/// The questions that a client was asked, or the offers that it was made, numbered for it alone.
///
/// The daemon's own numbers count what others are asked too, and what nobody is told while somebody holds the lease:
/// gaps in them, or whether one was given, would tell how often a finger lands.
struct ToldNumbers {
  /// What a client means by a number.
  enum Meaning: Hashable {
    /// It was never told of one of that number.
    case unknown
    /// One that was so long ago that nothing waits for it any more.
    case past
    /// The one that the daemon calls by this number.
    case number(UInt64)
  }

  /// How many are remembered: more than can be open at once.
  let capacity: Int
  /// The daemon's numbers; the one that is told as `n` is at `(n - 1) % capacity`.
  private var numbers: [UInt64] = []
  private var latest: UInt64 = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Makes the storage, so that to tell allocates nothing.
  mutating func prepare() {
    numbers.reserveCapacity(capacity)
  }

  /// Remembers one that the client is told of.
  ///
  /// - Returns: its number for the client.
  mutating func tell(_ number: UInt64) -> UInt64 {
    let place = Int(latest % UInt64(capacity))
    if place < numbers.count { numbers[place] = number } else { numbers.append(number) }
    latest += 1
    return latest
  }

  /// The client's number of one; nil where it was not told of it.
  func told(_ number: UInt64) -> UInt64? {
    for back in 0..<UInt64(numbers.count) where numbers[Int((latest - 1 - back) % UInt64(capacity))] == number
    {
      return latest - back
    }
    return nil
  }

  /// What the client means by a number.
  func meaning(of told: UInt64) -> Meaning {
    guard told > 0, told <= latest else { return .unknown }
    guard latest - told < UInt64(capacity) else { return .past }
    return .number(numbers[Int((told - 1) % UInt64(capacity))])
  }
}
