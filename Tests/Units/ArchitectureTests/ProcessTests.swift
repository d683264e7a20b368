import GestureTestSupport
import Testing

/// The tests that start processes, which lane-unit keeps apart from all others.
///
/// Until its program begins, a process that is started holds a copy of every descriptor of the process that starts it. A
/// pipe that another test closes at that moment does not end for its reader.
@Suite("Processes")
struct ProcessTests {
  @Test("tests start processes in the modules and suites that lane-unit runs apart, and nowhere else")
  func apart() throws {
    let line = try #require(
      ProjectFile.text("Tests/Lanes/Scripts/lane-unit").firstMatch(
        of: /\nwaiting='\^\((?<modules>[A-Za-z|]+)\)\[\.\]\|\/(?<suite>[A-Za-z]+)\/'\n/))
    let modules = line.modules.split(separator: "|")
    let starts = try Regex(
      #"processExitsWith|\bProcess\(\)|\bProgram\(|import ProcessTestSupport|Subprocess|posix_spawn|popen|\bfork\("#
    )
    let suite = try Regex(#"(?s)\n  @Suite struct \#(line.suite) \{\n.*?\n  \}\n"#)
    var count = 0
    for path in ProjectFile.paths(below: ProjectFile.top + "/Tests/Units", endingIn: ".swift") {
      guard let module = path.split(separator: "/").first, !modules.contains(module),
        module != "ArchitectureTests"
      else { continue }
      let text = ProjectFile.text("Tests/Units/" + path)
      let others = text.replacing(suite, with: "")
      #expect(!others.contains(starts), "\(path) starts a process outside of a suite \(line.suite)")
      count += others == text ? 0 : 1
    }
    #expect(count > 5)
  }
}
