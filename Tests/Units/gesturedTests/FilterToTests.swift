import GestureTestSupport
import ProcessTestSupport
import Testing
import TouchInput

/// `--filter-to`: what an app behind the filter receives of a recording.
@Suite struct FilterToTests {
  private let folder: TemporaryFolder
  private let recording: String
  private static let story = EvemuScript(
    "A↓100,100@10 A→103,100@20 A↑@80 B↓200,200@1000 B→260,200@1010 B→320,200@1020 B↑@1040 C↓50,50@3000 C↑@3100"
  )

  init() throws {
    folder = try TemporaryFolder()
    recording = try folder.write(Self.story.recording(), to: "story.evemu")
  }

  private func run(_ configuration: String, _ arguments: String...) throws -> Program.Outcome {
    let file = try folder.write(Array(configuration.utf8), to: "f.toml")
    return try Program(["--config", file, "--replay", recording] + arguments).finish()
  }

  @Test("FLT-56 as text it gives a line for each frame of the clone; what a gesture won is not there")
  func text() throws {
    let result = try run("[recognizer.drag]\nkind = \"pan\"\n", "--filter-to", "-")
    #expect(result.code == 0 && result.complaints.isEmpty)
    #expect(result.lines.count == 5)
    #expect(result.lines.allSatisfy { !$0.contains("2600") })
  }

