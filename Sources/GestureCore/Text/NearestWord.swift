/// Finds the word that was meant by one that is not known.
public enum NearestWord {
  /// Words longer than this are not compared: nobody mistypes that much, and the comparison is quadratic.
  private static let maximumLength = 64
  /// Nor are more words than this, for the same reason.
  private static let maximumCount = 1024

  /// The known word nearest to a written one; nil where none is near. Of equally near ones the first.
  ///
  /// Near is one that goes on where the written one stops (`movement`, `movement_mm`), or one that at most a
  /// third of the letters, or two, away.
  public static func nearest(to written: String, among known: [String]) -> String? {
    guard !written.isEmpty, written.utf8.count <= maximumLength else { return nil }
    if let longer = known.first(where: { $0.hasPrefix(written + "_") }) { return longer }
    let known = known.prefix(maximumCount)
    let distances = known.map { distance(Array(written.utf8), Array($0.utf8)) }
    guard let least = distances.min(), let position = distances.firstIndex(of: least) else { return nil }
    let word = known[position]
    let bound = min(max(2, word.utf8.count / 3), word.utf8.count - 1)
    return least <= bound ? word : nil
  }

  /// How many letters must be put in, left out, changed or swapped with the next (optimal string alignment).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for row in 0..<a.count {
      var current = [row + 1]
      for column in 0..<b.count {
        let change = last[column] + (a[row] == b[column] ? 0 : 1)
        var least = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}
