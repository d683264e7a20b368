import GestureTestSupport
import ProcessTestSupport
import Testing

@Suite struct ExplainTests {
  private let folder: TemporaryFolder
  private let recording: String
  private let configuration: String

  init() throws {
    folder = try TemporaryFolder()
    let story = EvemuScript(
      """
      A↓100,100@10 A↑@80
      B↓100,100@2000 B→190,100@2010 B↑@2020
      C↓50,50@4000 C↑@5000
      D↓50,50@6000 E↓80,50@6010 D↑@6050 E↑@6060
      F↓100,100@8000 F→130,100@8010 F→160,100@8020 F↑@8030
      """)
    recording = try folder.write(story.recording(), to: "story.evemu")
    configuration = try folder.write(
      """
      [recognizer.double]
      kind = "tap"
      taps = 2

      [recognizer.single]
      kind = "tap"
      touches = [1, 2, 3]
      require_to_fail = ["double"]

      [recognizer.drag]
      kind = "pan"

      [recognizer.stroke]
      kind = "swipe"
      """, to: "gestured.toml")
  }

  private func explain(_ name: String, _ options: String...) throws -> Program.Outcome {
    try Program(["--explain", name, "--replay", recording, "--config", configuration] + options).finish()
  }

  @Test("CLI-8 completions of --explain are the recognizers of the named configuration, and the filter")
  func completions() throws {
    let words = ["gestured", "--config", configuration, "--explain", ""]
    let outcome = try Program(
      ["---completion", "--", "--explain", "4", "0"] + words,
      environment: ["SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5.2"]
    ).finish()
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.lines == ["double", "drag", "filter", "single", "stroke"])
  }

  @Test("--explain says which region's touches a recognizer sees, where it does not see all")
  func region() throws {
    let path = try folder.write(
      """
      [region.corner]
      frame = [0, 0, 7, 7]

      [recognizer.single]
      kind = "tap"
      region = "corner"
      """, to: "regions.toml")
    let outcome = try Program(["--explain", "single", "--replay", recording, "--config", path]).finish()
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("\nit is offered what lands in the region corner, and nothing else\n"))
    #expect(outcome.output.contains("single fired in 0 of "))
  }

  @Test("--explain tells attempt by attempt what was seen, why it fired or not, and what to change")
  func single() throws {
    let outcome = try explain("single")
    #expect(outcome.code == 0 && outcome.complaints.isEmpty)
    #expect(
      outcome.output == """
        single is a tap for 1 to 3 fingers: taps 1, movement_mm 7.0313, maximum_press_ms 750, gap_ms 350, \
        distance_mm 7.0313, button_mask 1
        it waits until these have failed: double
        sequence 1
                0.010000  1 finger landed
                0.080000  1 finger lifted
                0.080000  for other numbers of fingers (2 and 3 fingers): did not fire: 1 finger had landed when one lifted
                0.080000  for 1 finger: waits: it has all it needs, and must wait until double has failed \
        (to have it at once, take double out of its require_to_fail)
                0.430000  for 1 finger: fired: it had all it needs, and those it waited for have failed
        sequence 2
                2.000000  1 finger landed
                2.010000  for 1 to 3 fingers: did not fire: a finger strayed 14.0625 mm from where it landed; \
        at most 7.0313 mm is allowed (to allow it, raise movement_mm, now 7.0313)
                2.020000  1 finger lifted
        sequence 3
                4.000000  1 finger landed
                4.750000  for 1 to 3 fingers: did not fire: the fingers were still down after 750 ms; \
        less than 750 ms is asked for
                5.000000  1 finger lifted
        sequence 4
                6.000000  1 finger landed
                6.010000  1 finger landed
                6.010000  for 1 finger: did not fire: 2 fingers landed, and it asks for 1 finger
                6.050000  1 finger lifted
                6.050000  for 3 fingers: did not fire: 2 fingers had landed when one lifted, and it asks for 3 fingers
                6.060000  1 finger lifted
                6.060000  for 2 fingers: fired: all fingers have landed and lifted in time
        sequence 5
                8.000000  1 finger landed
                8.010000  for 1 to 3 fingers: did not fire: drag was recognized first with a finger of its own \
        (to have both, name drag in its simultaneous_with; to have it first, let drag require it to fail)
                8.030000  1 finger lifted
        single fired in 2 of 5 sequences

        """)
  }

  @Test(
    "--touches explains the recognizers that take so many fingers, and a number that none takes is an error")
  func touches() throws {
    let outcome = try explain("single", "--touches", "3")
    #expect(outcome.code == 1 && outcome.complaints.isEmpty)
    #expect(outcome.lines.first?.hasPrefix("single is a tap for 3 fingers: ") == true)
    #expect(
      outcome.lines.contains(
        "        0.080000  did not fire: 1 finger had landed when one lifted, and it asks for 3 fingers"))
    #expect(!outcome.output.contains("for 1 finger: ") && !outcome.output.contains("other numbers"))
    let pan = try explain("drag", "--touches", "3")
    #expect(pan.code == 0 && pan.complaints.isEmpty)
    #expect(pan.lines.first?.hasPrefix("drag is a pan for 1 finger and more: ") == true)
    #expect(pan.lines.last == "drag fired in 1 of 5 sequences")
    let wrong = try explain("single", "--touches", "4")
    #expect(wrong.code == 64)
    #expect(wrong.complaints.contains("--touches: found 4; allowed for single: 1, 2, 3"))
  }

  @Test("a touch that was far from the limit gets numbers and no advice, and one that was near gets both")
  func near() throws {
    let story = EvemuScript(
      """
      A↓300,300@10 A↑@80
      B↓300,300@2000 B→350,300@2050 B↑@2080
      C↓300,300@4000 D↓500,300@4010 C→296,300 D→503,300@4050 C↑ D↑@4100
      E↓300,300@6000 F↓500,300@6010 E↑ F↑@6050
      G↓300,300@8000 G→380,370@8300 G↑@8320
      """)
    let path = try folder.write(story.recording(), to: "near.evemu")
    let file = try folder.write(
      "[recognizer.flick]\nkind = \"swipe\"\n[recognizer.zoom]\nkind = \"pinch\"\n", to: "near.toml")
    func lines(_ name: String) throws -> [String] {
      try Program(["--explain", name, "--replay", path, "--config", file]).finish().lines
    }
    let flick = try lines("flick").filter { $0.contains("did not fire") }
    #expect(
      flick[0] == "        0.080000  did not fire: a finger lifted after 0 mm; 11.8438 mm is asked for then")
    #expect(
      flick[1].contains(
        "a finger lifted after 7.8125 mm; 11.75 mm is asked for then (to allow it, lower distance_mm, now "))
    #expect(flick.last?.contains("off its direction; at most 30") == true)
    let zoom = try lines("zoom").filter { $0.contains("did not fire") }
    #expect(
      zoom.contains(
        "        4.100000  did not fire: the distance of the fingers had changed by 1.0938 mm when one lifted; "
          + "1.25 mm is asked for (to allow it, lower minimum_change_mm, now 1.25)"))
    #expect(
      zoom.contains(
        "        6.050000  did not fire: the distance of the fingers had changed by 0 mm when one lifted; "
          + "1.25 mm is asked for"))
  }

  @Test("1 what never fired is no success; its reasons have numbers, limits and the option to change")
  func never() throws {
    let outcome = try explain("double")
    #expect(outcome.code == 1 && outcome.complaints.isEmpty)
    #expect(
      outcome.lines.contains(
        "        0.430000  did not fire: no next tap came within 350 ms")
    )
    #expect(outcome.lines.last == "double fired in 0 of 5 sequences")
  }

  @Test("a recognizer that was in the way is named")
  func prevented() throws {
    let outcome = try explain("stroke")
    #expect(outcome.code == 0)
    #expect(
      outcome.lines.contains(
        "        8.010000  did not fire: drag was recognized first with a finger of its own (to have both, name drag "
          + "in its simultaneous_with; to have it first, let drag require it to fail)"))
  }

  @Test("64 a name that no recognizer has is told, with the nearest one that there is or with all")
  func unknown() throws {
    let near = try explain("singel")
    #expect(near.code == 64 && near.output.isEmpty)
    #expect(
      near.complaints
        == "gestured: --explain: the configuration has no recognizer 'singel'; did you mean 'single'?\n")
    let far = try explain("pirouette")
    #expect(far.code == 64)
    #expect(
      far.complaints
        == "gestured: --explain: the configuration has no recognizer 'pirouette'; it has: double, single, drag, "
        + "stroke\n")
  }

  @Test("64 --explain is text, and goes with no other output", arguments: ["--dump", "--format=json"])
  func contradictions(option: String) throws {
    #expect(try explain("single", option).code == 64)
  }
}

