import GestureTestSupport
import Testing

@testable import gesturectl

/// docs/hardware.md and its reports.
@Suite("The page about panels") struct HardwarePageTests {
  @Test("the report of the bundled recording is what gesturectl makes of it")
  func bundled() async throws {
    let outcome = try await Shell().run(
      #"gesturectl report docs/recordings/demo.events --name "gestured's test screen (demo.events)""#)
    #expect(outcome.status == 0)
    #expect(outcome.output == ProjectFile.text("docs/hardware/demo.json"))
  }

  @Test("no report has a field of another program, and each is about one panel")
  func fields() throws {
    let folder = ProjectFile.top + "/docs/hardware"
    let paths = ProjectFile.paths(below: folder, endingIn: ".json")
    #expect(paths.count >= 7)
    let known = ProjectFile.text("docs/hardware/demo.json").split(separator: "\n").compactMap(key)
    for path in paths {
      let keys = ProjectFile.text("docs/hardware/" + path).split(separator: "\n").compactMap(key)
      #expect(keys == known, "\(path)")
    }
  }

  @Test("a report of the daemon's touches has a row, and a bar in a name does not end a cell")
  func rows() throws {
    var text = ProjectFile.text("docs/hardware/demo.json")
    text = text.replacing("gestured's test screen (demo.events)", with: "A|B")
    let named = try HardwareTable.row(of: Array(text.utf8), at: "a")
    #expect(named.hasPrefix(#"| A\|B | `0000:0000` | B | 10 |"#))
    for (field, value) in [
      ("name", #""A|B""#), ("ids", #""0000:0000""#), ("protocol", #""B""#), ("slots", "10"), ("quirks", "[]"),
    ] { text = text.replacing("\"\(field)\": \(value),", with: "\"\(field)\": null,") }
    #expect(
      try HardwareTable.row(of: Array(text.utf8), at: "a")
        == "| – | – | – | 10 | 160 × 100 | 120 | 8.3 | 0.02 | – |")
    let error = #expect(throws: HardwareTable.UnknownReport.self) {
      try HardwareTable.row(of: [], at: "a.json")
    }
    #expect(error?.path == "a.json")
  }

  private func key(of line: Substring) -> Substring? {
    line.hasPrefix("  \"") ? line.split(separator: "\"").dropFirst().first : nil
  }
}
