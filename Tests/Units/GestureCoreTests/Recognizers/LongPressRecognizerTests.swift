import GestureCore
import GestureTestSupport
import Testing

@Suite("Long press")
struct LongPressRecognizerTests {
  static let twitch = (1...20).map { "A→\(200 + ($0 % 2 == 0 ? 0 : 3)),200@\($0 * 20)" }.joined(
    separator: " ")

  static let rows: [Scenario] = [
    Scenario(
      name: "LPR-1 it begins by its timer", .longPress(), script: "A↓200,200@0 ⏲500",
      seen: ["lp:began@500"]),
    Scenario(
      name: "LPR-2 a lift before fails it", .longPress(), script: "A↓200,200@0 A↑@499 ⏲2000",
      seen: ["lp:failed@499"]),
    Scenario(
      name: "LPR-3 exactly 10 pt from the landing is inside", .longPress(),
      script: "A↓200,200@0 A→208,206@300 ⏲500", seen: ["lp:began@500"]),
    Scenario(
      name: "LPR-3 more than 10 pt fails it", .longPress(),
      script: "A↓200,200@0 A→208,207@300 ⏲500", seen: ["lp:failed@300"]),
    Scenario(
      name: "LPR-4 after began there is no movement limit", .longPress(),
      script: "A↓200,200@0 A→200,200@499 A→400,350@600", seen: ["lp:began@500", "lp:changed@600"]),
    Scenario(
      name: "LPR-5 it ends when too few fingers remain", .longPress(),
      script: "A↓200,200@0 A↑@900", seen: ["lp:began@500", "lp:ended@900"]),
    Scenario(
      name: "LPR-5 with two fingers the first lift ends it", .longPress(touches: 2),
      script: "A↓200,200 B↓300,200@0 A↑@900 B↑@950", seen: ["lp:began@500", "lp:ended@900"]),
    Scenario(
      name: "LPR-6 the clock starts when the second finger is down", .longPress(touches: 2),
      script: "A↓200,200@0 B↓300,200@100 ⏲600", seen: ["lp:began@600"]),
    Scenario(
      name: "LPR-7 an extra finger before began fails it", .longPress(),
      script: "A↓200,200@0 B↓300,200@200 ⏲600", seen: ["lp:failed@200"]),
    Scenario(
      name: "LPR-7 an extra finger after began is ignored", .longPress(),
      script: "A↓200,200@0 ⏲500 B↓300,200@600 A↑@700", seen: ["lp:began@500", "lp:ended@700"]),
    Scenario(
      name: "LPR-8 a duration of 0 begins at the landing", .longPress(minimumPress: 0),
      script: "A↓200,200@0", seen: ["lp:began@0"]),
    Scenario(
      name: "LPR-9 one full tap, then the hold", .longPress(taps: 1),
      script: "A↓200,200@0 A↑@80 A↓200,200@230 ⏲730", seen: ["lp:began@730"]),
    Scenario(
      name: "LPR-10 no second landing", .longPress(taps: 1), script: "A↓200,200@0 A↑@80 ⏲2000",
      seen: ["lp:failed@430"]),
    Scenario(
      name: "LPR-10 a hold far from the tap fails at its landing", .longPress(taps: 1),
      script: "A↓200,200@0 A↑@80 A↓300,200@230", seen: ["lp:failed@230"]),
    Scenario(
      name: "LPR-11 an ignored finger's motion is no change", .longPress(),
      script: "A↓200,200@0 ⏲500 B↓300,200@600 B→350,200@650", seen: ["lp:began@500"]),
    Scenario(
      name: "LPR-12 a cancelled touch after began cancels it", .longPress(),
      script: "A↓200,200@0 ⏲500 A✕@700", seen: ["lp:began@500", "lp:cancelled@700"]),
    Scenario(
      name: "LPR-14 twitching inside 10 pt does not restart the clock", .longPress(),
      script: "A↓200,200@0 \(twitch) ⏲600", seen: ["lp:began@500"]),
  ]

  @Test("each scenario plays as its name says", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("LPR-13 the location follows the finger and the landing is the start")
  func location() throws {
    let rig = try GestureRig(.longPress())
    rig.play("A↓200,200@0 ⏲500 A→400,350@600")
    #expect(rig.last?.location.isNear(400, 350) == true)
    #expect(rig.last?.start.isNear(200, 200) == true)
    #expect(rig.last?.duration == 600)
  }

  @Test("every number of fingers from 1 to 10 can press", arguments: 1...10)
  func everyCount(_ count: Int) throws {
    let rig = try GestureRig(.longPress(touches: count))
    let down = "ABCDEFGHIJ".prefix(count).enumerated().map { "\($1)↓\(50 + 90 * $0),300" }
    #expect(rig.play(down.joined(separator: " ") + "@0 ⏲500") == ["lp:began@500"])
    #expect(rig.last?.touches == count)
  }
}