@Suite("Fingers of --explain") struct ExplainedFingersTests {
  @Test(
    "--explain counts the fingers that the recognizer has, whatever its region is told and whatever lands elsewhere"
  )
  func fingers() throws {
    let folder = try TemporaryFolder()
    let story = EvemuScript(
      """
      A↓100,100@10 B↓900,100@20 A↑@80 B↑@90
      C↓100,100@2000 D↓200,100@2010 C↑@2050 D↑@2060
      """)
    let recording = try folder.write(story.recording(), to: "story.evemu")
    let configuration = try folder.write(
      """
      [region.v]
      frame = [0, 0, 80, 100]
      [recognizer.tap]
      kind = "tap"
      touches = [1, 2]
      region = "v"
      """, to: "gestured.toml")
    let explained = try Program(["--explain", "tap", "--replay", recording, "--config", configuration])
      .finish()
    #expect(
      explained.lines.dropFirst(2).joined(separator: "\n") == """
        sequence 1
                0.010000  1 finger landed
                0.080000  1 finger lifted
                0.080000  for 2 fingers: did not fire: 1 finger had landed when one lifted, and it asks for 2 fingers
                0.080000  for 1 finger: fired: all fingers have landed and lifted in time
        sequence 2
                2.000000  1 finger landed
                2.010000  1 finger landed
                2.010000  for 1 finger: did not fire: 2 fingers landed, and it asks for 1 finger
                2.050000  1 finger lifted
                2.060000  1 finger lifted
                2.060000  for 2 fingers: fired: all fingers have landed and lifted in time
        tap fired in 2 of 2 sequences
        """)
    let dumped = try Program([
      "--dump", "--format", "text", "--replay", recording, "--config", configuration,
    ]).finish()
    let touches = dumped.lines.filter { $0.contains(" touches ") && $0.contains("  in v") }
      .map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      touches.contains("2.010000 1 touches began 1 #4 31.25,15.63 in v no region is told"), "\(touches)")
    #expect(
      touches.contains("2.060000 1 touches ended 1 #4 31.25,15.63 in v no region is told"), "\(touches)")
  }
}
