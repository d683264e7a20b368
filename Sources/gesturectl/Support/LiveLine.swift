/// Lines on a terminal, of which updates replace each other in place.
///
/// ```
///   pan began, 2 fingers …       a line of its own
///   pan changed, 2 fingers …     the next changed replaces it
///   pan ended, 2 fingers …       a line of its own again
/// ```
struct LiveLine {
  /// The gesture whose update the cursor is at the end of; nil after a line of its own.
  private var open: UInt64?

  /// The characters to print for a line.
  ///
  /// - Parameters:
  ///   - update: the gesture whose next update may replace the line; nil for a line of its own.
  ///   - columns: the terminal's width. A longer update is cut, as a broken line could not be replaced.
  mutating func print(_ text: String, update: UInt64?, columns: Int) -> String {
    let former = open
    open = update
    guard let update else { return (former == nil ? "" : "\n") + text + "\n" }
    let start = former == nil ? "" : former == update ? "\r" : "\n"
    return start + String(text.prefix(max(1, columns - 1))) + "\u{1B}[K"
  }

  /// The characters that end the last line.
  mutating func end() -> String {
    defer { open = nil }
    return open == nil ? "" : "\n"
  }
}
