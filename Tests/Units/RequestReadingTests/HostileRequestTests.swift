import GestureProtocol
import GestureTestSupport
import Glibc
import RequestReading
import Testing

/// Lines that no well-meaning client sends. Each gets an error with a code, and nothing traps.
@Suite struct HostileRequestTests {
  private func code(_ line: [UInt8]) -> RequestError.Code? { decode(line).failure?.error.code }
  private func code(_ line: String) -> RequestError.Code? { code(Array(line.utf8)) }

  @Test("S5 a line of more than 65,536 bytes is too long, whatever it is")
  func length() {
    let most = #"{"command":"ping"}"# + String(repeating: " ", count: 65_536 - 18)
    #expect(decode(most).request == Request(command: PingCommand()))
    #expect(code(most + " ") == .tooLong)
    #expect(code([UInt8](repeating: 0xFF, count: 1_000_000)) == .tooLong)
  }

  @Test(
    "S5 garbage is no JSON",
    arguments: [
      "", " ", "hello", "GET / HTTP/1.1", "null", "3", "\"ping\"", "[]", "[{\"command\":\"ping\"}]", "{", "}",
      #"{"command":"ping""#, #"{"command":"ping"}}"#, #"{"command":"ping"} {}"#, #"{"command":"ping",}"#,
      #"{"command":,}"#, #"{"command" "ping"}"#, "{'command':'ping'}", "{command:\"ping\"}", "{\"a\":\"\n\"}",
      #"{"a":tru}"#, #"{"a":nul"#, #"{"a":01}"#, #"{"a":+1}"#, #"{"a":.5}"#, #"{"a":1.}"#, #"{"a":1e}"#,
      #"{"a":-}"#,
      #"{"a":0x10}"#, #"{"a":"\q"}"#, #"{"a":"\u12"}"#, #"{"a":"\u12g4"}"#, #"{"a":"x"#, #"{"a":"x\"#,
      #"{"a":/**/1}"#, "{\"a\":[1,]}", "{\"a\":[1 2]}", "{\"a\":[}", "{,}",
    ])
  func garbage(line: String) {
    #expect(code(line) == .invalidJSON)
  }

  @Test("S5 the message says where")
  func place() {
    #expect(
      decode(#"{"command":"ping",}"#).summary
        == "invalid_json - not JSON at byte 19: string or '}' expected near '}'; allowed: a JSON object")
    #expect(decode("[]").summary == "invalid_json - found no opening brace; allowed: a JSON object")
  }

