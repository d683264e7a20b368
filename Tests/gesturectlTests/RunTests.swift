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
    try client.waitForComplaint("1 actions of")
    _ = try daemon.folder.write("[action.a]\nrun = 'true'\n[action.b]\nrun = 'true'\n", to: "actions.toml")
    try client.waitForComplaint("read again: 2 actions")
    _ = try daemon.folder.write("[action.a]\nrun = 'true'\n", to: "new")
    #expect(unsafe rename(daemon.folder.file("new"), actions) == 0)
    try client.waitForComplaint("read again: 1 actions")
    try FileManager.default.removeItem(atPath: actions)
    try client.waitForComplaint("the actions stay as they are")
    _ = try daemon.folder.write("", to: "actions.toml")
    try client.waitForComplaint("read again: 0 actions")
    client.send(SIGTERM)
    #expect(try client.finish().code == 128 + SIGTERM)
  }

  @Test("--check says all that is wrong with a file, by its exit code too")
  func check() throws {
    let good = try daemon.folder.write("[action.a]\nrun = 'true'\n", to: "good.toml")
    let fine = try Program.run("run", "--check", good, of: "gesturectl")
    #expect(fine.code == 0 && fine.output == "\(good): 1 actions, nothing is wrong\n")
    let bad = try daemon.folder.write(
      "[action.a]\nrun = 1\n[action.b]\nkind = 'x'\nrun = 'y'\n", to: "bad.toml")
    let wrong = try Program.run("run", "--check", bad, of: "gesturectl")
    #expect(wrong.code == 78 && wrong.output.isEmpty)
    #expect(wrong.complaints.split(separator: "\n").count == 2)
    let missing = try Program.run("run", daemon.folder.file("none"), of: "gesturectl")
    #expect(missing.code == 78 && missing.complaints.contains("No such file or directory"))
  }
}
