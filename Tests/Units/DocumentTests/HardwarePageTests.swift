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

  private func key(of line: Substring) -> Substring? {
    line.hasPrefix("  \"") ? line.split(separator: "\"").dropFirst().first : nil
  }
}
