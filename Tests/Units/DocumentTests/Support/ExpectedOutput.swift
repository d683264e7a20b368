/// A command's output according to a page, in whole lines. A line that is just `…` stands for any number of lines.
struct ExpectedOutput {
  private let parts: [[String]]

  init(_ text: String) {
    parts = Self.lines(of: text).split(separator: "…", omittingEmptySubsequences: false).map(Array.init)
  }

  /// Whether an output matches from its first line to its last.
  func matches(_ output: String) -> Bool {
    var rest = Self.lines(of: output)[...]
    for (position, part) in parts.enumerated() {
      let isLast = position == parts.count - 1
      if position == 0 {
        guard rest.starts(with: part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if isLast {
        return rest.count >= part.count && Array(rest.suffix(part.count)) == part
      } else {
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
      if isLast { return rest.isEmpty }
    }
    return true
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
