import GestureCore
import GestureProtocol
import RequestReading
import Testing

/// Valid lines, and their requests.
@Suite struct RequestDecoderTests {
  @Test(
    "a command without fields is a word",
    arguments: [
      ("unsubscribe", UnsubscribeCommand()), ("inhibit", InhibitCommand()), ("release", ReleaseCommand()),
      ("status", StatusCommand()), ("devices", DevicesCommand()), ("ping", PingCommand()),
      ("regions", RegionsCommand()), ("recognizers", RecognizersCommand()), ("subscribe", SubscribeCommand()),
      ("cancel_touches", CancelTouchesCommand()), ("motion_get", MotionGetCommand()),
      ("motion_unsubscribe", MotionUnsubscribeCommand()),
    ] as [(String, any Command)])
  func plain(name: String, command: any Command) {
    #expect(decode(#"{"command":"\#(name)"}"#) == .success(Request(command: command)))
  }

  @Test("every command of the table is read", arguments: CommandCatalog.types.indices)
  func table(_ position: Int) {
    let description = CommandCatalog.types[position]
    let code = decode(#"{"command":"\#(description.name)"}"#).failure?.error.code
    let isBare = !description.fields.contains(where: \.isRequired)
    #expect(code == (isBare ? nil : .missingField) || description.name == "set")
    #expect(!description.summary.isEmpty)
    #expect(description.fields.allSatisfy { !$0.allowed.isEmpty && !$0.summary.isEmpty })
  }

  @Test(
    "an id is carried back: the same text, the same number",
    arguments: [
      ("1", RequestID.number("1")), ("1.50", .number("1.5")), ("-2e3", .number("-2000")),
      ("9007199254740993", .number("9007199254740993")), (#""a\u00e9\"""#, .text("aé\"")),
      (#""""#, .text("")),
    ])
  func ids(written: String, id: RequestID) {
    #expect(decode(#"{"id":\#(written),"command":"ping"}"#).request?.id == id)
    #expect(decode(#"{"command":"ping","id" : \#(written) }"#).request?.id == id)
  }

  @Test(
    "an id of another type, or a long one, is refused",
    arguments: ["null", "true", "[1]", "{}", "\"" + String(repeating: "x", count: 257) + "\""])
  func wrongID(written: String) {
    let failure = decode(#"{"id":\#(written),"command":"ping"}"#).failure
    #expect(failure?.error.code == .invalidValue)
    #expect(failure?.error.path == "id")
    #expect(failure?.id == nil)
  }

  @Test("the id is kept when the request is wrong, wherever it stands; a line that is no JSON has none")
  func idOfWrong() {
    for line in [#"{"id":7,"command":"pong"}"#, #"{"command":"ping","x":1,"id":7}"#, #"{"x":{},"id":7}"#] {
      #expect(decode(line).failure?.id == .number("7"), "\(line)")
    }
    for line in [#"{"id":7,"command":}"#, #"{"id":7"#, #"{"a":1,"a":2,"id":7}"#, #"{"n":1e400,"id":7}"#] {
      let failure = decode(line).failure
      #expect(failure?.error.code == .invalidJSON && failure?.id == nil, "\(line)")
    }
  }

  @Test("a subscription says what, in which units, how much and how often")
  func subscription() {
    let line = """
      {"command":"subscribe","units":"normalized","touches":"coalesced","rate":30,"snapshot":true,"filter":[
      {"kind":["swipe","tap"],"touch_count":[2,3],"region":"panel","descendants":false},
      {"type":["gesture","touches"],"state":"ended","device":[1,"Panel 2"],"recognizer":"back"},{"kind":"custom"}]}
      """
    var first = FilterDescription()
    first.kinds = ["swipe", "tap"]
    first.touchCounts = [2, 3]
    first.regions = ["panel"]
    first.includesDescendants = false
    var second = FilterDescription()
    second.types = [.gesture, .touches]
    second.states = [.ended]
    second.devices = [.number(1), .name("Panel 2")]
    second.recognizers = ["back"]
    var third = FilterDescription()
    third.kinds = ["custom"]
    let command = SubscribeCommand(
      filters: [first, second, third], units: .normalized, touches: [.coalesced], rate: 30,
      wantsSnapshot: true)
    #expect(decode(line.replacing("\n", with: "")).request == Request(command: command))
    #expect(
      decode(#"{"command":"subscribe","rate":0}"#).request == Request(command: SubscribeCommand()))
  }

  @Test("edits of regions come in order, tables with their path")
  func regions() {
    let line = """
      {"command":"regions","edits":[{"add":{"name":"a","frame":[0,0,1,1]}},{"add_window":{"name":"w"}},\
      {"change":{"name":"a","hidden":true}},{"move":"a","to":"b"},{"reorder":"a","in_front_of":"c"},\
      {"reorder":"a","in_front_of":null},{"remove":"a"}],"key_window":"w"}
      """
    let frame = JSONValue.list([.integer(0), .integer(0), .integer(1), .integer(1)])
    let edits: [RegionsCommand.Edit] = [
      .add(RequestTable(path: "edits[0].add", name: "a", fields: ["name": .text("a"), "frame": frame])),
      .addWindow(RequestTable(path: "edits[1].add_window", name: "w", fields: ["name": .text("w")])),
      .change(
        RequestTable(
          path: "edits[2].change", name: "a", fields: ["name": .text("a"), "hidden": .flag(true)])),
      .move("a", to: "b"), .reorder("a", inFrontOf: "c"), .reorder("a", inFrontOf: nil), .remove("a"),
    ]
    #expect(decode(line).request == Request(command: RegionsCommand(edits: edits, keyWindow: "w")))
  }

  @Test("edits of recognizers come in order")
  func recognizers() {
    let line = """
      {"command":"recognizers","edits":[{"add":{"name":"a"}},{"change":{"name":"a"}},{"enable":"a"},\
      {"disable":"a"},{"remove":"a"}]}
      """
    let edits: [RecognizersCommand.Edit] = [
      .add(RequestTable(path: "edits[0].add", name: "a", fields: ["name": .text("a")])),
      .change(RequestTable(path: "edits[1].change", name: "a", fields: ["name": .text("a")])),
      .enable("a"), .disable("a"), .remove("a"),
    ]
    #expect(decode(line).request == Request(command: RecognizersCommand(edits: edits)))
  }

  @Test(
    "the other commands carry what they need",
    arguments: [
      (
        #""set","recognizer":"p","translation":[1,-2.5],"device":1"#,
        SetCommand(recognizer: "p", value: .translation(Vector(1, -2.5)), device: .number(1))
      ),
      (#""set","recognizer":"p","scale":2"#, SetCommand(recognizer: "p", value: .scale(2))),
      (#""set","recognizer":"p","rotation":-1"#, SetCommand(recognizer: "p", value: .rotation(-1))),
      (#""set","recognizer":"p","identity":true"#, SetCommand(recognizer: "p", value: .identity)),
      (#""forward","region":"v","enabled":true"#, ForwardCommand(region: "v", isEnabled: true)),
      (#""limit","regions":0,"recognizers":4096"#, LimitCommand(regions: 0, recognizers: 4096)),
      (#""limit","regions":2"#, LimitCommand(regions: 2)),
      (#""ignore_interaction","state":"begin""#, IgnoreInteractionCommand(.begin)),
      (#""ignore_interaction","state":"end""#, IgnoreInteractionCommand(.end)),
      (#""ignore_interaction","state":"end","wake":false"#, IgnoreInteractionCommand(.end)),
      (#""ignore_interaction","state":"end","wake":true"#, IgnoreInteractionCommand(.wake)),
      (#""cancel_touches","device":"Panel""#, CancelTouchesCommand(device: .name("Panel"))),
      (#""focus","region":"v""#, FocusCommand(region: "v")),
      (#""focus","region":null"#, FocusCommand(region: nil)),
      (
        #""orientation","device":1,"rotation":270"#,
        OrientationCommand(device: .number(1), rotation: 270)
      ),
      (#""answer","question":17,"value":false"#, AnswerCommand(question: 17, value: false)),
      (#""state","event":88,"state":"began""#, StateCommand(event: 88, state: .began)),
      (
        #""state","event":0,"state":"possible","ignore":[1,2],"deadline":0.5,"values": {"a": [1.5]} "#,
        StateCommand(
          event: 0, state: .possible, ignored: [1, 2], deadline: .milliseconds(500),
          values: Array(#"{"a":[1.5]}"#.utf8))
      ),
    ] as [(String, any Command)])
  func others(fields: String, command: any Command) {
    #expect(decode(#"{"command":\#(fields)}"#) == .success(Request(command: command)))
  }

  @Test("only answer and state are answers")
  func answers() {
    #expect(CommandCatalog.types.filter { $0.isAnswer }.map { $0.name } == ["answer", "state"])
    #expect(AnswerCommand(question: 1, value: true).isAnswer && !PingCommand().isAnswer)
  }
}
