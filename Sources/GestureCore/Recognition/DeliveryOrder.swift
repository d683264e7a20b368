/// Lists of recognizers in the order of delivery.
extension [Int] {
  /// Inserts a recognizer. Most come last, and appending costs a fifth of inserting.
  mutating func insert(_ number: Int, inOrderOf attempts: borrowing [Attempt]) {
    var place = count
    while place > 0, attempts[number].rank.precedes(attempts[self[place - 1]].rank) { place -= 1 }
    if place == count { append(number) } else { insert(number, at: place) }
  }

  /// Merges the two sorted parts of a list, in one pass however many recognizers are in each.
  ///
  /// - Parameters:
  ///   - middle: where the second part begins.
  ///   - merged: room for as many recognizers.
  mutating func merge(
    from middle: Int, through merged: inout [Int], inOrderOf attempts: borrowing [Attempt]
  ) {
    guard middle > 0, middle < count, attempts[self[middle]].rank.precedes(attempts[self[middle - 1]].rank)
    else { return }
    merged.removeAll(keepingCapacity: true)
    var (first, second) = (0, middle)
    while first < middle || second < count {
      let isSecondNext =
        first == middle
        || second < count && attempts[self[second]].rank.precedes(attempts[self[first]].rank)
      merged.append(self[isSecondNext ? second : first])
      if isSecondNext { second += 1 } else { first += 1 }
    }
    swap(&self, &merged)
  }
}
