/// Lines on a terminal, of which updates replace each other in place.
///
/// ```
///   pan began, 2 fingers …         a line of its own
///   pan changed, 2 fingers …       the next changed of the pan replaces it
///   pinch changed, 2 fingers …     the next changed of the pinch replaces it
///   pan ended, 2 fingers …         a line of its own again
/// ```
struct LiveLine {
  /// The most lines that updates replace. With more gestures at once, the upper lines stay as they are.
  private static let mostLines = 10
  /// The gestures of the last lines, from the top. The cursor is in the line of the last one. Empty after a line of its
  /// own.
  private var open: [UInt64] = []

  /// The characters to print for a line.
  ///
  /// - Parameters:
  ///   - update: the gesture whose next update may replace the line; nil for a line of its own.
  ///   - columns: the terminal's width. A longer update is cut, as a broken line could not be replaced.
  ///   - rows: the terminal's height. Lines above the top could not be replaced.
  mutating func print(_ text: String, update: UInt64?, columns: Int, rows: Int) -> String {
    guard let update else { return end() + text + "\n" }
    let cut = String(text.prefix(max(1, columns - 1))) + "\u{1B}[K"
    let limit = min(Self.mostLines, max(1, rows - 1))
    open.removeFirst(max(0, open.count - limit))
    guard let place = open.firstIndex(of: update) else {
      let start = open.isEmpty ? "" : "\n"
      open.append(update)
      if open.count > limit { open.removeFirst() }
      return start + cut
    }
    let distance = open.count - 1 - place
    return distance == 0 ? "\r" + cut : "\r\u{1B}[\(distance)A\(cut)\u{1B}[\(distance)B"
  }

  /// The characters that end the last line.
  mutating func end() -> String {
    defer { open = [] }
    return open.isEmpty ? "" : "\n"
  }
}
