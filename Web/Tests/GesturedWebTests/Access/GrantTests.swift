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

  @Test("WEB-30 coarse hears the fields of its table in their order, and nothing else")
  func coarse() throws {
    let line =
      #"{"type":"gesture","seq":9,"time":1.560,"device":1,"sequence":1,"gesture_id":1,"recognizer":"a\"},{","kind":"tap","state":"ended","touch_count":2,"region":"root","location":[62.5,46.875],"new":{"location":[1,2]},"taps":1}"#
    let heard = try #require(DaemonLine.coarse(.init(string: line), type: "gesture"))
    #expect(
      String(buffer: heard)
        == #"{"type":"gesture","seq":9,"time":1.560,"device":1,"sequence":1,"gesture_id":1,"recognizer":"a\"},{","kind":"tap","state":"ended","touch_count":2,"taps":1}"#
    )
    #expect(
      DaemonLine.coarse(
        .init(string: line.replacing(#""touch_count":2"#, with: #""touch_count":1"#)), type: "gesture") == nil
    )
    let ofOther = line.replacing(#""touch_count":2"#, with: #""touch_count":2,"owner":"other""#)
    #expect(DaemonLine.coarse(.init(string: ofOther), type: "gesture") == nil)
    #expect(DaemonLine.coarse(.init(string: #"{"type":"transition"}"#), type: "transition") == nil)
    #expect(
      DaemonLine.coarse(
        .init(string: #"{"type":"device","name":"Maker's panel","device":1}"#), type: "device"
      ).map {
        String(buffer: $0)
      } == #"{"type":"device","device":1}"#)
  }

  @Test("WEB-30 a line that is cut or broken gives coarse nothing, and never stops the service")
  func broken() {
    let line = Array(#"{"type":"gesture","touch_count":2,"a":[{"b":"\\\""}],"c":-1}"#.utf8)
    var generator = SystemRandomNumberGenerator()
    for length in 0...line.count {
      _ = DaemonLine.coarse(.init(bytes: line.prefix(length)), type: "gesture")
      for _ in 0..<50 {
        var other = line
        other[Int.random(in: 0..<other.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
        _ = DaemonLine.coarse(.init(bytes: other), type: "gesture")
      }
    }
  }

  @Test("WEB-29 lines that no grant names reach no page")
  func lines() {
    #expect(Grant.hearing("gesture") == .coarse)
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
