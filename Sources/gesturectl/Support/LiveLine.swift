/// Lines on a terminal, of which updates replace each other in place.
///
/// ```
///   pan began, 2 fingers …       a line of its own
///   pan changed, 2 fingers …     the next changed replaces it
///   pan ended, 2 fingers …       a line of its own again
/// ```
struct LiveLine {
  /// Whether the cursor is at the end of an update.
  private var isOpen = false

  /// The characters to print for a line.
  ///
  /// - Parameters:
  ///   - isUpdate: whether the next update may replace the line.
  ///   - columns: the terminal's width. A longer update is cut, as a broken line could not be replaced.
  mutating func print(_ text: String, isUpdate: Bool, columns: Int) -> String {
    let wasOpen = isOpen
    isOpen = isUpdate
    guard isUpdate else { return (wasOpen ? "\n" : "") + text + "\n" }
    return (wasOpen ? "\r" : "") + String(text.prefix(max(1, columns - 1))) + "\u{1B}[K"
  }

  /// The characters that end the last line.
  mutating func end() -> String {
    defer { isOpen = false }
    return isOpen ? "\n" : ""
  }
}
