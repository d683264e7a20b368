import GestureTestSupport
import GesturedConfiguration
import Testing

@Suite("Files of actions")
struct ActionFileTests {
  private func read(_ text: String) -> ActionFile {
    ActionFile(Array(text.utf8), file: "actions.toml")
  }

  @Test("every key is read, one value or a list")
  func keys() throws {
    let file = read(
      """
      [action.all]
      type = ["gesture", "press", "action", "idle"]
      kind = ["swipe", "edge_pan"]
      recognizer = "back"
      touch_count = [2, 3]
      state = "ended"
      region = "panel"
      descendants = false
      device = "a screen"
      direction = "left"
      edge = ["top_left"]
      taps = 2
      action = ["copy", "paste"]
      idle = [60, 2.5]
      debounce_ms = 250
      parallel = 4
      run = ["/bin/echo", "a b"]
      [action.least]
      run = "true"
      """)
    #expect(file.mistakes == nil)
    var all = ActionRule(name: "all", command: .program(["/bin/echo", "a b"]))
    all.types = [.gesture, .press, .action]
    all.actions = ["copy", "paste"]
    all.idleSpans = [60, 2.5]
    all.kinds = ["swipe", "edge_pan"]
    all.recognizers = ["back"]
    all.touchCounts = [2, 3]
    all.states = ["ended"]
    all.regions = ["panel"]
    all.includesDescendants = false
    all.devices = ["a screen"]
    all.directions = ["left"]
    all.edges = ["top_left"]
    all.taps = [2]
    all.debounceMilliseconds = 250
    all.parallel = 4
    #expect(file.rules == [all, ActionRule(name: "least", command: .shell("true"))])
  }

