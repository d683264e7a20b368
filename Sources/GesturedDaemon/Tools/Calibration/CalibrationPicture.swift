import LinuxEventLoop

/// The mark to touch, drawn on a terminal that fills the picture, with the guide's words in the middle.
struct CalibrationPicture {
  /// A smaller terminal has no room for marks and words.
  private static let smallest = TerminalSize(columns: 60, rows: 20)

  private let size: TerminalSize
  let marks: [CalibrationMark]

  /// - Returns: nil where the terminal is too small.
  init?(_ size: TerminalSize) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    self.size = size
    marks = CalibrationMark.marks(on: size)
  }

  /// Switches the terminal to a page of its own, without a cursor.
  static let opening = "\u{1B}[?1049h\u{1B}[?25l"
  /// Switches the terminal back.
  static let closing = "\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l"

  /// A whole page.
  ///
  /// - Parameters:
  ///   - current: the mark to draw, an index of `marks`.
  ///   - words: the lines in the middle.
  func page(current: Int, words: [String]) -> String {
    var page = "\u{1B}[0m\u{1B}[2J"
    let lines = words.flatMap { Self.wrap($0, to: size.columns * 3 / 5) }
    // The marks' rows stay free.
    let room = size.rows - 8
    for (position, line) in lines.prefix(room).enumerated() {
      let row = max(4, (size.rows - lines.count) / 2) + position
      page += Self.at(column: max(0, (size.columns - line.count) / 2), row: row) + line
    }
    if let cell = marks[current].cell {
      page += "\u{1B}[1m"
      page += Self.at(column: cell.columns - 2, row: cell.rows) + "--+--"
      for row in [cell.rows - 1, cell.rows + 1] { page += Self.at(column: cell.columns, row: row) + "|" }
      page += "\u{1B}[0m"
    }
    return page
  }

  /// Terminals count rows and columns from 1.
  private static func at(column: Int, row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }

  private static func wrap(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if !lines[lines.count - 1].isEmpty {
        if lines[lines.count - 1].count + 1 + word.count > width {
          lines.append("")
        } else {
          lines[lines.count - 1] += " "
        }
      }
      lines[lines.count - 1] += word
    }
    return lines
  }
}
