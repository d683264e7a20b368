// The standard library has these functions too, but there they bring the engine of regular expressions: 1 MB of each program.

extension Collection where Element: Equatable {
  /// The first place of a sequence of elements; nil where it does not occur.
  package func firstPlace(of wanted: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while !self[start...].starts(with: wanted) {
      guard start < endIndex else { return nil }
      formIndex(after: &start)
    }
    return start..<index(start, offsetBy: wanted.count)
  }
}

extension String {
  /// The text with another text in each place of a mark, such as `{value}`.
  func filled(_ mark: String, with text: String) -> String {
    guard let place = firstPlace(of: mark) else { return self }
    return String(self[..<place.lowerBound]) + text
      + String(self[place.upperBound...]).filled(mark, with: text)
  }
}
