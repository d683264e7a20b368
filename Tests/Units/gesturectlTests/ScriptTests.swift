import GestureTestSupport
import ProcessTestSupport
import Testing

/// `gesturectl script`.
@Suite("gesturectl writes recordings of scripts") struct ScriptTests {
  private func script(_ arguments: String...) throws -> Program.Outcome {
    try Program(["script"] + arguments, of: "gesturectl").finish()
  }

  @Test("ADD-4 a script becomes the recording that tests of the daemon play")
  func recording() throws {
    let outcome = try script("A↓500,300@500 A↑@560")
    #expect(outcome.code == 0, "\(outcome.complaints)")
    #expect(
      outcome.output == String(decoding: EvemuScript("A↓500,300@500 A↑@560").recording(), as: UTF8.self))
  }

  @Test("ADD-5 a rate puts evenly spaced reports between two places, and other units are the same places")
  func ratesAndUnits() throws {
    let outcome = try script("--rate", "120", "A↓100,300@0 A→200,300@100")
    let reports = outcome.lines.filter { $0.hasSuffix(" 0000 0000 0000") }
    #expect(reports.count == 13 && reports.last == "E: 0.100000 0000 0000 0000", "\(reports)")
    let inMillimetres = try script("--unit", "mm", "A↓80,50@0 A↑@50").output
    #expect(try script("--unit", "%", "A↓50,50@0 A↑@50").output == inMillimetres)
    #expect(
      try script("--unit", "px", "--pixels", "1600x1000", "A↓800,500@0", "A↑@50").output == inMillimetres)
    let folder = try TemporaryFolder()
    let file = try folder.write("# a tap\nA↓80,50@0\nA↑@50  # lifts\n", to: "tap.txt")
    #expect(try script("--unit", "mm", "--file", file).output == inMillimetres)
  }

  @Test(
    "ADD-6 a mistake is told with its column and what is allowed",
    arguments: [
      ("A→1,1@0", "column 1: finger A is not down; A↓ lands it"),
      ("A↓1,1@0 A↓2,2@5", "column 9: finger A is down already; A↑ lifts it"),
      ("A↓1,1@0 A↑", "column 9: the last frame has no time"),
      ("A↓1,1@9 A↑@5", "column 9: 5 ms is before 9 ms"),
      ("A↓1@0", "column 1: “1” is no place"),
      ("A↓1,1@soon", "column 1: “soon” is no time"),
      ("A↓2000,1@0", "column 1: 2000,1 is beyond the screen; allowed: 0,0 to 1024,640"),
      ("A!1,1@0", "column 1: “A!1,1” is no step"),
      ("A↓1,1@0 A✕@5", "column 9: no event takes a finger away"),
    ])
  func mistakes(text: String, message: String) throws {
    let outcome = try script(text)
    #expect(outcome.code == 64 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains(message), "\(outcome.complaints)")
  }

  @Test("ADD-6 a mistake in a file is told with the file, the line and the column")
  func mistakeInFile() throws {
    let folder = try TemporaryFolder()
    let mistakes = [("# a tap\nA↓500,300@0\n  A↑@50 A→1,1@60\n", "3:9"), ("A↓1,1@0 A↑@50 A→1,1@60", "1:15")]
    for (text, place) in mistakes {
      let file = try folder.write(text, to: "tap.txt")
      let outcome = try script("--file", file)
      #expect(outcome.code == 64 && outcome.output.isEmpty)
      #expect(
        outcome.complaints.contains("\(file):\(place): finger A is not down; A↓ lands it"),
        "\(outcome.complaints)")
    }
  }
}
