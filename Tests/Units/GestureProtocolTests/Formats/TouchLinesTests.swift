import Testing

@testable import GestureProtocol

@Suite struct TouchLinesTests {
  private func merge(_ older: String, _ newer: String) -> String? {
    TouchLines.merge(Array(older.utf8)[...], Array(newer.utf8)[...]).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func line(_ touches: String, seq: Int = 1) -> String {
    #"{"type":"touches","seq":\#(seq),"time":1,"device":1,"sequence":2,"region":"a]\"{","phase":"moved","touches":["#
      + touches + "]}\n"
  }

  @Test("COA-5, TFW-3 the newer line stays, with the places that the older one came from and both samples")
  func merged() {
    let older = line(
      #"{"id":9,"location":[2,2],"previous_location":[1,1],"region_previous_location":[0,0],"tap_count":1,"region":"x,y","#
        + #""coalesced":[{"time":0.5,"location":[2,2]}],"coalesced_lost":2},"#
        + #"{"id":10,"location":[5,5],"tap_count":1,"coalesced":[{"time":0.5,"location":[5,5]}]}"#)
    let newer = line(
      #"{"id":9,"location":[3,3],"previous_location":[2,2],"region_previous_location":[1,1],"tap_count":0,"region":"x,y","#
        + #""coalesced":[{"time":0.75,"location":[3,3]}],"coalesced_lost":1},"#
        + #"{"id":10,"location":[6,6],"previous_location":[5,5],"tap_count":1,"#
        + #""coalesced":[{"time":0.75,"location":[6,6]}],"predicted":[{"time":1,"location":[7,7]}]}"#, seq: 2)
    let expected = line(
      #"{"id":9,"location":[3,3],"previous_location":[1,1],"region_previous_location":[0,0],"tap_count":0,"region":"x,y","#
        + #""coalesced":[{"time":0.5,"location":[2,2]},{"time":0.75,"location":[3,3]}],"coalesced_lost":3},"#
        + #"{"id":10,"location":[6,6],"tap_count":1,"#
        + #""coalesced":[{"time":0.5,"location":[5,5]},{"time":0.75,"location":[6,6]}],"#
        + #""predicted":[{"time":1,"location":[7,7]}]}"#, seq: 2)
    #expect(merge(older, newer) == expected)
  }

  @Test("COA-5 64 samples are kept of a touch, the newest; those that go are counted")
  func bound() throws {
    func touch(_ samples: Range<Int>, lost: String = "") -> String {
      let list = samples.map { #"{"time":\#($0),"location":[1,2]}"# }.joined(separator: ",")
      return #"{"id":9,"location":[2,2],"tap_count":1,"coalesced":[\#(list)]\#(lost)}"#
    }
    var merged = line(touch(0..<40))
    merged = try #require(merge(merged, line(touch(40..<80))))
    #expect(merged == line(touch(16..<80, lost: #","coalesced_lost":16"#)))
    merged = try #require(merge(merged, line(touch(80..<81))))
    #expect(merged == line(touch(17..<81, lost: #","coalesced_lost":17"#)))
  }

  @Test("What other lines say of all touches stays as the newer one has it")
  func all() {
    let tail = #"],"all":[{"id":9,"phase":"moved","location":[3,3],"tap_count":1}],"others":1}"#
    let older = line(#"{"id":9,"location":[2,2],"tap_count":1}"#)
    let newer = line(#"{"id":9,"location":[3,3],"previous_location":[2,2],"tap_count":1}"#)
      .replacing("]}\n", with: tail + "\n")
    #expect(
      merge(older, newer) == newer.replacing(#""previous_location":[2,2],"#, with: ""))
  }

  @Test(
    "Lines of other touches, and what is no such line, are not merged",
    arguments: [
      #"{"id":8,"location":[2,2],"tap_count":1}"#,
      #"{"id":9,"location":[2,2],"tap_count":1},{"id":10,"location":[2,2],"tap_count":1}"#,
      #"{"id":9,"location":[2,2"#, #"{"id":9"#, "", #"{"id":9,"loc\"#, "{", "[[[", #"{"id""#, "]",
    ])
  func different(_ touches: String) {
    let usual = line(#"{"id":9,"location":[3,3],"tap_count":1}"#)
    #expect(merge(line(touches), usual) == nil)
    #expect(merge(usual, line(touches)) == nil || touches.isEmpty)
    #expect(merge("x\n", usual) == nil && merge(usual, "") == nil)
  }
}
