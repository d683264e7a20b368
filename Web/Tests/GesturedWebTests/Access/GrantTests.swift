import Foundation
import GestureProtocol
import JSONReading
import Testing

@testable import GesturedWeb

@Suite("Grants")
struct GrantTests {
  private func refusal(_ line: String, _ grants: Set<Grant>) throws -> RequestError? {
    let request = try JSONReader.object(Array(line.utf8)[...])
    do throws(RequestError) {
      try PageRights(grants: Grant.closed(grants)).check(request)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "WEB-29 a request that the grant does not cover is refused, and the hint names the grant",
    arguments: [
      (#"{"command":"regions","edits":[]}"#, "coarse", "regions", "declare"),
      (#"{"command":"devices"}"#, "coarse", "devices", "gestures"),
      (#"{"command":"subscribe","fingers":true}"#, "coarse", "fingers", "gestures"),
      (#"{"command":"subscribe","touches":"all"}"#, "gestures", "touches", "touches"),
      (#"{"command":"regions","edits":[],"key_window":"w"}"#, "declare", "key_window", "key_window"),
      (#"{"command":"regions","edits":[{"add_window":{}}]}"#, "declare", "edits[0].add_window", "key_window"),
      (#"{"command":"inhibit"}"#, "declare", "inhibit", "inhibit"),
      (#"{"command":"cancel_touches"}"#, "gestures", "cancel_touches", "cancel_touches"),
    ])
  func hints(_ line: String, _ grant: String, _ path: String, _ hint: String) throws {
    let given = try #require(Grant(rawValue: grant))
    let error = try #require(try refusal(line, [given]))
    #expect(error.code == .notPermitted)
    #expect(error.path == path)
    #expect(error.hint == hint)
    #expect(try refusal(line, Set(Grant.allCases)) == nil)
  }

  @Test("WEB-32 a request passes only where every field is known and permitted, and a key twice is no JSON")
  func everyField() throws {
    for line in [
      #"{"command":"ping","secret":1}"#, #"{"command":"perform","action":"x"}"#, #"{"command":"status"}"#,
      #"{"command":"devices","owners":"all"}"#,
    ] { #expect(try refusal(line, Set(Grant.allCases))?.code == .notPermitted) }
    #expect(throws: RequestError.self) { try refusal(#"{"command":"ping","command":"inhibit"}"#, []) }
  }

  @Test("WEB-37 other pages' names need the grant view")
  func owners() throws {
    for line in [
      #"{"command":"recognizers","owners":"all"}"#, #"{"command":"regions","owners":"all"}"#,
      #"{"command":"subscribe","filter":[{"owners":"all"}]}"#,
    ] {
      #expect(try refusal(line, Set(Grant.allCases).subtracting([.view]))?.hint == "view")
    }
  }

  @Test("WEB-30 coarse may not ask for gestures by their region, which would tell where they are")
  func regions() throws {
    let line = #"{"command":"subscribe","filter":[{"kind":"tap"},{"region":"menu"}]}"#
    let error = try #require(try refusal(line, [.coarse]))
    #expect(error.path == "filter[1].region")
    #expect(error.hint == "gestures")
    #expect(try refusal(line, [.gestures]) == nil)
  }

  @Test("WEB-50 an id or a name that the daemon would refuse is not kept until then")
  func ids() throws {
    let long = String(repeating: "x", count: 257)
    for id in [JSONValue.list([.integer(1)]), .object([:]), .null, .flag(true), .text(long)] {
      let error = #expect(throws: RequestError.self) { try RequestID(of: ["id": id]) }
      #expect(error?.path == "id")
    }
    #expect(try RequestID(of: [:]) == nil)
    for id in [JSONValue.integer(1), .number(0.5), .text(String(long.dropLast()))] {
      #expect(try RequestID(of: ["id": id]) != nil)
    }
    let field = try refusal("{\"command\":\"ping\",\"\(long)\":1}", [.gestures])
    #expect((field?.path?.count ?? 1000) < 100)
  }

  private func heard(_ line: String, _ lines: inout CoarseLines) -> String? {
    let type = line.split(separator: "\"").dropFirst(3).first.map(String.init) ?? ""
    return lines.coarse(.init(string: line), type: type).map { String(buffer: $0) }
  }

  @Test("WEB-30 coarse hears the fields of its table in their order, and nothing else")
  func coarse() throws {
    var lines = CoarseLines()
    let line =
      #"{"type":"gesture","seq":9,"time":1.560,"device":1,"sequence":7,"gesture_id":31,"recognizer":"a\"},{","kind":"tap","state":"ended","touch_count":2,"region":"root","location":[62.5,46.875],"new":{"location":[1,2]},"taps":1}"#
    #expect(
      heard(line, &lines)
        == #"{"type":"gesture","seq":1,"time":1.560,"device":1,"sequence":1,"gesture_id":1,"recognizer":"a\"},{","kind":"tap","state":"ended","touch_count":2,"taps":1}"#
    )
    #expect(heard(line.replacing(#""touch_count":2"#, with: #""touch_count":1"#), &lines) == nil)
    #expect(
      heard(line.replacing(#""touch_count":2"#, with: #""touch_count":2,"owner":"other""#), &lines) == nil)
    #expect(heard(#"{"type":"transition"}"#, &lines) == nil)
    #expect(
      heard(#"{"type":"device","name":"Maker's panel","device":1}"#, &lines)
        == #"{"type":"device","device":1}"#)
  }

  @Test(
    "WEB-64 coarse learns neither time nor number of taps of one finger: no line tells them, and no number counts them"
  )
  func hiddenTaps() throws {
    /// The lines that a page hears of two pans at once and a later one, with so many taps of one finger between.
    func story(_ taps: Int) -> [String] {
      var (lines, seq, sequence, id, heard) = (CoarseLines(), 100, 20, 300, [String]())
      func hear(_ line: String) {
        seq += 1
        let whole = line.replacing("SEQ", with: "\(seq)")
        if let line = self.heard(whole, &lines) { heard.append(line) }
      }
      func pan(_ state: String, _ id: Int) {
        hear(
          #"{"type":"gesture","seq":SEQ,"time":1,"device":1,"sequence":\#(sequence),"gesture_id":\#(id),"kind":"pan","state":"\#(state)","touch_count":2}"#
        )
      }
      func tap() {
        hear(#"{"type":"idle","time":1,"state":"active","after":1}"#)
        sequence += 1
        id += 1
        hear(
          #"{"type":"gesture","seq":SEQ,"time":1,"device":1,"sequence":\#(sequence),"gesture_id":\#(id),"kind":"tap","state":"ended","touch_count":1}"#
        )
        hear(#"{"type":"settled","seq":SEQ,"time":1,"device":1,"sequence":\#(sequence)}"#)
      }
      hear(#"{"type":"device","seq":SEQ,"time":1,"device":1,"state":"added"}"#)
      for _ in 0..<taps { tap() }
      (sequence, id) = (sequence + 1, id + 2)
      let (first, second) = (id - 1, id)
      for state in ["began", "changed"] {
        pan(state, first)
        pan(state, second)
        id += taps
      }
      pan("ended", second)
      pan("cancelled", first)
      hear(#"{"type":"dropped","count":\#(taps + 3)}"#)
      for _ in 0..<taps { tap() }
      hear(#"{"type":"inhibit","seq":SEQ,"time":1,"state":"began"}"#)
      (sequence, id) = (sequence + 1, id + 1)
      pan("began", id)
      return heard
    }
    let quiet = story(0)
    #expect(quiet.count == 9)
    #expect(
      quiet.contains { $0.contains(#""seq":9,"time":1,"device":1,"sequence":2,"gesture_id":3"#) }, "\(quiet)")
    for taps in [1, 2, 37] { #expect(story(taps) == quiet) }
  }

  @Test("WEB-64 the numbers of gestures that never end are forgotten at some time")
  func endless() {
    var lines = CoarseLines()
    for id in 0..<5000 {
      let line = #"{"type":"gesture","gesture_id":\#(id),"sequence":\#(id),"device":\#(id),"touch_count":3}"#
      #expect(heard(line, &lines)?.contains(#""gesture_id":\#(id + 1)"#) == true)
    }
  }

  @Test("WEB-30 a line that is cut or broken gives coarse nothing, and never stops the service")
  func broken() {
    let line = Array(#"{"type":"gesture","touch_count":2,"a":[{"b":"\\\""}],"c":-1}"#.utf8)
    var generator = SystemRandomNumberGenerator()
    var lines = CoarseLines()
    for length in 0...line.count {
      _ = lines.coarse(.init(bytes: line.prefix(length)), type: "gesture")
      for _ in 0..<50 {
        var other = line
        other[Int.random(in: 0..<other.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
        _ = lines.coarse(.init(bytes: other), type: "gesture")
      }
    }
  }

  @Test("WEB-29 lines that no grant names reach no page")
  func lines() {
    #expect(Grant.hearing("gesture") == .coarse)
    for type in ["settled", "idle"] { #expect(Grant.hearing(type) == .gestures) }
    #expect(Grant.hearing("transition") == .explain)
    #expect(Grant.hearing("touches") == .touches)
    for type in ["action", "app", "anything", ""] { #expect(Grant.hearing(type) == nil) }
  }

  @Test("WEB-29 a refusal waits for the replies of earlier requests")
  func order() throws {
    var requests = PageRequests()
    requests.send(["id": .integer(1), "command": .text("ping")])
    #expect(requests.answer(.integer(2), RequestError(.notPermitted, "no")) == [])
    let after = requests.hear(.init(string: #"{"type":"reply","id":1,"ok":true}"#))
    #expect(
      after.map { String(decoding: $0, as: UTF8.self) } == [
        #"{"type":"reply","id":2,"error":{"code":"not_permitted","message":"no"}}"#
      ])
  }
}