  @Test(
    "what is wrong is told with its place, and the other rules work",
    arguments: [
      (
        "kind = \"tap\"\nstate = \"began\"\nrun = \"x\"",
        "actions.toml:5:9: action.bad.state: no gesture of the kind tap fits this; allowed: ended"
      ),
      (
        "kind = [\"pan\", \"tap\"]\ndirection = \"up\"\nrun = \"x\"",
        "actions.toml:5:13: action.bad.direction: no gesture of the kind pan, tap fits this; allowed: only with the kind"
      ),
      (
        "kind = \"pinch\"\ntouch_count = 1\nrun = \"x\"",
        "actions.toml:5:15: action.bad.touch_count: no gesture of the kind pinch fits this; allowed: 2"
      ),
      (
        "kind = \"swip\"\nrun = \"x\"",
        #"actions.toml:4:8: action.bad.kind: found "swip"; allowed: one or a list of"#
      ),
      ("kinds = \"tap\"\nrun = \"x\"", "actions.toml:4:1: action.bad.kinds: unknown key; did you mean kind?"),
      (
        "kind = \"tap\"",
        "actions.toml:3:9: action.bad.run: missing; allowed: a command for the shell, or a list"
      ),
      ("run = []", "actions.toml:4:7: action.bad.run: found an empty list"),
      ("run = \"\"", #"actions.toml:4:7: action.bad.run: found """#),
      ("run = [\"a\", 1]", "actions.toml:4:7: action.bad.run: found a list"),
      ("run = \"a\\u0000\"", #"actions.toml:4:7: action.bad.run: found "a\u{0}""#),
      ("touch_count = 11\nrun = \"x\"", "actions.toml:4:15: action.bad.touch_count: found 11"),
      ("state = \"possible\"\nrun = \"x\"", "actions.toml:4:9: action.bad.state"),
      ("debounce_ms = -1\nrun = \"x\"", "actions.toml:4:15: action.bad.debounce_ms: found -1"),
      (
        "type = \"touches\"\nrun = \"x\"",
        #"actions.toml:4:8: action.bad.type: found "touches"; allowed: one or a list of gesture, deferred, motion, remote, press, route, action, idle"#
      ),
      ("type = []\nrun = \"x\"", "actions.toml:4:8: action.bad.type: found an empty list; allowed: one or"),
      (
        "type = \"motion\"\ntaps = 2\nrun = \"x\"",
        "actions.toml:5:1: action.bad.taps: lines of the type motion do not have this key; allowed: only with the type gesture"
      ),
      (
        "type = [\"remote\", \"route\"]\nstate = \"began\"\nrun = \"x\"",
        "actions.toml:5:1: action.bad.state: lines of the type remote, route do not have this key; allowed: only with the type gesture"
      ),
      ("parallel = 0\nrun = \"x\"", "actions.toml:4:12: action.bad.parallel: found 0"),
      (
        "type = \"idle\"\nrun = \"x\"",
        "actions.toml:4:8: action.bad.idle: missing; allowed: one or a list of numbers from 1 to 86400 s"
      ),
      ("idle = 0.5\nrun = \"x\"", "actions.toml:4:8: action.bad.idle: found 0.5; allowed: one or a list"),
      ("idle = []\nrun = \"x\"", "actions.toml:4:8: action.bad.idle: found an empty list"),
      ("idle = \"60\"\nrun = \"x\"", #"actions.toml:4:8: action.bad.idle: found "60"; allowed: one or"#),
      (
        "idle = [1, 2, 3, 4, 5, 6, 7, 8, 9]\nrun = \"x\"",
        "actions.toml:4:8: action.bad.idle: found 9 spans in the file; allowed: at most 8"
      ),
      (
        "type = \"gesture\"\nidle = 60\nrun = \"x\"",
        "actions.toml:5:1: action.bad.idle: lines of the type gesture do not have this key; allowed: only with the type idle"
      ),
      (
        "idle = 60\nregion = \"r\"\nrun = \"x\"",
        "actions.toml:5:1: action.bad.region: lines of the type idle do not have this key; allowed: only with the type gesture"
      ),
      (
        "action = \"copy\"\nrun = \"x\"",
        "actions.toml:4:1: action.bad.action: lines of the type gesture do not have this key; allowed: only with the type action"
      ),
      (
        "type = \"action\"\nedge = \"left\"\nrun = \"x\"",
        "actions.toml:5:1: action.bad.edge: lines of the type action do not have this key; allowed: only with the type gesture, deferred"
      ),
    ])
  func mistakes(table: String, expected: String) throws {
    let file = read("[action.good]\nrun = \"x\"\n[action.bad]\n\(table)\n[action.last]\nrun = \"y\"\n")
    #expect(file.rules.map(\.name) == ["good", "last"])
    let mistakes = try #require(file.mistakes)
    #expect(mistakes.mistakes.count == 1)
    #expect(mistakes.description.hasPrefix(expected), "\(mistakes)")
  }

  @Test("what is no file of actions is told, and nothing traps")
  func noActions() throws {
    #expect(read("").mistakes == nil && read("").rules.isEmpty)
    #expect(try #require(read("action = 1").mistakes).description.contains("allowed: tables [action.NAME]"))
    #expect(try #require(read("[actions.x]").mistakes).description.contains("did you mean action?"))
    #expect(try #require(read("[action.\"a b\"]\nrun=\"x\"").mistakes).description.contains("not a name"))
    #expect(try #require(read("[action]\nx = 1").mistakes).description.contains("a table [action.NAME]"))
    #expect(try #require(read("[action.x").mistakes).description.contains("not TOML"))
  }

  @Test("a rule with idle and without a type is for idle lines alone; spans of all rules count once each")
  func idle() throws {
    let rules = (1...8).map { "[action.r\($0)]\nidle = [\($0), 1]\nrun = \"x\"\n" }.joined()
    let file = read(rules + "[action.last]\nidle = 9\nrun = \"x\"\n")
    #expect(file.rules.count == 8 && file.rules.allSatisfy(\.types.isEmpty))
    #expect(file.rules.last?.idleSpans == [8, 1])
    #expect(try #require(file.mistakes).description.contains("action.last.idle: found 9 spans in the file"))
  }

  @Test("rules know the types of lines that say that something happened")
  func types() {
    #expect(
      ActionRule.lineTypes.map(\.rawValue)
        == ["gesture", "deferred", "motion", "remote", "press", "route", "action"])
  }

  @Test("config/actions.toml is one, without a mistake")
  func shipped() throws {
    let file = ActionFile(try #require(ProjectFile.bytes("config/actions.toml")), file: "config/actions.toml")
    #expect(file.mistakes == nil)
    #expect(file.rules.map(\.name) == ["back", "forward", "volume"])
  }
}