  @Test("FLT-56 what a timer lets go has a frame of its own, at the time of the timer")
  func timers() throws {
    let story = EvemuScript(
      "A↓100,100@10 A→110,100@700 A↑@900 B↓50,50@2000 B↑@2020 C↓50,50@2025 D↓300,300@2030 C↑@2100 D↑@2600")
    let quiet = try folder.write(story.recording(), to: "quiet.evemu")
    let file = try folder.write(
      Array(
        "[filter]\ngather_ms = 70\n[recognizer.drag]\nkind = \"pan\"\ntouches = 3\n".utf8), to: "f.toml")
    let result = try Program(["--config", file, "--replay", quiet, "--filter-to", "-"]).finish()
    #expect(result.code == 0 && result.complaints.isEmpty)
    #expect(
      result.lines == [
        "0.080000  0 down 1000,1000", "0.700000  0 move 1100,1000", "0.900000  0 up",
        "2.020000  0 down 500,500", "2.040000  0 up", "2.095000  0 down 500,500  1 down 3000,3000",
        "2.115000  0 up", "2.600000  1 up",
      ])
  }

  @Test(
    "FLT-44, FLT-56 a lift that debounce_ms held is written when the app can receive it, and FLT-53 with the gap after that"
  )
  func debounced() throws {
    let held = "[filter]\nreplay_gap_ms = 35\n[touch]\ndebounce_ms = 60\n[recognizer.drag]\nkind = \"pan\"\n"
    #expect(
      try run(held, "--filter-to", "-").lines == [
        "0.140000  0 down 1000,1000", "0.140000  0 move 1030,1000", "0.175000  0 up",
        "3.160000  0 down 500,500",
        "3.195000  0 up",
      ])
    let explained = try run(held, "--explain", "filter")
    #expect(explained.code == 0)
    #expect(
      explained.lines == [
        "mode hold: a landing is at most 500 ms late, a lift at most 0 ms, a tap at most 35 ms",
        "touch.debounce_ms: each lift, and each landing that a recognizer holds, may be 60 ms later",
        "0.140000  touch 1: received 130 ms late: drag of 1 held it, and failed",
        "0.175000  touch 1: lifted 95 ms late",
        "1.010000  touch 2: never received: drag of 1 took it",
        "3.160000  touch 3: received 160 ms late: drag of 1 held it, and failed",
        "3.195000  touch 3: lifted 95 ms late",
        "3 touches, 0 later than stated",
      ])
    // A device's own gap is as stated for it.
    let own = held + "[device.panel]\nname = \"*\"\nfilter = { replay_gap_ms = 85 }\n"
    #expect(try run(own, "--explain", "filter").lines.last == "3 touches, 0 later than stated")
    let free = try run("[touch]\ndebounce_ms = 60\n", "--filter-to", "-")
    #expect(free.lines.first == "0.010000  0 down 1000,1000")
    #expect(
      free.lines.filter { $0.hasSuffix(" up") } == ["0.140000  0 up", "1.100000  0 up", "3.160000  0 up"])
  }

  @Test(
    "FLT-44, FLT-65 with debounce_ms and skip_samples each tap comes at its own place, and no later than stated"
  )
  func debouncedAndSkipped() throws {
    let taps = EvemuScript("A↓100,60@0 A↑@12 B↓500,60@35 B↑@50 C↓900,60@70 C↑@85")
    let quick = try folder.write(taps.recording(), to: "quick.evemu")
    // A table of no device but the recording's.
    let text = "[touch]\ndebounce_ms = 60\n[device.panel]\nname = \"*\"\nskip_samples = 2\n"
    let file = try folder.write(Array(text.utf8), to: "f.toml")
    let result = try Program(["--config", file, "--replay", quick, "--filter-to", "-"]).finish()
    let downs = result.lines.compactMap { $0.split(separator: " down ").last }.filter { $0.contains(",") }
    #expect(result.code == 0 && downs == ["1000,600", "5000,600", "9000,600"], "\(result.lines)")
    let explained = try Program(["--config", file, "--replay", quick, "--explain", "filter"]).finish()
    #expect(explained.code == 0)
    #expect(explained.lines.last == "3 touches, 0 later than stated", "\(explained.lines)")
  }

  @Test("FLT-56 a recording of a clone without competing recognizers dumps the same lines as the panel's")
  func recordingRoundTrip() throws {
    let passive = "[recognizer.drag]\nkind = \"pan\"\npassive = true\n"
    let out = "\(folder.path)/out.evemu"
    #expect(try run(passive, "--filter-to", out).code == 0)
    let file = try folder.write(Array(passive.utf8), to: "f.toml")
    let first = try Program(["--config", file, "--replay", recording, "--dump"]).finish()
    let second = try Program(["--config", file, "--replay", out, "--dump"]).finish()
    #expect(first.code == 0 && first.lines.count > 10)
    #expect(first.lines == second.lines)
  }

  @Test("FLT-67 with a filter configured, --dump shows what the app receives")
  func dump() throws {
    let result = try run("[filter]\nenabled = true\n", "--dump", "--format", "json")
    let app = result.lines.filter { $0.hasPrefix(#"{"type":"app""#) }
    #expect(app.count == 9)
    #expect(app.first == #"{"type":"app","time":0.01,"device":1,"phase":"began","touch":1,"slot":0}"#)
  }

  @Test("FLT-102 in cancel and lift, and of passive recognizers in hold, all other lines are the same bytes")
  func sameLines() throws {
    for mode in ["hold", "cancel", "lift"] {
      let recognizers = "[recognizer.drag]\nkind = \"pan\"\n\(mode == "hold" ? "passive = true" : "")\n"
      let without = try run(recognizers, "--dump", "--format", "json")
      let with = try run(
        "[filter]\nenabled = true\nmode = \"\(mode)\"\n" + recognizers, "--dump", "--format", "json")
      #expect(without.lines == with.lines.filter { !$0.hasPrefix(#"{"type":"app""#) }, "\(mode)")
      #expect(without.lines.count < with.lines.count)
    }
  }

  @Test(
    "FLT-66 --explain filter says of each touch what the app received, when, and which recognizer held or took it"
  )
  func explanation() throws {
    let result = try run("[recognizer.drag]\nkind = \"pan\"\n", "--explain", "filter")
    #expect(result.code == 0 && result.complaints.isEmpty)
    #expect(
      result.lines == [
        "mode hold: a landing is at most 500 ms late, a lift at most 0 ms, a tap at most 20 ms",
        "0.080000  touch 1: received 70 ms late: drag of 1 held it, and failed",
        "0.100000  touch 1: lifted 20 ms late",
        "1.010000  touch 2: never received: drag of 1 took it",
        "3.100000  touch 3: received 100 ms late: drag of 1 held it, and failed",
        "3.120000  touch 3: lifted 20 ms late",
        "3 touches, 0 later than stated",
      ])
    let rest = try run(
      "[filter]\ngather_ms = 60\n[recognizer.drag]\nkind = \"pan\"\ntouches = 3\n", "--explain", "filter")
    #expect(
      rest.lines.contains(
        "0.070000  touch 1: received 60 ms late: drag of 3 held it, and let it go after 60 ms (gather_ms)"))
  }

  @Test("--filter-to belongs to a replay, and a file has one device")
  func arguments() throws {
    #expect(try Program(["--filter-to", "-"]).finish().code == 64)
    #expect(try run("", "--filter-to", "-", "--dump").code == 64)
    #expect(
      try Program(["--replay", recording, recording, "--filter-to", "\(folder.path)/x"]).finish().code == 64)
  }
}
