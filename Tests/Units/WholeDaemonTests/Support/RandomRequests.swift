import GestureTestSupport

/// Requests of clients that know the words but not the situation. Most of the names exist at some time, and many
/// requests make no sense.
struct RandomRequests {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// The next request, without its id.
  mutating func next() -> (command: String, fields: String) {
    let command = one([
      "regions", "regions", "regions", "recognizers", "recognizers", "recognizers", "subscribe",
      "unsubscribe",
      "set", "forward", "inhibit", "release", "ignore_interaction", "cancel_touches", "focus", "filtering",
      "limit", "switch",
      "orientation",
      "convert", "perform", "perform",
      "status", "devices", "ping", "answer", "state",
    ])
    return (command, fields(of: command).map { ",\($0)" } ?? "")
  }

  /// A stretch of fingers from a time on, in ms, and the time of its end.
  mutating func fingers(from start: Int) -> (script: String, end: Int) {
    let (x, y) = (below(1000), below(600))
    var script = "A↓\(x),\(y)@\(start)"
    if once(in: 2) { script += " B↓\(below(1000)),\(below(600))@\(start)" }
    script += " A→\(below(1000)),\(below(600))@\(start + 20)"
    // Some fingers stay until the next stretch, which lands them again: the panel reports the same finger.
    script += " A↑@\(start + 60)" + (script.contains("B") ? " B↑@\(start + 70)" : "")
    return (script, start + 100 + below(600))
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func once(in times: Int) -> Bool { below(times) == 0 }

  private mutating func one(_ choices: [String]) -> String { choices[below(choices.count)] }

  private mutating func region() -> String { one(["a", "b", "c", "d", "V", "root", "window", "w"]) }

  private mutating func recognizer() -> String { one(["x", "y", "z", "tap", "nobody"]) }

  private mutating func flag() -> String { one(["true", "false"]) }

  private mutating func list(_ count: Int, _ make: (inout RandomRequests) -> String) -> String {
    "[" + (0..<count).map { _ in make(&self) }.joined(separator: ",") + "]"
  }

  private mutating func length() -> String {
    one(["0", "10", "-3", "40.5", "\"50%\"", "\"100pt\"", "\"9px\""])
  }

  private mutating func owners() -> String? { once(in: 2) ? nil : "\"owners\":\"all\"" }

  private mutating func fields(of command: String) -> String? {
    switch command {
    case "regions":
      return once(in: 4)
        ? owners() : "\"edits\":" + list(1 + below(3)) { "{\($0.regionEdit())}" } + keyWindow()
    case "recognizers":
      return once(in: 5) ? owners() : "\"edits\":" + list(1 + below(2)) { "{\($0.recognizerEdit())}" }
    case "subscribe":
      return "\"filter\":" + list(below(3)) { "{\($0.filter())}" }
        + ",\"snapshot\":\(flag()),\"rate\":\(below(60))"
        + ",\"touches\":\"\(one(["none", "phases", "coalesced", "predicted"]))\""
        + ",\"units\":\"\(one(["mm", "px", "pt", "normalized"]))\"" + responders()
    case "set":
      return "\"recognizer\":\"\(recognizer())\","
        + one(["\"translation\":[1,2]", "\"scale\":2", "\"rotation\":1", "\"identity\":true"])
    case "limit":
      let scene = once(in: 3) ? ",\"scene\":\"\(one(["left", "right"]))\"" : ""
      return "\"regions\":\(below(300)),\"recognizers\":\(below(300))" + scene
    case "forward": return "\"region\":\"\(region())\",\"enabled\":\(flag())"
    case "ignore_interaction": return "\"state\":\"\(one(["begin", "end", "end"]))\""
    case "filtering": return "\"state\":\"\(one(["pause", "resume"]))\""
    case "switch": return "\"\(one(["off", "on"]))\":\"\(one(["tap", "kind:pan", "nope", recognizer()]))\""
    case "cancel_touches": return once(in: 2) ? nil : "\"device\":\(below(3))"
    case "focus": return "\"region\":" + (once(in: 3) ? "null" : "\"\(region())\"")
    case "orientation": return "\"device\":1,\"rotation\":\(90 * below(4))"
    case "convert":
      return "\"points\":" + list(1 + below(3)) { "[\($0.below(400)),\($0.below(400))]" }
        + (once(in: 2) ? ",\"from\":\"\(region())\"" : "") + (once(in: 2) ? ",\"to\":\"\(region())\"" : "")
        + (once(in: 3) ? ",\"to_units\":\"\(one(["px", "pt", "normalized"]))\"" : "")
    case "perform":
      return "\"action\":\"\(one(["copy", "cut", "cpoy"]))\""
        + (once(in: 2) ? ",\"target\":\"\(one(["a", "root", "application", "controller:c"]))\"" : "")
        + (once(in: 2) ? ",\"sender\":\"\(region())\"" : "") + (once(in: 2) ? ",\"value\":[1,{}]" : "")
        + (once(in: 3) ? ",\"pass\":\(1 + below(4))" : "")
    case "answer": return "\"question\":\(below(40)),\"value\":\(flag())"
    case "state":
      return
        "\"event\":\(below(60)),\"state\":\"\(one(["possible", "began", "changed", "ended", "failed"]))\""
        + one(["", ",\"deadline\":0.1", ",\"ignore\":[\(below(9))]", ",\"values\":{\"a\":[1]}"])
    default: return nil
    }
  }

  private mutating func responders() -> String {
    guard once(in: 2) else { return "" }
    return ",\"responders\":"
      + list(1 + below(2)) {
        $0.one([
          "\"application\"", "\"controller:c\"", "{\"name\":\"application\",\"actions\":[\"copy\"]}",
          "{\"name\":\"controller:c\",\"actions\":[\"cut\"],\"ask\":\"can_perform\"}",
        ])
      }
  }

  private mutating func keyWindow() -> String {
    once(in: 4) ? ",\"key_window\":\"\(one(["w", "window", "a"]))\"" : ""
  }

  private mutating func regionEdit() -> String {
    switch below(8) {
    case 0: return "\"remove\":\"\(region())\""
    case 1: return "\"move\":\"\(region())\",\"to\":\"\(region())\""
    case 2:
      return "\"reorder\":\"\(region())\",\"in_front_of\":" + (once(in: 3) ? "null" : "\"\(region())\"")
    case 3: return "\"add_window\":{\"name\":\"\(one(["w", "a"]))\",\"level\":\(below(2))}"
    case 4: return "\"change\":{\"name\":\"\(region())\",\(one(Self.regionKeys))}"
    default:
      return
        "\"add\":{\"name\":\"\(region())\",\"parent\":\"\(region())\",\"frame\":\(list(4) { $0.length() }),"
        + "\(one(Self.regionKeys))}"
    }
  }

  private mutating func recognizerEdit() -> String {
    switch below(7) {
    case 0: return "\"\(one(["enable", "disable"]))\":\"\(recognizer())\""
    case 1: return "\"remove\":\"\(recognizer())\""
    case 2: return "\"change\":{\"name\":\"\(recognizer())\",\(one(Self.recognizerKeys))}"
    default:
      let kind = one(["tap", "pan", "swipe", "pinch", "long_press", "custom", "hover", "transform"])
      return "\"add\":{\"name\":\"\(recognizer())\",\"kind\":\"\(kind)\",\"region\":\"\(region())\","
        + "\(one(Self.recognizerKeys))}"
    }
  }

  private mutating func filter() -> String {
    one([
      "\"kind\":\"tap\"", "\"recognizer\":[\"x\",\"tap\"]", "\"region\":\"a\"", "\"touch_count\":[1,2]",
      "\"type\":[\"gesture\",\"touches\",\"transition\",\"region\",\"recognizer\",\"responder\"]",
      "\"device\":1",
      "\"state\":\"ended\"", "\"region\":\"root\",\"descendants\":false", "",
      "\"owners\":\"all\"", "\"type\":[\"gesture\",\"transition\"],\"owners\":\"all\"",
    ])
  }

  private static let regionKeys = [
    "\"hidden\":true", "\"multiple\":true", "\"exclusive\":true", "\"alpha\":0", "\"scale\":0",
    "\"hit_policy\":\"capture\"", "\"recognizers\":\"full\"", "\"foreign_children\":true",
    "\"touches\":\"forward\"",
    "\"rotation_degrees\":30", "\"controller\":\"c\"", "\"can_become_first_responder\":true",
    "\"actions\":[\"copy\",\"cut\"]", "\"actions\":\"copy\",\"ask\":[\"can_perform\",\"should_begin\"]",
    "\"hit_max_touches\":1", "\"accepts_text\":true", "\"hit_outset\":-1",
  ]

  private static let recognizerKeys = [
    "\"public\":true", "\"ask\":[\"should_begin\",\"simultaneous\"]", "\"ask\":\"should_receive\"",
    "\"require_to_fail\":\"x\"", "\"require_to_fail\":\"kind:tap\"", "\"simultaneous_with\":\"*\"",
    "\"passive\":true", "\"touches\":2", "\"delays_touches_began\":true", "\"enabled\":false",
    "\"action\":\"copy\"", "\"action\":\"cut\",\"target\":\"application\"",
    "\"can_be_prevented_by\":[]", "\"required_to_fail_by\":[\"tap\",\"y\"]",
  ]
}
