import LinuxEventLoop
import Testing

@testable import GesturedDaemon

@Suite struct CalibrationPictureTests {
  @Test("marks lie in the middle of cells, about a tenth from the edges, alike on all sides")
  func marks() throws {
    let picture = try #require(CalibrationPicture(TerminalSize(columns: 240, rows: 67)))
    for mark in picture.marks {
      let cell = try #require(mark.cell)
      #expect(abs(mark.place.x * 240 - Double(cell.columns) - 0.5) < 1e-9)
      #expect(abs(mark.place.y * 67 - Double(cell.rows) - 0.5) < 1e-9)
    }
    let (first, third) = (picture.marks[0].place, picture.marks[2].place)
    #expect(abs(first.x - 0.1) < 0.01 && abs(first.y - 0.1) < 0.01)
    #expect(abs(first.x + third.x - 1) < 1e-9 && abs(first.y + third.y - 1) < 1e-9)
  }

  @Test("a page draws the mark that is asked for and the words, and stays on the terminal")
  func page() throws {
    for size in [TerminalSize(columns: 60, rows: 20), TerminalSize(columns: 240, rows: 67)] {
      let picture = try #require(CalibrationPicture(size))
      for current in 0..<4 {
        let page = picture.page(
          current: current,
          words: [String(repeating: "word ", count: 60), String(repeating: "x", count: 300)])
        let cell = try #require(picture.marks[current].cell)
        #expect(page.contains("\u{1B}[\(cell.rows + 1);\(cell.columns - 1)H--+--"))
        for match in page.matches(of: /\u{1B}\[(\d+);(\d+)H/) {
          let (row, column) = (Int(match.1) ?? 0, Int(match.2) ?? 0)
          #expect((1...size.rows).contains(row) && (1...size.columns).contains(column))
        }
      }
    }
  }

  @Test("a terminal without room has no picture")
  func small() {
    #expect(CalibrationPicture(TerminalSize(columns: 59, rows: 40)) == nil)
    #expect(CalibrationPicture(TerminalSize(columns: 80, rows: 19)) == nil)
  }
}
