import GestureTestSupport
import ProcessTestSupport
import Testing

/// `--measure` of recordings.
@Suite struct MeasureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("--measure --replay says what a recording tells of its panel, but for the latency")
  func text() throws {
    // At 64 units a mm and 10 points a report: 100 units each 10 ms; then two fingers at rest.
    let steps = (1...50).map { "A→\(100 + $0 * 10),100@\($0 * 10)" }.joined(separator: " ")
    let story = EvemuScript("A↓100,100@0 \(steps) A↑@510 B↓50,50@1000 C↓90,90@1010 B↑@3000 C↑@3010")
    let path = try folder.write(story.recording(), to: "story.evemu")
    let outcome = try Program.run("--measure", "--replay", path, "--format", "text")
    #expect(outcome.code == 0 && outcome.complaints.isEmpty)
    #expect(
      outcome.output == """
        panel              “T1”, \(path), 160 × 100 mm by resolution
        seen               56 reports of 3 touches in 2.5 s
        reports a second   100 in the middle, 100 to 100
        interval           10 ms; half are off by at most 0 ms, 99 of 100 by at most 0 ms; 0 pauses left out
        smallest step      100 (1.5625 mm) across, not seen down
        a unit is          0.0156 mm across, 0.0156 mm down
        resting finger     wanders by 0 mm in half a second, at most 0 mm
        touches at once    2, of 10 claimed
        latency            not known
        dropped by kernel  nothing

        """)
  }

  @Test("for programs each recording is an object on a line, with null for what was not seen")
  func json() throws {
    let silent = try folder.write(EvemuScript("A↓100,100@0 A↑@50").recording(), to: "a.evemu")
    let outcome = try Program.run("--measure", "--replay", silent, silent)
    #expect(outcome.code == 0)
    #expect(outcome.lines.count == 2 && outcome.lines.first == outcome.lines.last)
    let line = try #require(outcome.lines.first)
    for field in [
      #""dropped":0"#, #""jitter_ms":null"#, #""latency_ms":null"#, #""reports_per_second":null"#,
      #""smallest_step":[null,null]"#, #""size_mm":[160.0,100.0]"#, #""size_source":"resolution""#,
      #""touches":1,"#,
      #""touches_claimed":10"#, #""units_per_mm":[64.0,64.0]"#,
    ] { #expect(line.contains(field), "\(field) in \(line)") }
  }

  @Test("1 a recording in which nothing was touched measures nothing; 69 one that is not read is told of")
  func nothing() throws {
    let empty = try folder.write(EvemuScript().recording(), to: "empty.evemu")
    #expect(try Program.run("--measure", "--replay", empty).code == 1)
    let mouse = try folder.write("# EVEMU 1.3\nN: Mouse\nI: 0003 0001 0001 0001\n", to: "mouse.evemu")
    let outcome = try Program.run("--measure", "--replay", mouse)
    #expect(outcome.code == 69 && outcome.complaints.contains("its device"))
  }

  @Test("the bundled recordings measure what their panel was made with")
  func bundled() throws {
    let path = ProjectFile.top + "/docs/recordings/demo.events"
    let outcome = try Program.run("--measure", "--replay", path, "--format", "text")
    #expect(outcome.code == 0)
    #expect(
      outcome.lines.first { $0.hasPrefix("reports a second ") }
        == "reports a second   120 in the middle, 60 to 120")
  }
}
