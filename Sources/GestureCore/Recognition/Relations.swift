/// Whom a recognizer waits for and whom it leaves alone, by their numbers in the recognizer set, each list rising.
struct Relations: Sendable {
  /// ARB-29: few, since each is written by hand.
  let requireToFail: [Int]
  /// ARB-45: those that must not have begun.
  let requireNotBegun: [Int]
  /// Those that go on when it is recognized (ARB-9): said by it or by the other.
  private let simultaneousWith: [Int]
  /// The same for all there are.
  private let goesWithAll: Bool
  /// Those that it makes fail, nil for all (ARB-14), and those that make it fail (ARB-15).
  private let canPrevent: [Int]?
  private let canBePreventedBy: [Int]?

  /// The relations of an instance.
  ///
  /// - Parameter isSpared: whether it does not wait for one of those that it is said to wait for.
  @inline(__always)
  init(_ instance: RecognizerInstance, where isSpared: (Int) -> Bool) {
    // Most wait for all that they say: then the list is not copied.
    let required = instance.requireToFail
    requireToFail = required.contains(where: isSpared) ? required.filter { !isSpared($0) } : required
    requireNotBegun = instance.requireNotBegun
    simultaneousWith = instance.simultaneousWith
    goesWithAll = instance.goesWithAll
    canPrevent = instance.canPrevent
    canBePreventedBy = instance.canBePreventedBy
  }

  /// Whether another goes on when this one is recognized: it is simultaneous (ARB-9, ARB-10), or cannot be prevented by
  /// this one (ARB-14 to ARB-16).
  ///
  /// - Parameters:
  ///   - other: its relations.
  ///   - otherNumber: its number.
  ///   - number: the number of this one.
  func spare(_ other: borrowing Relations, numbered otherNumber: Int, from number: Int) -> Bool {
    if goesWithAll || other.goesWithAll { return true }
    if !simultaneousWith.isEmpty, simultaneousWith.holds(otherNumber) { return true }
    if let canPrevent, !canPrevent.holds(otherNumber) { return true }
    if let prevented = other.canBePreventedBy, !prevented.holds(number) { return true }
    return false
  }
}

extension [Int] {
  /// Whether a number is in a rising list.
  fileprivate func holds(_ number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
