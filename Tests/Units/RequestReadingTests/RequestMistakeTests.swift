import GestureProtocol
import RequestReading
import Testing

/// Wrong requests, and the exact error of each.
@Suite struct RequestMistakeTests {
  @Test(
    "S9 an unknown command or field names the nearest one",
    arguments: [
      (
        #"{"command":"subscirbe"}"#,
        "unknown_command command found \"subscirbe\"; allowed: one of COMMANDS [subscribe]"
      ),
      (#"{"command":"Ω"}"#, "unknown_command command found \"Ω\"; allowed: one of COMMANDS"),
      (#"{"command":3}"#, "invalid_value command found 3; allowed: one of COMMANDS"),
      (#"{"cmd":"ping"}"#, "missing_field command missing; allowed: one of COMMANDS"),
      (
        #"{"command":"subscribe","filter":[{"kinds":"tap"}]}"#,
        "unknown_field filter[0].kinds unknown field [kind]"
      ),
      (#"{"command":"ping","b":1,"a":1}"#, "unknown_field a unknown field; allowed: none but command and id"),
      (
        #"{"command":"answer","x\n":1}"#,
        "unknown_field [\"x\\u{a}\"] unknown field; allowed: question, value"
      ),
    ])
  func unknown(line: String, error: String) {
    let commands = CommandCatalog.types.map { $0.name }.joined(separator: ", ")
    #expect(decode(line).summary == error.replacing("COMMANDS", with: commands))
  }

  @Test("S9 unknown fields are told first by the alphabet, then missing ones, then wrong values")
  func order() {
    let wrong = #"{"command":"answer","zz":1,"value":3,"aa":2}"#
    #expect(decode(wrong).failure?.error.path == "aa")
    let missing = #"{"command":"answer","value":3}"#
    #expect(decode(missing).summary == "missing_field question missing; allowed: the number of a question")
    let values = #"{"command":"answer","value":3,"question":"x"}"#
    #expect(decode(values).failure?.error.path == "question")
  }

  @Test(
    "S9 a value of the wrong type or out of range is told with its path",
    arguments: [
      (#""subscribe","filter":{}"#, "filter"), (#""subscribe","filter":[1]"#, "filter[0]"),
      (#""subscribe","filter":[{},{"kind":"tapp"}]"#, "filter[1].kind"),
      (#""subscribe","filter":[{"kind":["tap",1]}]"#, "filter[0].kind[1]"),
      (#""subscribe","filter":[{"kind":[]}]"#, "filter[0].kind"),
      (#""subscribe","filter":[{"touch_count":11}]"#, "filter[0].touch_count"),
      (#""subscribe","filter":[{"touch_count":1.5}]"#, "filter[0].touch_count"),
      (#""subscribe","filter":[{"touch_count":9999999999999999999e9}]"#, "filter[0].touch_count"),
      (#""subscribe","filter":[{"type":"hello"}]"#, "filter[0].type"),
      (#""subscribe","filter":[{"state":"possible"}]"#, "filter[0].state"),
      (#""subscribe","filter":[{"device":0}]"#, "filter[0].device"),
      (#""subscribe","filter":[{"region":""}]"#, "filter[0].region"),
      (#""subscribe","filter":[{"descendants":1}]"#, "filter[0].descendants"),
      (#""subscribe","units":"inch""#, "units"), (#""subscribe","touches":true"#, "touches"),
      (#""subscribe","rate":-1"#, "rate"), (#""subscribe","rate":1001"#, "rate"),
      (#""subscribe","snapshot":"yes""#, "snapshot"), (#""regions","edits":{}"#, "edits"),
      (#""regions","edits":[null]"#, "edits[0]"), (#""regions","edits":[{"add":1}]"#, "edits[0].add"),
      (#""regions","edits":[{"add":{"name":1}}]"#, "edits[0].add.name"),
      (#""regions","edits":[{"remove":"a","move":"b"}]"#, "edits[0].remove"),
      (#""regions","edits":[{"move":"a","to":1}]"#, "edits[0].to"),
      (#""regions","key_window":1"#, "key_window"),
      (#""recognizers","edits":[{"enable":1}]"#, "edits[0].enable"),
      (#""set","recognizer":"p","translation":[1]"#, "translation"),
      (#""set","recognizer":"p","translation":[1,1e9]"#, "translation"),
      (#""set","recognizer":"p","scale":0"#, "scale"),
      (#""set","recognizer":"p","identity":false"#, "identity"),
      (#""set","recognizer":"p","scale":1,"rotation":1"#, "rotation"),
      (#""orientation","device":1,"rotation":45"#, "rotation"),
      (#""ignore_interaction","state":"begin","wake":true"#, "wake"),
      (#""ignore_interaction","state":"end","wake":1"#, "wake"),
      (#""ignore_interaction","state":"stop""#, "state"), (#""focus","region":1"#, "region"),
      (#""answer","question":-1,"value":true"#, "question"),
      (#""state","event":1,"state":["began"]"#, "state"),
      (#""state","event":1,"state":"began","ignore":[-1]"#, "ignore[0]"),
      (#""state","event":1,"state":"began","deadline":2.1"#, "deadline"),
      (#""state","event":1,"state":"began","values":[]"#, "values"),
    ])
  func values(fields: String, path: String) {
    let error = decode(#"{"command":\#(fields)}"#).failure?.error
    #expect(error?.code == .invalidValue, "\(fields)")
    #expect(error?.path == path)
    #expect(error?.message.hasPrefix("found ") == true)
    #expect(error?.message.contains("; allowed: ") == true)
  }

  @Test(
    "S9 an edit that is none, or lacks something, is told",
    arguments: [
      (#"{"ad":{}}"#, "unknown_field", "edits[0].ad"), ("{}", "missing_field", "edits[0]"),
      (#"{"add":{}}"#, "missing_field", "edits[0].add.name"),
      (#"{"move":"a"}"#, "missing_field", "edits[0].to"),
      (#"{"reorder":"a"}"#, "missing_field", "edits[0].in_front_of"),
      (#"{"remove":"a","to":"b"}"#, "unknown_field", "edits[0].to"),
    ])
  func edits(edit: String, code: String, path: String) {
    let error = decode(#"{"command":"regions","edits":[\#(edit)]}"#).failure?.error
    #expect(error?.code.rawValue == code)
    #expect(error?.path == path)
  }

  @Test(
    "CLI-5 a filter that no line can ever fit is refused, with the key to change",
    arguments: [
      (#""type":"route","state":"ended""#, "state"), (#""type":["settled","route"],"region":"a""#, "region"),
      (#""type":"recognizer","device":2"#, "device"), (#""type":"press","kind":"tap""#, "kind"),
      (#""type":"region","recognizer":"a""#, "recognizer"),
      (#""type":"device","touch_count":2"#, "touch_count"),
      (#""type":"transition","region":"a","state":"ended""#, "state"),
      (#""kind":["swipe","tap"],"state":["began","changed"]"#, "state"),
      (#""kind":"rotation","touch_count":1"#, "touch_count"),
      (#""type":"motion","state":"changed""#, "state"),
      (#""type":["inhibit"],"state":["cancelled","changed"]"#, "state"),
      (#""type":"press","state":"changed""#, "state"),
      (#""type":["press","motion"],"state":["changed"]"#, "state"), (#""kind":"touch_delay""#, "kind"),
      (#""type":"gesture","kind":["touch_delay"]"#, "kind"),
    ])
  func contradictions(keys: String, field: String) {
    let error = decode(#"{"command":"subscribe","filter":[{},{\#(keys)}]}"#).failure?.error
    #expect(error?.code == .conflict, "\(keys)")
    #expect(error?.path == "filter[1].\(field)" && error?.message.contains("; allowed: ") == true)
  }

  @Test(
    "CLI-5 a filter that some line fits is accepted",
    arguments: [
      #""type":"motion","state":"began","region":"a""#, #""type":"press","state":"ended""#,
      #""type":["route","gesture"],"state":"began""#, #""kind":["swipe","pan"],"state":"began""#,
      #""kind":"swipe","state":["began","ended"]"#, #""kind":["rotation","tap"],"touch_count":1"#,
      #""type":"inhibit","state":"began""#, #""state":"changed","device":1,"touch_count":9"#,
      #""type":"press","state":["changed","cancelled"]"#, #""kind":["touch_delay","tap"]"#,
      #""type":["gesture","transition"],"kind":"touch_delay""#,
    ])
  func fitting(keys: String) {
    #expect(decode(#"{"command":"subscribe","filter":[{\#(keys)}]}"#).request != nil, "\(keys)")
  }

  @Test("S16 more than 32 filters are refused")
  func filters() {
    func line(_ count: Int) -> String {
      #"{"command":"subscribe","filter":[\#(Array(repeating: "{}", count: count).joined(separator: ","))]}"#
    }
    #expect(decode(line(32)).request != nil)
    #expect(
      decode(line(33)).summary == "limit_reached filter found 33 filters; allowed: at most 32")
    #expect(decode(line(10_000)).failure?.error.code == .limitReached)
  }

  @Test("CUS-9 values of more than 4 KiB are refused")
  func size() {
    func line(_ count: Int) -> String {
      let text = String(repeating: "x", count: count - 8)
      return #"{"command":"state","event":1,"state":"ended","values":{"a":"\#(text)"}}"#
    }
    #expect(decode(line(4096)).request != nil)
    #expect(decode(line(4097)).failure?.error.path == "values")
  }
}
