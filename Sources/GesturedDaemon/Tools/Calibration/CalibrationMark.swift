import GestureCore
import LinuxEventLoop

/// A point of the picture that a person is to touch.
struct CalibrationMark: Hashable {
  /// The corner near the mark.
  enum Corner: String, CaseIterable {
    case topLeft = "top left"
    case topRight = "top right"
    case bottomRight = "bottom right"
    case bottomLeft = "bottom left"

    var isLeft: Bool { self == .topLeft || self == .bottomLeft }
    var isTop: Bool { self == .topLeft || self == .topRight }
  }

  /// The distance from the nearest edges, as a share of the picture. A person can find the mark even where it is not
  /// drawn, and the screen's frame is not in the finger's way.
  static let inset = 0.1

  /// The corner, which names the mark.
  let corner: Corner
  /// The mark's position, in shares 0 … 1 of the picture's width and height.
  let place: Point
  /// The character cell that shows the mark, from 0; nil where nothing is drawn.
  let cell: TerminalSize?

  /// The four marks, where nothing is drawn.
  static let marks = Corner.allCases.map { corner in
    CalibrationMark(
      corner: corner,
      place: Point(corner.isLeft ? inset : 1 - inset, corner.isTop ? inset : 1 - inset), cell: nil)
  }

  /// The four marks on a terminal that fills the picture, each in the middle of the cell that is nearest to its place.
  static func marks(on terminal: TerminalSize) -> [CalibrationMark] {
    let left = Int(inset * Double(terminal.columns))
    let top = Int(inset * Double(terminal.rows))
    return Corner.allCases.map { corner in
      let cell = TerminalSize(
        columns: corner.isLeft ? left : terminal.columns - 1 - left,
        rows: corner.isTop ? top : terminal.rows - 1 - top)
      return CalibrationMark(
        corner: corner,
        place: Point(
          (Double(cell.columns) + 0.5) / Double(terminal.columns),
          (Double(cell.rows) + 0.5) / Double(terminal.rows)), cell: cell)
    }
  }

  /// A description of the mark's position, for a person who sees no mark.
  var words: String {
    "a tenth of the picture's width from its \(corner.isLeft ? "left" : "right") edge and a tenth of its height from "
      + "its \(corner.isTop ? "upper" : "lower") edge"
  }
}
