/// The recognizers that a recognizer waits for and those it leaves alone, by their numbers in the recognizer set, each
/// list rising.
struct Relations: Sendable {
  /// The recognizers that must fail first (ARB-29). The list is short, since authors write it by hand.
  let requireToFail: [Int]
  /// The recognizers that must not have begun (ARB-45).
  let requireNotBegun: [Int]
  /// The recognizers that go on when this one is recognized (ARB-9). Either side's declaration counts.
  private let simultaneousWith: [Int]
  /// Whether all recognizers go on when this one is recognized.
  private let goesWithAll: Bool
  /// The recognizers that this one makes fail, nil for all (ARB-14), and those that make this one fail (ARB-15).
  private let canPrevent: [Int]?
  private let canBePreventedBy: [Int]?

  /// The relations of a recognizer of a set. The set is the argument, since a copy of one instance counts dozens of
  /// references.
  ///
  /// - Parameter isSpared: whether the recognizer skips one of its declared failure requirements.
  @inline(__always)
  init(of number: Int, in set: borrowing RecognizerSet, where isSpared: (Int) -> Bool) {
    // Most recognizers wait for all declared ones, and then the list is not copied.
    let required = set.instances[number].requireToFail
    requireToFail = required.contains(where: isSpared) ? required.filter { !isSpared($0) } : required
    requireNotBegun = set.instances[number].requireNotBegun
    simultaneousWith = set.instances[number].simultaneousWith
    goesWithAll = set.instances[number].goesWithAll
    canPrevent = set.instances[number].canPrevent
    canBePreventedBy = set.instances[number].canBePreventedBy
  }

  /// Whether another recognizer goes on when this one is recognized. It goes on if the two are simultaneous (ARB-9,
  /// ARB-10), or if this one cannot prevent the other (ARB-14 to ARB-16).
  ///
  /// - Parameters:
  ///   - other: the other recognizer's relations.
  ///   - otherNumber: the other recognizer's number.
  ///   - number: the number of this recognizer.
  func letsContinue(_ other: borrowing Relations, numbered otherNumber: Int, from number: Int) -> Bool {
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
