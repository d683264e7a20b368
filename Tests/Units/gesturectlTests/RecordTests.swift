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

  @Test("what it writes is complete to the last frame where the daemon is stopped")
  func stopped() throws {
    let daemon = try ReplayingDaemon("[socket]\nraw = true\n")
    let served = try daemon.start()
    let recorder = try Program(["record", "--socket", daemon.folder.file("raw.sock")], of: "gesturectl")
    // From then on the last finger is down, or has just lifted. The recording's last frame lifts it.
    let hold = [
      "listen", "--kind", "long_press", "--state", "began", "--count", "1", "--socket", daemon.socket,
    ]
    #expect(try Program(hold, of: "gesturectl").finish().code == 0)
    served.send(15)
    _ = try served.finish()
    let outcome = try recorder.finish()
    #expect(outcome.complaints.isEmpty || outcome.complaints.contains("stopping"), "\(outcome)")
    #expect(outcome.lines.count { $0.contains(" 0003 0039 -") } == 6, "\(outcome.output)")
  }

  @Test("69 where raw touches are not served, it says how to have them; where nobody serves, how to start it")
  func off() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program(["record", "--socket", folder.file("raw.sock")], of: "gesturectl").finish()
    #expect(outcome.code == 69 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains("gestured is not running there: start it"))
    let daemon = try ReplayingDaemon()
    let served = try daemon.start()
    let without = try Program(["record", "--socket", daemon.folder.file("raw.sock")], of: "gesturectl")
      .finish()
    #expect(without.code == 69 && without.output.isEmpty)
    #expect(without.complaints.contains("set raw = true in [socket]"))
    #expect(!without.complaints.contains("systemctl start"))
    served.send(15)
    _ = try served.finish()
  }
}
