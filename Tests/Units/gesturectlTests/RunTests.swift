import Foundation
import GestureTestSupport
import ProcessTestSupport
import Testing

@Suite("gesturectl run")
struct RunTests {
  private let daemon: ReplayingDaemon

  init() throws {
    daemon = try ReplayingDaemon("[device.kitchen]\nname = \"T1\"\n")
  }

  @Test("each gesture that an action fits starts its command once, and daemons may come and go")
  func actions() throws {
    let actions = try daemon.folder.write(
      """
      [action.touch]
      kind = "tap"
      touch_count = 2
      run = 'echo "$GESTURE_ACTION $GESTURE_KIND $GESTURE_TOUCH_COUNT"'
      [action.go]
      kind = "swipe"
      direction = "right"
      run = ["sh", "-c", "echo went $GESTURE_DIRECTION"]
      [action.other_way]
      kind = "swipe"
      direction = "left"
      run = "echo wrong"
      [action.lasting]
      kind = ["pan", "long_press"]
      region = "root"
      device = "T1"
      run = 'echo "$GESTURE_KIND $GESTURE_STATE"'
      [action.kitchen]
      kind = "tap"
      touch_count = 1
      device = "kitchen"
      run = "echo in the kitchen"
      [action.rarely]
      kind = "pan"
      state = "changed"
      debounce_ms = 60000
      run = "echo changed"
      """, to: "actions.toml")
    let client = try Program(["run", actions, "--socket", daemon.socket], of: "gesturectl")
    try client.waitForComplaint("6 actions of")
    try client.waitForComplaint("gestured is not running there")
    let served = try daemon.start()
    for text in ["in the kitchen", "touch tap 2", "went right", "pan began", "changed", "long_press began"] {
      try client.waitForOutput(text + "\n")
    }
    _ = try served.finish()
    client.send(SIGTERM)
    let outcome = try client.finish()
    #expect(
      Set(outcome.lines) == [
        "in the kitchen", "touch tap 2", "went right", "pan began", "changed", "long_press began",
      ])
    #expect(outcome.lines.count { $0 == "changed" } == 1)
  }

  @Test(
    "a rule that is wrong is told of with its place, and the others work; a new file, or SIGHUP, is read at once"
  )
  func reload() throws {
    let actions = try daemon.folder.write(
      "[action.bad]\nrun = 1\n[action.good]\nrun = 'true'\n", to: "actions.toml")
    let client = try Program(["run", actions, "--socket", daemon.socket], of: "gesturectl")
    try client.waitForComplaint("\(actions):2:7: action.bad.run: found 1; allowed: ")
    try client.waitForComplaint("1 action of")
    _ = try daemon.folder.write("[action.a]\nrun = 'true'\n[action.b]\nrun = 'true'\n", to: "actions.toml")
    try client.waitForComplaint("read again: 2 actions of")
    _ = try daemon.folder.write("[action.a]\nrun = 'true'\n", to: "new")
    #expect(unsafe rename(daemon.folder.file("new"), actions) == 0)
    try client.waitForComplaint("read again: 1 action of")
    try FileManager.default.removeItem(atPath: actions)
    try client.waitForComplaint("the actions stay as they are")
    _ = try daemon.folder.write("", to: "actions.toml")
    try client.waitForComplaint("read again: 0 actions of")
    client.send(SIGTERM)
    #expect(try client.finish().code == 128 + SIGTERM)
  }

  @Test("a rule and listen with the same filter see the same gestures, whatever lifts before they end")
  func sameAsListen() throws {
    let two = """
      [recognizer.two]
      kind = "pan"
      passive = true
      touches = [2, 3]
      """
    let story = EvemuScript(
      """
      A↓50,50@500 B↓80,50@500 A→50,80 B→80,80@520 A→50,110 B→80,110@540 A→50,140 B→80,140@560 A↑ B↑@580
      A↓50,50@800 B↓80,50@800 C↓110,50@800 A→50,80 B→80,80 C→110,80@820 A→50,110 B→80,110 C→110,110@840 \
      C↑@860 A→50,112 B→80,112@880 A→50,114 B→80,114@900 A↑ B↑@920
      """)
    let ran = try ReplayingDaemon(two, playing: story)
    let heard = try ReplayingDaemon(two, playing: story)
    let actions = try ran.folder.write(
      """
      [action.volume]
      kind = "pan"
      touch_count = 2
      state = "changed"
      run = 'echo "volume $GESTURE_GESTURE_ID"'
      [action.zoom]
      kind = "pan"
      touch_count = 3
      state = "ended"
      run = 'echo "zoom $GESTURE_GESTURE_ID $GESTURE_TOUCH_COUNT"'
      """, to: "actions.toml")
    let client = try Program(["run", actions, "--socket", ran.socket], of: "gesturectl")
    try client.waitForComplaint("gestured is not running there")
    let served = try ran.start()
    let listener = try heard.client(
      ["listen", "--format", "json", "--kind", "pan", "--touch-count", "2", "--state", "changed"])
    try client.waitForOutput("zoom 2 ")
    _ = try served.finish()
    client.send(SIGTERM)
    let volume = Set(try client.finish().lines.filter { $0.hasPrefix("volume") })
    let gestures = try listener.finish().lines.filter { $0.contains(#""type":"gesture""#) }
    let heardIDs = gestures.compactMap { line in
      line.split(separator: #""gesture_id":"#).last?.split(separator: ",").first
    }
    #expect(Set(heardIDs.map { "volume \($0)" }) == ["volume 1"])
    #expect(volume == ["volume 1"])
  }

  @Test("a replay that is served as fast as it goes starts what the demo has")
  func servedReplay() throws {
    let folder = try TemporaryFolder()
    let actions = try folder.write(
      """
      [action.volume]
      kind = "pan"
      touch_count = 2
      run = 'echo "volume $GESTURE_GESTURE_ID"'
      [action.swiped]
      kind = "swipe"
      touch_count = 3
      run = 'echo "swiped $GESTURE_DIRECTION"'
      """, to: "actions.toml")
    let socket = folder.file("events.sock")
    let client = try Program(["run", actions, "--socket", socket], of: "gesturectl")
    try client.waitForComplaint("gestured is not running there")
    let served = try Program(["--replay", "docs/recordings/demo.events", "--socket", socket])
    let expected = ["volume 1", "swiped left", "swiped right", "swiped up", "swiped down"]
    for text in expected { try client.waitForOutput(text + "\n") }
    _ = try served.finish()
    client.send(SIGTERM)
    #expect(try client.finish().lines.sorted() == expected.sorted())
  }

  @Test("an action may be for shakes, remote controls and plugs, and a shake starts it once")
  func otherTypes() throws {
    let folder = try TemporaryFolder()
    let actions = try folder.write(
      """
      [action.shaken]
      type = "motion"
      run = 'echo "shake $GESTURE_STATE"'
      [action.key]
      type = "remote"
      run = 'echo "key $GESTURE_COMMAND"'
      [action.plug]
      type = ["route"]
      run = 'echo "plug $GESTURE_CAUSE"'
      [action.gesture]
      run = "echo gesture"
      """, to: "actions.toml")
    let socket = folder.file("events.sock")
    let client = try Program(["run", actions, "--socket", socket], of: "gesturectl")
    try client.waitForComplaint("gestured is not running there")
    let served = try Program([
      "--replay", "docs/events/headset.events", "docs/events/shake.events", "--socket", socket, "--speed",
      "real",
    ])
    let expected = [
      "plug new_device", "key next", "key seek_forward_begin", "key seek_forward_end", "plug old_device",
      "shake began",
    ]
    for text in expected { try client.waitForOutput(text + "\n") }
    _ = try served.finish()
    client.send(SIGTERM)
    #expect(try client.finish().lines.sorted() == expected.sorted())
  }

  @Test(
    "ADD-7 a rule for a span without fingers runs when it is over, and at the next landing, as listen does")
  func idle() throws {
    let story = EvemuScript("A↓100,100@500 A↑@1000 B↓100,100@40000 B↑@40100")
    let daemon = try ReplayingDaemon(playing: story, speed: "max")
    let actions = try daemon.folder.write(
      """
      [action.dim]
      idle = 30
      state = ["began", "ended"]
      run = 'echo "$GESTURE_ACTION $GESTURE_STATE $GESTURE_AFTER"'
      [action.soon]
      type = "idle"
      idle = 5
      run = 'echo "soon $GESTURE_STATE"'
      [action.late]
      idle = 3600
      run = "echo late"
      """, to: "actions.toml")
    let client = try Program(["run", actions, "--socket", daemon.socket], of: "gesturectl")
    try client.waitForComplaint("gestured is not running there")
    let served = try daemon.start()
    for text in ["dim began 30", "dim ended 30", "soon began"] { try client.waitForOutput(text + "\n") }
    _ = try served.finish()
    client.send(SIGTERM)
    let lines = try client.finish().lines
    #expect(lines.sorted() == ["dim began 30", "dim ended 30", "soon began"])
    // The commands of one rule run in order.
    #expect(lines.filter { $0.hasPrefix("dim") } == ["dim began 30", "dim ended 30"])
    let heard = try ReplayingDaemon(playing: story, speed: "max")
    let listener = try heard.client([
      "listen", "--idle", "30", "--kind", "swipe", "--exec", "echo $GESTURE_STATE $GESTURE_AFTER",
    ])
    #expect(try listener.finish().lines == ["began 30", "ended 30"])
  }

  @Test("ACT-2, RES-5 a rule runs for a region's action, passes others on, and runs for a deferred edge")
  func actionsAndEdges() throws {
    // A tap, and a swipe from the left edge, every 3 s: the replay is not over before the actions were passed on.
    var story = EvemuScript()
    for second in 1...40 {
      story.append(
        """
        A↓300,100@\(second * 3)000 A↑@\(second * 3)030
        B↓1,300@\(second * 3)500 B→40,300@\(second * 3)540 B→80,300@\(second * 3)580 B↑@\(second * 3)600
        """)
    }
    let daemon = try ReplayingDaemon(
      """
      [recognizer.system]
      kind = "edge_pan"
      edges = ["left"]
      system = true
      [recognizer.pick]
      kind = "tap"
      region = "field"
      action = "select"
      simultaneous_with = ["*"]
      [region.form]
      frame = ["0%", "0%", "100%", "100%"]
      actions = ["select"]
      defers_edges = ["left"]
      [region.field]
      parent = "form"
      frame = ["0%", "0%", "100%", "100%"]
      actions = ["select"]
      """, playing: story)
    let actions = try daemon.folder.write(
      """
      [action.other]
      type = "action"
      region = "field"
      action = "paste"
      run = "echo wrong"
      [action.chosen]
      type = "action"
      region = "form"
      action = "select"
      run = 'echo "$GESTURE_ACTION $GESTURE_ACTION_NAME for $GESTURE_RESPONDER"'
      [action.edge]
      type = "deferred"
      edge = "left"
      run = 'echo "$GESTURE_REGION defers $GESTURE_EDGE"'
      [action.shell]
      recognizer = "system"
      run = "true"
      """, to: "actions.toml")
    let client = try Program(["run", actions, "--socket", daemon.socket], of: "gesturectl")
    try client.waitForComplaint("gestured is not running there")
    let served = try daemon.start()
    // The end of the replay ends the client, which otherwise would wait for the next daemon.
    Thread.detachNewThread {
      _ = try? served.finish()
      client.send(SIGTERM)
    }
    try client.waitForOutput("chosen select for form\n")
    try client.waitForOutput("form defers left\n")
    served.send(SIGTERM)
    #expect(try !client.finish().output.contains("wrong"))
  }

  @Test("78 a file in which every rule is wrong starts nothing")
  func allWrong() throws {
    let actions = try daemon.folder.write(
      "[action.a]\nrun = 1\n[action.b]\nkind = \"x\"\nrun = \"y\"\n", to: "actions.toml")
    let outcome = try Program.run("run", actions, "--socket", daemon.socket, of: "gesturectl")
    #expect(outcome.code == 78 && outcome.output.isEmpty)
    #expect(outcome.complaints.split(separator: "\n").count == 2, "\(outcome.complaints)")
  }

  @Test("a new file of rules is asked of the daemon at once")
  func reloadedSubscription() throws {
    // A tap and a long press each second for ten minutes: the replay is not over before the new rules are asked for.
    var story = EvemuScript()
    for second in 1...600 {
      story.append("A↓100,100@\(second)000 A↑@\(second)030 B↓200,200@\(second)200 B↑@\(second)900")
    }
    let daemon = try ReplayingDaemon(playing: story)
    let actions = try daemon.folder.write(
      "[action.a]\nkind = 'tap'\nrun = 'echo tapped'\n", to: "actions.toml")
    let client = try Program(["run", actions, "--socket", daemon.socket], of: "gesturectl")
    try client.waitForComplaint("gestured is not running there")
    let served = try daemon.start()
    try client.waitForOutput("tapped\n")
    _ = try daemon.folder.write("[action.a]\nkind = 'long_press'\nrun = 'echo held'\n", to: "actions.toml")
    try client.waitForComplaint("read again: 1 action of")
    try client.waitForOutput("held\n")
    client.send(SIGTERM)
    _ = try client.finish()
    served.send(SIGTERM)
    _ = try served.finish()
  }

  @Test("--check says all that is wrong with a file, by its exit code too")
  func check() throws {
    let good = try daemon.folder.write("[action.a]\nrun = 'true'\n", to: "good.toml")
    let fine = try Program.run("run", "--check", good, of: "gesturectl")
    #expect(fine.code == 0 && fine.output == "\(good): 1 action, nothing is wrong\n")
    let bad = try daemon.folder.write(
      "[action.a]\nrun = 1\n[action.b]\nkind = 'x'\nrun = 'y'\n", to: "bad.toml")
    let wrong = try Program.run("run", "--check", bad, of: "gesturectl")
    #expect(wrong.code == 78 && wrong.output.isEmpty)
    #expect(wrong.complaints.split(separator: "\n").count == 2)
    let missing = try Program.run("run", daemon.folder.file("none"), of: "gesturectl")
    #expect(missing.code == 78 && missing.complaints.contains("No such file or directory"))
  }

  @Test("CLI-4 run and run --check warn of what nothing declared gives, and a check without gestured says so")
  func warnings() throws {
    let actions = try daemon.folder.write(
      """
      [action.leave]
      recognizer = "swipes"
      run = "true"
      [action.turn]
      kind = "rotation"
      run = "true"
      [action.good]
      kind = "tap"
      run = "true"
      """, to: "actions.toml")
    let alone = try Program.run("run", "--check", actions, "--socket", daemon.socket, of: "gesturectl")
    #expect(alone.code == 0 && alone.output == "\(actions): 3 actions, nothing is wrong\n")
    #expect(alone.complaints.contains("were not compared with what is declared"))
    let expected = [
      "gesturectl: action.leave.recognizer swipes: there is no such recognizer in the configuration now: did you "
        + "mean swipe?",
      "gesturectl: action.turn.kind rotation: no declared recognizer has this kind: no lines come until one "
        + "does",
    ]
    let checked = try daemon.client(["run", "--check", actions]).finish()
    #expect(checked.code == 0 && checked.output == "\(actions): 3 actions, no mistake\n")
    #expect(checked.complaints.split(separator: "\n").map(String.init) == expected)
    let another = try ReplayingDaemon()
    let client = try another.client(["run", actions])
    for line in expected { try client.waitForComplaint(line) }
    client.send(SIGTERM)
    _ = try withExtendedLifetime(another) { try client.finish() }
  }
}
