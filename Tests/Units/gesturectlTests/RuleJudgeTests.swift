import Foundation
import GestureClient
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import ProcessTestSupport
import Testing

@testable import GestureClient
@testable import gesturectl

@Suite("Rules")
struct RuleJudgeTests {
  private func path(_ name: String) -> String { ProjectFile.top + "/" + name }

  private func line(_ text: String) -> GestureLine { GestureLine(Array(text.utf8)) }

  private func gesture(
    _ id: Int, _ recognizer: String, _ kind: String, _ state: String, _ count: Int, region: String = "root",
    device: Int = 1, more: String = ""
  ) -> GestureLine {
    line(
      #"{"type":"gesture","seq":1,"time":1,"device":\#(device),"sequence":1,"gesture_id":\#(id),"#
        + #""recognizer":"\#(recognizer)","kind":"\#(kind)","state":"\#(state)","touch_count":\#(count),"#
        + #""region":"\#(region)"\#(more)}"#)
  }

  private func recognizer(_ name: String, _ kind: String, _ counts: String, _ state: String = "present")
    -> GestureLine
  {
    line(
      #"{"type":"recognizer","seq":1,"time":1,"recognizer":"\#(name)","kind":"\#(kind)","state":"\#(state)","#
        + #""touch_count":[\#(counts)],"region":"root","owner":"configuration"}"#)
  }

  private func rule(_ change: (inout ActionRule) -> Void) -> LineRule {
    var rule = ActionRule(name: "x", command: .shell("true"))
    change(&rule)
    return LineRule(rule)
  }

  @Test("the shipped volume action fires for the pan of two fingers of the demo, and for no swipe of three")
  func demo() throws {
    let dump = try Program.run("--replay", path("docs/recordings/demo.events"), "--dump", "--format", "json")
    let bytes = try #require(FileManager.default.contents(atPath: path("config/actions.toml")))
    let file = ActionFile(Array(bytes), file: "actions.toml")
    let volume = try #require(file.rules.firstIndex { $0.name == "volume" })
    var judge = RuleJudge(file.rules.map(LineRule.init))
    var fired: Set<UInt64> = []
    for text in dump.lines {
      let line = line(text)
      guard judge.match(line).contains(volume), case .gesture(let gesture) = line.event else { continue }
      fired.insert(gesture.id)
    }
    #expect(fired == [7])
  }

  @Test("a rule without states fits a gesture once, at its first line, and one with states at each such line")
  func states() {
    var judge = RuleJudge([rule { _ in }, rule { $0.states = ["changed", "ended"] }])
    #expect(judge.match(gesture(1, "p", "pan", "began", 2)) == [0])
    #expect(judge.match(gesture(1, "p", "pan", "changed", 2)) == [1])
    #expect(judge.match(gesture(1, "p", "pan", "ended", 1)) == [1])
    #expect(judge.match(gesture(2, "t", "tap", "ended", 1)) == [0, 1])
    #expect(judge.match(gesture(3, "p", "pan", "began", 1)) == [0])
    #expect(judge.match(gesture(3, "p", "pan", "cancelled", 1)) == [])
    #expect(judge.match(gesture(4, "p", "pan", "changed", 1, more: #","snapshot":true"#)) == [1])
  }

  @Test(
    "the filter of `listen` takes what the daemon has settled, and not what came before it has subscribed")
  func alone() {
    let only = rule {
      $0.kinds = ["pan"]
      $0.touchCounts = [2]
      $0.regions = ["somewhere"]
    }
    var judge = RuleJudge([only], isFilteredByDaemon: true)
    #expect(judge.match(gesture(1, "p", "pan", "began", 3)) == [0])
    #expect(judge.match(gesture(2, "t", "tap", "ended", 2)) == [])
  }

  @Test("CLI-4 * among the recognizers of a rule means all, and no name beside it gets a warning")
  func wildcard() {
    let all = rule { $0.recognizers = ["*", "nobody"] }
    var judge = RuleJudge([all])
    #expect(judge.match(gesture(1, "p", "pan", "began", 2)) == [0])
    #expect(Declarations(recognizers: []).warnings(for: all) { $0 }.isEmpty)
    let many = (0..<40).map { number in
      rule {
        $0.recognizers = ["*"]
        $0.touchCounts = [2]
        $0.regions = ["r\(number)"]
      }
    }
    let filters = RuleSubscription.of(many).filters
    #expect(filters.contains { $0.types == [.gesture] && $0.recognizers.isEmpty && $0.touchCounts == [2] })
    #expect(!filters.contains { $0.recognizers.contains("*") })
  }

  @Test("fingers are those that the recognizer is for, as filters of the daemon have it")
  func fingers() {
    var judge = RuleJudge([2, 3].map { count in rule { $0.touchCounts = [count] } })
    _ = judge.match(recognizer("wide", "pan", "2"))
    _ = judge.match(recognizer("both", "pan", "2,3"))
    _ = judge.match(recognizer("pen", "hover", "1"))
    #expect(judge.match(gesture(1, "wide", "pan", "began", 3)) == [0])
    #expect(judge.match(gesture(2, "both", "pan", "began", 3)) == [1])
    #expect(judge.match(gesture(3, "wide", "pan", "began", 1)) == [0])
    #expect(judge.match(gesture(4, "pen", "hover", "began", 0)) == [])
    #expect(judge.match(gesture(5, "unknown", "pan", "began", 3)) == [1])
    _ = judge.match(recognizer("wide", "pan", "2", "removed"))
    #expect(judge.match(gesture(6, "wide", "pan", "began", 3)) == [1])
  }

  @Test(
    "regions are found through those that they lie in, each on its own screen, and touchscreens by every name"
  )
  func places() {
    var judge = RuleJudge([
      rule { $0.regions = ["outer"] },
      rule {
        $0.regions = ["outer"]
        $0.includesDescendants = false
      },
      rule { $0.devices = ["kitchen"] },
    ])
    func region(_ name: String, _ parent: String, _ device: Int) -> GestureLine {
      line(
        #"{"type":"region","seq":1,"time":1,"device":\#(device),"region":"\#(name)","state":"present","parent":"\#(parent)"}"#
      )
    }
    _ = judge.match(region("outer", "root", 1))
    _ = judge.match(region("inner", "outer", 1))
    _ = judge.match(region("inner", "root", 2))
    _ = judge.match(
      line(
        #"{"type":"device","seq":1,"time":1,"device":2,"state":"added","name":"T","size":[1,1],"size_source":"x","max_touches":1,"table":"kitchen"}"#
      ))
    #expect(judge.match(gesture(1, "t", "tap", "ended", 1, region: "inner")) == [0])
    #expect(judge.match(gesture(2, "t", "tap", "ended", 1, region: "outer")) == [0, 1])
    #expect(judge.match(gesture(3, "t", "tap", "ended", 1, region: "inner", device: 2)) == [2])
    #expect(judge.match(gesture(4, "t", "tap", "ended", 1, region: "a window")) == [])
  }

  private func idle(_ state: String, _ after: Double) -> GestureLine {
    line(#"{"type":"idle","time":1,"state":"\#(state)","after":\#(after)}"#)
  }

  @Test("ADD-7 an idle line starts the rules of its span, and its end those of every span that was over")
  func idleLines() {
    func idleRule(_ spans: [Double], _ states: [String] = []) -> LineRule {
      rule {
        $0.types = []
        $0.idleSpans = spans
        $0.states = states
      }
    }
    var judge = RuleJudge([
      idleRule([60]), idleRule([60], ["ended"]), idleRule([5, 300]), idleRule([300], ["began", "ended"]),
      rule { _ in },
    ])
    #expect(judge.match(idle("began", 5)) == [2])
    #expect(judge.match(idle("ended", 5)) == [])
    #expect(judge.match(idle("began", 60)) == [0])
    #expect(judge.match(idle("ended", 60)) == [1])
    #expect(judge.match(idle("began", 300)) == [2, 3])
    #expect(judge.match(idle("ended", 300)) == [1, 3])
    #expect(judge.match(gesture(1, "t", "tap", "ended", 1)) == [4])
    var listen = RuleJudge([LineRule(GestureFilter(), idle: [60])], isFilteredByDaemon: true)
    #expect(listen.match(idle("began", 60)) == [0] && listen.match(idle("ended", 60)) == [0])
    var without = RuleJudge([LineRule(GestureFilter(), idle: [])], isFilteredByDaemon: true)
    #expect(without.match(idle("began", 60)) == [])
  }

  @Test("ACT-2 an action starts the rules of its name and of the region that takes it")
  func actionLines() {
    var judge = RuleJudge([
      rule {
        $0.types = [.action]
        $0.regions = ["field"]
        $0.actions = ["copy"]
      },
      rule { $0.types = [.action] }, rule { _ in },
    ])
    func action(_ name: String, for responder: String) -> GestureLine {
      line(
        #"{"type":"action","action_id":1,"time":1,"action":"\#(name)","responder":"\#(responder)","sender":"client","client":3}"#
      )
    }
    #expect(judge.match(action("copy", for: "field")) == [0, 1])
    #expect(judge.match(action("copy", for: "form")) == [1])
    #expect(judge.match(action("paste", for: "field")) == [1])
  }

  @Test("RES-5 a deferred edge starts the rules of its edge, its touchscreen and its region")
  func deferredLines() {
    var judge = RuleJudge([
      rule {
        $0.types = [.deferred]
        $0.edges = ["left"]
      },
      rule {
        $0.types = [.deferred]
        $0.regions = ["outer"]
      },
      rule {
        $0.types = [.deferred]
        $0.devices = ["kitchen"]
      },
      rule { _ in },
    ])
    _ = judge.match(
      line(
        #"{"type":"region","seq":1,"time":1,"device":1,"region":"game","state":"present","parent":"outer"}"#))
    func deferred(_ edge: String, _ region: String) -> GestureLine {
      line(
        #"{"type":"deferred","seq":1,"time":1,"device":1,"sequence":1,"edge":"\#(edge)","region":"\#(region)"}"#
      )
    }
    #expect(judge.match(deferred("left", "game")) == [0, 1])
    #expect(judge.match(deferred("top", "other")) == [])
  }

  @Test(
    "a line that was sent for the rules before a reload is judged by the new rule, though that is the only one"
  )
  func reload() {
    var judge = RuleJudge([rule { $0.kinds = ["pan"] }, rule { $0.kinds = ["tap"] }])
    judge.rules = [rule { $0.touchCounts = [2] }]
    #expect(judge.match(gesture(1, "scroll", "pan", "began", 3)) == [])
    #expect(judge.match(gesture(2, "scroll", "pan", "began", 2)) == [0])
  }

  @Test("what a daemon tells without end, or in a circle, is neither kept nor followed for ever")
  func hostile() {
    var judge = RuleJudge([rule { $0.regions = ["x"] }, rule { $0.kinds = ["tap"] }])
    for (name, parent) in [("a", "b"), ("b", "a")] {
      _ = judge.match(
        line(
          #"{"type":"region","seq":1,"time":1,"device":1,"region":"\#(name)","state":"present","parent":"\#(parent)"}"#
        ))
    }
    #expect(judge.match(gesture(1, "p", "pan", "began", 1, region: "a")) == [])
    for id in 0..<10_000 { _ = judge.match(gesture(id, "p", "pan", "began", 1)) }
    #expect(judge.match(gesture(20_000, "t", "tap", "ended", 1)) == [1])
  }

  @Test("a subscription asks for what rules name, a filter each, and for no more filters than a daemon takes")
  func subscription() {
    let few = RuleSubscription.of([
      rule {
        $0.kinds = ["pan"]
        $0.touchCounts = [2]
        $0.states = ["ended"]
      },
      rule {
        $0.kinds = ["pan"]
        $0.touchCounts = [2]
      },
      rule { $0.types = [.remote] },
    ])
    #expect(few.filters.count == 3 && few.idle.isEmpty)
    let others = RuleSubscription.of([
      rule {
        $0.types = []
        $0.idleSpans = [60, 5]
      },
      rule {
        $0.types = []
        $0.idleSpans = [5]
      },
      rule {
        $0.types = [.action]
        $0.regions = ["field"]
      },
    ])
    #expect(others.idle == [5, 60])
    #expect(others.filters.count == 2)
    #expect(others.filters.first == GestureFilter(types: [.action], regions: ["field"]))
    #expect(few.filters.first == GestureFilter(types: [.gesture], kinds: [.pan], touchCounts: [2]))
    let rules = (0..<300).map { number in
      rule {
        if number.isMultiple(of: 2) { $0.recognizers = ["r\(number)"] } else { $0.kinds = ["tap"] }
        $0.touchCounts = [number % 10 + 1]
      }
    }
    let counts = RuleSubscription.of(
      (0..<40).map { number in
        rule {
          $0.touchCounts = [number % 2 + 3]
          $0.regions = ["r\(number)"]
        }
      })
    #expect(counts.filters.first == GestureFilter(types: [.gesture], touchCounts: [3, 4]))
    let actions = (0..<40).map { number in
      rule {
        $0.types = [.action, .deferred]
        $0.regions = ["r\(number)"]
      }
    }
    let merged = RuleSubscription.of(actions).filters
    #expect(merged.contains { $0.types == [.action] && $0.regions.count == 40 })
    #expect(merged.contains { $0.types == [.deferred] && $0.regions.count == 40 })
    let many = RuleSubscription.of(rules)
    #expect(many.filters.count == 3)
    #expect(many.filters.contains { $0.recognizers.count == 150 })
    #expect(many.filters.contains(GestureFilter(types: [.gesture], kinds: [.tap])))
  }

  @Test("CLI-4 each part of a rule that nothing declared gives has a warning, and others have none")
  func declarations() throws {
    func notice(_ name: String, _ kind: String, _ counts: [Int], _ options: [String: JSONValue] = [:])
      -> RecognizerNotice
    {
      RecognizerNotice(
        recognizer: name, kind: .init(rawValue: kind), state: .present, touchCount: counts,
        owner: "configuration", options: options)
    }
    let known = Declarations(
      recognizers: [
        notice("flick", "swipe", [2, 3], ["direction": .list([.text("up"), .text("down")])]),
        notice("side", "edge_pan", [1], ["edges": .list([.text("right")])]),
        notice("knock", "tap", [1], ["taps": .integer(3)]),
      ], regions: ["root", "dock"], touchscreens: ["1", "ACME"])
    func warned(_ change: (inout ActionRule) -> Void) -> [String] {
      known.warnings(for: rule(change)) { $0 }.map { line in
        String(line.description.prefix { $0 != ":" })
      }
    }
    #expect(warned { _ in } == [])
    #expect(
      warned {
        $0.kinds = ["swipe"]
        $0.touchCounts = [3]
        $0.directions = ["up"]
        $0.regions = ["dock"]
        $0.devices = ["ACME"]
      } == [])
    #expect(warned { $0.recognizers = ["flik"] } == ["recognizer flik"])
    #expect(warned { $0.kinds = ["pinch", "tap"] } == ["kind pinch"])
    #expect(
      warned {
        $0.recognizers = ["knock"]; $0.kinds = ["swipe"]
      } == ["kind swipe"])
    #expect(
      warned {
        $0.kinds = ["swipe"]; $0.touchCounts = [1, 2]
      } == ["touch_count 1"])
    #expect(warned { $0.directions = ["left"] } == ["direction left"])
    #expect(warned { $0.edges = ["left", "right"] } == ["edge left"])
    #expect(warned { $0.taps = [2] } == ["taps 2"])
    #expect(
      warned {
        $0.regions = ["dok"]; $0.devices = ["other"]
      } == ["region dok", "device other"])
    #expect(
      warned {
        $0.owner = .clients; $0.recognizers = ["knock"]
      } == ["recognizer knock"])
    #expect(
      warned {
        $0.types = []; $0.idleSpans = [60]; $0.recognizers = ["x"]
      } == [])
  }

  @Test(
    "CLI-4 a region without the recognizer, a state that its kind never has and a transition of none have a warning"
  )
  func impossible() {
    func notice(_ name: String, _ kind: String, in region: String) -> RecognizerNotice {
      RecognizerNotice(
        recognizer: name, kind: .init(rawValue: kind), state: .present, touchCount: [1], region: region)
    }
    let known = Declarations(
      recognizers: [
        notice("sw", "swipe", in: "icon"), notice("scroll", "pan", in: "root"),
        notice("hold", "touch_delay", in: "root"), notice("far", "pinch", in: "elsewhere"),
      ], regions: ["root", "dock", "icon", "page"],
      parents: ["icon": ["dock"], "dock": ["root"], "page": ["root"]])
    func warned(_ change: (inout GestureFilter) -> Void) -> [String] {
      var filter = GestureFilter()
      change(&filter)
      return known.warnings(for: LineRule(filter, idle: [])) { $0 }.map { line in
        String(line.description.prefix { $0 != ":" })
      }
    }
    let rows: [(recognizer: [String], kind: [GestureKind], region: [String], warnings: [String])] = [
      (["sw"], [], ["icon"], []), (["sw"], [], ["dock"], []), (["sw"], [], ["page"], ["region page"]),
      (["sw"], [], ["page", "dock"], []), ([], [.pan], ["dock"], ["region dock"]),
      ([], [.pan], ["root"], []), ([], [], ["page"], []), ([], [.pan], ["pge"], ["region pge"]),
      (["far"], [], ["dock"], []),
      (["hold"], [], [], ["recognizer hold"]), ([], ["touch_delay"], [], ["kind touch_delay"]),
    ]
    var hold = GestureFilter()
    hold.recognizers = ["hold"]
    #expect(
      known.warnings(for: LineRule(hold, idle: [])) { $0 }.map(\.description)
        == ["recognizer hold: this recognizer reports no gestures, so no lines come"])
    for row in rows {
      let lines = warned {
        $0.recognizers = row.recognizer
        $0.kinds = row.kind
        $0.regions = row.region
      }
      #expect(lines == row.warnings, "\(row)")
    }
    #expect(
      warned {
        $0.recognizers = ["sw"]; $0.regions = ["dock"]; $0.includesDescendants = false
      } == ["region dock"])
    for (recognizer, states, warnings) in [
      ("sw", [.began], ["state began"]), ("sw", [.ended], []), ("scroll", [.began, .cancelled], []),
    ] as [(String, [Gesture.State], [String])] {
      #expect(
        warned {
          $0.recognizers = [recognizer]; $0.states = states
        } == warnings, "\(recognizer)")
    }
    #expect(
      warned {
        $0.types = [.gesture, .press]; $0.kinds = [.swipe]; $0.states = [.began]
      } == [])
    #expect(
      warned {
        $0.types = [.transition]; $0.recognizers = ["sv", "hold"]
      } == ["recognizer sv"])
    #expect(
      warned {
        $0.types = [.transition]; $0.kinds = [.rotation, "touch_delay"]
      } == ["kind rotation"])
    #expect(
      warned {
        $0.types = [.recognizer]; $0.recognizers = ["sv"]
      } == [])
  }
}