  @Test(
    "S7 bytes that are not UTF-8 are refused, in a key and in a value",
    arguments: [
      [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80], [0xE2, 0x82],
    ] as [[UInt8]])
  func encoding(bytes: [UInt8]) {
    let (start, middle, end) = (Array(#"{""#.utf8), Array(#"":""#.utf8), Array(#""}"#.utf8))
    #expect(code(start + bytes + middle + end) == .invalidJSON)
    #expect(code(start + middle + bytes + end) == .invalidJSON)
  }

  @Test("S7 a byte order mark, a zero byte and UTF-16 are refused")
  func marks() {
    let ping = Array(#"{"command":"ping"}"#.utf8)
    #expect(decode([0xEF, 0xBB, 0xBF] + ping).summary.contains("byte order mark"))
    #expect(decode(ping + [0]).summary.contains("zero byte"))
    let little: [UInt8] = ping.flatMap { byte -> [UInt8] in [byte, 0] }
    let big: [UInt8] = ping.flatMap { byte -> [UInt8] in [0, byte] }
    for line in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      #expect(code(line) == .invalidJSON)
    }
  }

  @Test(
    "S7 half a surrogate pair and the character zero are refused, in a key and in a value",
    arguments: [#"\ud800"#, #"\udc00"#, #"\ud800\u0041"#, #"\udc00\ud800"#, #"\ud800\ud800"#, #"\u0000"#])
  func surrogates(escape: String) {
    #expect(code(#"{"a":"\#(escape)"}"#) == .invalidJSON)
    #expect(code(#"{"\#(escape)":1}"#) == .invalidJSON)
  }

  @Test("S7 a surrogate pair is one character")
  func pair() {
    #expect(decode(#"{"id":"\ud83d\ude00","command":"ping"}"#).request?.id == .text("😀"))
  }

  @Test("S8 16 levels are read, more are too deep", arguments: [1, 2, 15, 16, 17, 100, 1000, 32_000])
  func depth(levels: Int) {
    let inner = String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1)
    let line = #"{"a":\#(levels == 1 ? "1" : inner)}"#
    // A line that is not too deep has an `a`, which no command has.
    #expect(code(line) == (levels > 16 ? .tooDeep : .missingField))
    let objects = String(repeating: #"{"a":"#, count: levels) + "1" + String(repeating: "}", count: levels)
    if objects.utf8.count <= 65_536 { #expect(code(objects) == (levels > 16 ? .tooDeep : .missingField)) }
  }

  @Test("S8 what is too deep and never closed is refused in one pass")
  func unclosed() {
    let line = #"{"a":"# + String(repeating: "[", count: 65_000)
    #expect(code(line) == .tooDeep)
    #expect(code(line + #""]]"#) == .tooDeep)
    #expect(code(line + #""\"#) == .tooDeep)
  }

  @Test(
    "S9 a name twice in an object is refused, however it is written",
    arguments: [
      #"{"command":"ping","command":"status"}"#, #"{"command":"ping","id":1,"\u0069d":2}"#,
      #"{"command":"subscribe","filter":[{"kind":"tap","kind":"pan"}]}"#,
      #"{"command":"ping","é":1,"e\u0301":2}"#,
    ])
  func duplicates(line: String) {
    let summary = decode(line).summary
    #expect(summary.contains("duplicate object key") || summary.contains("twice; allowed: each once"))
    #expect(code(line) == .invalidJSON)
  }

  @Test(
    "S9 a number that no float holds is refused, and a whole one that 64 bits do not hold",
    arguments: [
      ("1e400", RequestError.Code.invalidJSON), ("-1e400", .invalidJSON), ("NaN", .invalidJSON),
      ("Infinity", .invalidJSON), ("-Infinity", .invalidJSON),
      (String(repeating: "9", count: 400), .invalidJSON),
      ("12345678901234567890", .invalidJSON), ("1e-400", .invalidValue), ("1e308", .invalidValue),
    ])
  func numbers(number: String, expected: RequestError.Code) {
    #expect(code(#"{"command":"answer","question":1,"value":\#(number)}"#) == expected)
  }

  @Test("S9 an object of as many fields as a line holds is refused for the first unknown one")
  func manyFields() {
    let fields = (0..<5000).map { #""f\#($0)":\#($0)"# }.joined(separator: ",")
    let error = decode(#"{"command":"ping",\#(fields)}"#).failure?.error
    #expect(error?.code == .unknownField)
    #expect(error?.path == "f0")
    let more = (0..<100_000).map { #""f\#($0)":\#($0)"# }.joined(separator: ",")
    #expect(code("{\(more)}") == .tooLong)
  }

  /// Lines of about that many bytes that cost a reader the most.
  private static func worstLines(of bytes: Int) -> [String] {
    [
      #"{"a":[\#(Array(repeating: "{}", count: bytes / 3).joined(separator: ","))]}"#,
      #"{"a":[\#(Array(repeating: "1", count: bytes / 2).joined(separator: ","))]}"#,
      #"{\#((0..<bytes / 11).map { "\"\($0)\":{}" }.joined(separator: ","))}"#,
      #"{"a":"\#(String(repeating: #"\u0041"#, count: bytes / 6))"}"#,
      #"{"a":\#(String(repeating: "[", count: bytes))"#,
    ]
  }

  /// The processor time of this thread for reading a line.
  private func time(_ bytes: [UInt8]) -> Int {
    let start = Self.processorTime()
    _ = decode(bytes)
    return Self.processorTime() - start
  }

  private static func processorTime() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  @Test(
    "S8 the worst line is read in one pass: four times the bytes take less than eight times the time",
    arguments: 0..<5)
  func cost(kind: Int) {
    let part = Array(Self.worstLines(of: 15_000)[kind].utf8)
    let whole = Array(Self.worstLines(of: 60_000)[kind].utf8)
    // The least of several tries in turn, because other work of the computer slows both.
    var least = (part: Int.max, whole: Int.max)
    for _ in 0..<9 { least = (min(least.part, time(part)), min(least.whole, time(whole))) }
    // A reader that goes back for each byte would need sixteen times as long.
    #expect(least.whole < least.part * 8)
  }

  @Test("S9 any change of a request is a request or an error that fits a terminal")
  func changed() {
    let seeds = [
      #"{"id":1,"command":"subscribe","filter":[{"kind":["swipe","tap"],"touch_count":[2,3]}],"rate":1e1}"#,
      #"{"command":"regions","edits":[{"add":{"name":"a","frame":["0%",-1.5e2,3,4]}},{"remove":"b"}]}"#,
      #"{"id":"é\u00e9\ud83d\ude00","command":"state","event":1,"state":"began","values":{"a":[null,true]}}"#,
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      var line = seeds[Int.random(in: 0..<seeds.count, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: line[at] = UInt8.random(in: 0...255, using: &random)
        case 1: line.remove(at: at)
        default: line.insert(line[Int.random(in: 0..<line.count, using: &random)], at: at)
        }
      }
      guard let error = decode(line).failure?.error else { continue }
      let texts = [error.message, error.path ?? "", error.hint ?? ""].joined()
      #expect(texts.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(!error.message.isEmpty && error.message.utf8.count < 2048)
    }
  }
}
