/// Finds the known word that an unknown word probably stands for.
///
/// The work is bounded whatever clients declare. The search looks at every known word once, and compares at most
/// `maximumCandidates` words of similar length letter by letter.
public enum NearestWord {
  /// The longest word that is compared: the comparison is quadratic, and longer words are not typing errors.
  static let maximumLength = 64
  /// The most words compared letter by letter.
  static let maximumCandidates = 64
  /// The most pairs of letters compared for one hint.
  static let maximumPairs = 32_768

  /// The known word nearest to a written one; nil where no word is near. Among equally near words the first wins.
  ///
  /// A word is near if it continues the written word after an underscore (`movement`, `movement_mm`). It is also near
  /// if at most a third of its letters, or two, differ.
  public static func nearest(to written: String, among known: some Sequence<String>) -> String? {
    var pairs = 0
    return nearest(to: written, among: known, pairs: &pairs)
  }

  /// - Parameter pairs: counts the pairs of letters that are compared, for tests.
  static func nearest(
    to written: String, among known: some Sequence<String>, pairs: inout Int
  ) -> String? {
    let letters = Array(written.utf8.prefix(maximumLength + 1))
    guard !letters.isEmpty, letters.count <= maximumLength else { return nil }
    var candidates = 0
    var best: (word: String, distance: Int)?
    for word in known {
      let count = word.utf8.count
      if count > letters.count, word.utf8.starts(with: letters),
        word.utf8.dropFirst(letters.count).first == UInt8(ascii: "_")
      {
        return word
      }
      let bound = min(max(2, count / 3), count - 1)
      let least = min(bound, best.map { $0.distance - 1 } ?? bound)
      guard abs(count - letters.count) <= least, candidates < maximumCandidates,
        pairs + count * letters.count <= maximumPairs
      else { continue }
      candidates += 1
      pairs += count * letters.count
      let distance = distance(letters, Array(word.utf8))
      if distance <= least { best = (word, distance) }
    }
    return best?.word
  }

  /// The number of letters to insert, delete, change or swap with the next letter (optimal string alignment).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast = Array(repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var current = beforeLast
    for row in 0..<a.count {
      current[0] = row + 1
      for column in 0..<b.count {
        let change = last[column] + (a[row] == b[column] ? 0 : 1)
        var least = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current[column + 1] = least
      }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[b.count]
  }
}
