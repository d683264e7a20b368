import GestureTestSupport
import ProcessTestSupport
import Testing

@Suite("gesturectl record")
struct RecordTests {
  @Test("what it writes is a recording that the daemon plays, with the same gestures")
  func roundTrip() throws {
    let daemon = try ReplayingDaemon("[socket]\nraw = true\n")
    _ = try daemon.start()
    let outcome = try Program(["record", "--socket", daemon.folder.file("raw.sock")], of: "gesturectl")
      .finish()
    #expect(outcome.code == 0, "\(outcome.complaints)")
    #expect(outcome.output.hasPrefix("# EVEMU 1.3\nN: T1\n"))
    let recording = try daemon.folder.write(outcome.output, to: "recorded.events")
    let played = try Program.run("--replay", recording, "--dump", "--format", "json")
    #expect(played.code == 0, "\(played.complaints)")
    for kind in ["tap", "swipe", "pan", "long_press"] {
      #expect(
        played.lines.contains { $0.hasPrefix(#"{"type":"gesture""#) && $0.contains(#""kind":"\#(kind)""#) },
        "\(kind)")
    }
  }

  @Test("69 where raw touches are not served, it says how to have them")
  func off() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program(["record", "--socket", folder.file("raw.sock")], of: "gesturectl").finish()
    #expect(outcome.code == 69 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains("set raw = true in [socket]"))
  }
}
