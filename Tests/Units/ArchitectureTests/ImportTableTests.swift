import GestureTestSupport
import Testing

/// The table in CONTRIBUTING.md equals the one that the tests check the rooms against.
@Suite("Import table")
struct ImportTableTests {
  @Test("CONTRIBUTING.md has each room with what it may import")
  func table() {
    var written: [String: Set<String>] = [:]
    for line in ProjectFile.text("CONTRIBUTING.md").split(separator: "\n") {
      let cells = line.split(separator: "|")
      guard line.hasPrefix("| `"), cells.count == 3, let room = names(in: cells[0]).first,
        ImportTests.allowed[room] != nil
      else { continue }
      written[room] = Set(names(in: cells[2]))
    }
    #expect(written == ImportTests.allowed)
  }

  /// The words between backticks.
  private func names(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
