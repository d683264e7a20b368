/// A picture of characters in which each cell has two by four dots, like braille: the finest that every terminal draws.
/// A cell that holds a letter shows the letter.
struct DotCanvas {
  /// The dots across a cell.
  static let dotsAcross = 2
  /// The dots down a cell.
  static let dotsDown = 4

  /// The ink of a cell. Terminals without colors show the cell as well.
  enum Ink: UInt8 {
    /// The frame, and past places.
    case faint
    /// Present objects.
    case plain
    /// Moving objects.
    case bright
  }

  /// The number of cells across.
  let columns: Int
  /// The number of cells down.
  let rows: Int
  private var dots: [UInt8]
  private var letters: [Character?]
  private var inks: [Ink]

  /// An empty picture. A negative size counts as zero.
  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    let count = self.columns * self.rows
    dots = Array(repeating: 0, count: count)
    letters = Array(repeating: nil, count: count)
    inks = Array(repeating: .faint, count: count)
  }

  /// Sets a dot. A dot outside of the picture is ignored.
  mutating func dot(x: Int, y: Int, _ ink: Ink) {
    guard x >= 0, y >= 0, x < columns * Self.dotsAcross, y < rows * Self.dotsDown else { return }
    let cell = y / Self.dotsDown * columns + x / Self.dotsAcross
    dots[cell] |= Self.bit(x % Self.dotsAcross, y % Self.dotsDown)
    raise(cell, to: ink)
  }

  /// Sets the dots between two, both included. Dots outside of the picture are ignored.
  mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ ink: Ink) {
    // A bound on the length of the line, as places may be any numbers.
    let bound = 4 * (columns + rows) * Self.dotsDown
    let clamp = { (value: Int) in min(max(value, -bound), bound) }
    let (x0, y0, x1, y1) = (clamp(start.x), clamp(start.y), clamp(end.x), clamp(end.y))
    let steps = max(abs(x1 - x0), abs(y1 - y0), 1)
    for step in 0...steps {
      dot(x: x0 + (x1 - x0) * step / steps, y: y0 + (y1 - y0) * step / steps, ink)
    }
  }

  /// Writes a text into cells, cut at the edge of the picture.
  mutating func text(_ text: String, column: Int, row: Int, _ ink: Ink) {
    guard row >= 0, row < rows else { return }
    for (offset, letter) in text.enumerated() where column + offset >= 0 && column + offset < columns {
      let cell = row * columns + column + offset
      letters[cell] = letter
      raise(cell, to: ink)
    }
  }

  /// The rows as text, from the top, each as long as the picture is wide.
  ///
  /// - Parameters:
  ///   - usesColor: whether inks become colors.
  ///   - isASCII: whether dots become `.` and `o`, for a terminal without braille.
  func lines(usesColor: Bool, isASCII: Bool) -> [String] {
    (0..<rows).map { row in
      var line = ""
      var present: Ink?
      for column in 0..<columns {
        let cell = row * columns + column
        let character = letters[cell] ?? Self.character(dots[cell], isASCII: isASCII)
        if usesColor, character != " ", inks[cell] != present {
          line += inks[cell].sequence
          present = inks[cell]
        }
        line.append(character)
      }
      return usesColor && present != nil ? line + "\u{1B}[0m" : line
    }
  }

  private mutating func raise(_ cell: Int, to ink: Ink) {
    if ink.rawValue > inks[cell].rawValue { inks[cell] = ink }
  }

  /// The bits of U+2800: the left column is 1, 2, 4 and 64, the right one 8, 16, 32 and 128.
  private static func bit(_ x: Int, _ y: Int) -> UInt8 {
    y == 3 ? (x == 0 ? 64 : 128) : UInt8(1 << (y + 3 * x))
  }

  private static func character(_ dots: UInt8, isASCII: Bool) -> Character {
    if dots == 0 { return " " }
    if isASCII { return dots.nonzeroBitCount > 2 ? "o" : "." }
    return Unicode.Scalar(0x2800 + UInt32(dots)).map(Character.init) ?? " "
  }
}

extension DotCanvas.Ink {
  /// The escape sequence of the ink: faint, plain, bold green.
  fileprivate var sequence: String {
    switch self {
    case .faint: "\u{1B}[0;2m"
    case .plain: "\u{1B}[0m"
    case .bright: "\u{1B}[0;1;32m"
    }
  }
}
