import GestureCore
import GestureTestSupport
import Testing

@Suite("Pan")
struct PanRecognizerTests {
  private func rig(_ minimum: Int = 1, _ maximum: Int = 10) throws -> GestureRig {
    try GestureRig(.pan(minimum: minimum, maximum: maximum))
  }

  @Test("PAN-1 it begins when the translation reaches 10 pt")
  func begins() throws {
    let rig = try rig()
    #expect(
      rig.play("A↓200,200@0 A→205,200@16 A→209,200@32 A→210,200@48") == ["pan:began@48"])
    #expect(rig.last?.translation.isNear(10, 0) == true)
    #expect(rig.last?.velocity.isNear(208.33, 0) == true)
  }

  @Test("PAN-2 the distance is Euclidean")
  func euclidean() throws {
    let rig = try rig()
    #expect(rig.play("A↓200,200@0 A→207,207@16 A→207.1,207.1@32") == ["pan:began@32"])
    #expect(rig.last?.translation.isNear(7.1, 7.1) == true)
  }

  @Test(
    "PAN-3, PAN-4, PAN-5 the translation includes the first 10 pt, changes with each move, ends unchanged")
  func life() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→260,200@16")
    #expect(rig.last?.translation.isNear(60, 0) == true)
    #expect(rig.play("A→270,200@64") == ["pan:changed@64"])
    #expect(rig.last?.translation.isNear(70, 0) == true)
    #expect(rig.play("A↑@80") == ["pan:ended@80"])
    #expect(rig.last?.translation.isNear(70, 0) == true)
  }

  @Test("PAN-6 a lift before the threshold fails it")
  func tooShort() throws {
    let rig = try rig()
    #expect(rig.play("A↓200,200@0 A→209,200@16 A↑@32") == ["pan:failed@32"])
    #expect(rig.seen.last?.reason == "movedTooLittle")
  }

  @Test("PAN-15, PAN-17 a pan whose number of fingers never fitted says so")
  func neverFitted() throws {
    let few = try rig(3, 3)
    few.play("A↓200,200@0 A→260,200@16 A↑@32")
    #expect(few.seen.last?.reason == "tooFewTouches")
    let many = try rig(1, 1)
    many.play("A↓200,200 B↓300,200@0 A↑ B↑@32")
    #expect(many.seen.last?.reason == "tooManyTouches")
  }

  @Test("PAN-7 the translation is a vector sum, not a path length")
  func vectorSum() throws {
    let rig = try rig()
    let script = "A↓200,200@0 A→209,200@10 A→200,200@20 A→191,200@30 A→190,200@40"
    #expect(rig.play(script) == ["pan:began@40"])
    #expect(rig.last?.translation.isNear(-10, 0) == true)
  }

  @Test("PAN-8 it may begin after any wait")
  func noTimeLimit() throws {
    let rig = try rig()
    #expect(rig.play("A↓200,200@0 ⏲5000 A→215,200@5010") == ["pan:began@5010"])
  }

  @Test("PAN-9 the velocity is that of the last 100 ms")
  func velocity() throws {
    let rig = try rig()
    let slow = (1...10).map { "A→\(200 + $0),200@\($0 * 10)" }
    let fast = (1...10).map { "A→\(210 + 10 * $0),200@\(100 + $0 * 10)" }
    rig.play("A↓200,200@0 " + (slow + fast).joined(separator: " "))
    #expect(rig.last?.velocity.isNear(1000, 0) == true)
  }

  @Test("PAN-9, PAN-13 a finger that lands adds no sample to the velocity")
  func landingIsNoSample() throws {
    let rig = try rig()
    #expect(rig.play("A↓200,200@0 A→220,200@20 B↓400,200@40") == ["pan:began@20", "pan:changed@40"])
    // 20 pt in the 40 ms since the first landing, rest included.
    #expect(rig.last?.velocity.isNear(500, 0) == true)
    rig.play("C↓500,200@200 A→230,200@210")
    #expect(rig.last?.translation.isNear(20 + 10 / 3, 0) == true)
    #expect(rig.last?.velocity.isNear(100 / 3, 0) == true)
  }

  @Test(
    "PAN-10 rest before the lift counts in the velocity: there is no step at 100 ms",
    arguments: [(200, 1000.0), (235, 650), (270, 300), (299, 10), (300, 0), (301, 0), (900, 0)])
  func stopped(lift: Int, velocity: Double) throws {
    let rig = try rig()
    let moves = (1...20).map { "A→\(200 + 10 * $0),200@\($0 * 10)" }.joined(separator: " ")
    rig.play("A↓200,200@0 \(moves) A↑@\(lift)")
    #expect(rig.last?.state == .ended)
    #expect(rig.last?.velocity.isNear(velocity, 0) == true)
  }

  @Test(
    "PAN-10 the velocity is the same whatever the panel's rate is, in the rest before a lift too",
    arguments: [4, 8, 10, 20, 25])
  func rates(interval: Int) throws {
    let rig = try rig()
    let moves = (1...(200 / interval)).map { step in "A→\(200 + step * interval),200@\(step * interval)" }
    rig.play("A↓200,200@0 " + moves.joined(separator: " ") + " A↑@240")
    #expect(rig.last?.velocity.isNear(600, 0) == true)
  }

  @Test("PAN-9 a report after a rest is the movement of the 100 ms before it at most")
  func afterRest() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→215,200@2010")
    #expect(rig.last?.velocity.isNear(150, 0) == true)
    rig.play("A→225,200@2060")
    #expect(rig.last?.velocity.isNear(175, 0) == true)
  }

  @Test("PAN-11 a translation set to zero counts from there and forgets the velocity")
  func setToZero() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→260,200@16")
    #expect(rig.setTranslation(0, 0, of: "pan"))
    rig.play("A→270,200@32")
    #expect(rig.last?.translation.isNear(10, 0) == true)
    #expect(rig.last?.velocity.isNear(625, 0) == true)
  }

  @Test("PAN-12 a translation set to a value is kept")
  func setToValue() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→260,200@16")
    #expect(rig.setTranslation(100, 0, of: "pan"))
    rig.play("A→265,200@32")
    #expect(rig.last?.translation.isNear(105, 0) == true)
  }

  @Test("PAN-13 adding a finger changes the location, not the translation")
  func addFinger() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→220,200@20")
    #expect(rig.play("B↓400,200@40") == ["pan:changed@40"])
    #expect(rig.last?.translation.isNear(20, 0) == true)
    #expect(rig.last?.location.isNear(310, 200) == true)
    #expect(rig.last?.touches == 2)
  }

  @Test("PAN-14, LOC-4 with two fingers the mean counts, and lifting one makes no jump")
  func twoFingers() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→220,200@20 B↓400,200@40 A→230,200@60")
    #expect(rig.last?.translation.isNear(25, 0) == true)
    rig.play("A→240,200 B→410,200@80")
    #expect(rig.last?.translation.isNear(35, 0) == true)
    #expect(rig.play("A↑@100") == ["pan:changed@100"])
    #expect(rig.last?.translation.isNear(35, 0) == true)
    #expect(rig.last?.location.isNear(410, 200) == true)
    rig.play("B→420,200@120")
    #expect(rig.last?.translation.isNear(45, 0) == true)
    #expect(rig.play("B↑@140") == ["pan:ended@140"])
    #expect(rig.last?.translation.isNear(45, 0) == true)
  }

  @Test("PAN-15 with a minimum of two the translation starts when the second lands")
  func minimumTwo() throws {
    let rig = try rig(2)
    #expect(rig.play("A↓200,200@0 A→260,200@20 B↓400,200@50") == [])
    #expect(rig.play("A→270,200 B→410,200@60") == ["pan:began@60"])
    #expect(rig.last?.translation.isNear(10, 0) == true)
  }

  @Test("PAN-16 below its minimum an active pan is frozen, resumes, and ends when all are up")
  func belowMinimum() throws {
    let rig = try rig(2)
    rig.play("A↓200,200 B↓400,200@0 A→220,200 B→420,200@20")
    #expect(rig.play("A↑@40") == ["pan:changed@40"])
    #expect(rig.last?.touches == 1)
    #expect(rig.play("B→460,200@60") == [])
    #expect(rig.play("C↓200,300@80") == ["pan:changed@80"])
    #expect(rig.last?.translation.isNear(20, 0) == true)
    #expect(rig.play("B→470,200 C→210,300@100") == ["pan:changed@100"])
    #expect(rig.last?.translation.isNear(30, 0) == true)
    #expect(rig.play("B↑ C↑@120") == ["pan:ended@120"])
  }

  @Test("PAN-17 with more than the maximum it can not begin, and does not fail")
  func aboveMaximum() throws {
    let rig = try rig(1, 1)
    #expect(rig.play("A↓200,200@0 B↓400,200@10 A→250,200 B→450,200@20 B↑@40") == [])
    #expect(rig.play("A→260,200@60") == ["pan:began@60"])
    #expect(rig.last?.translation.isNear(10, 0) == true)
  }

  @Test("PAN-18 once active, fingers beyond the maximum are ignored for their whole life")
  func extraFinger() throws {
    let rig = try rig(1, 1)
    rig.play("A↓200,200@0 A→220,200@20")
    #expect(rig.play("B↓400,200@40 B→450,200@60") == [])
    #expect(rig.play("A→230,200@80") == ["pan:changed@80"])
    #expect(rig.play("A↑@100 B→500,200@120 B↑@140") == ["pan:ended@100"])
  }

  @Test("PAN-18 a finger that is replaced within one frame is replaced, even where only one is allowed")
  func replacedInOneFrame() throws {
    let rig = try rig(1, 1)
    rig.play("A↓200,200@0 A→220,200@20")
    #expect(rig.play("A↑ B↓400,200@40 B→410,200@60") == ["pan:changed@40", "pan:changed@60"])
    #expect(rig.last?.translation.isNear(30, 0) == true)
  }

  @Test("PAN-19 two fingers that move oppositely do not pan")
  func opposite() throws {
    let rig = try rig()
    #expect(rig.play("A↓300,200 B↓400,200@0 A→280,200 B→420,200@20") == [])
  }

  @Test("PAN-20 a cancelled touch cancels it, and the translation is kept")
  func cancelled() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→220,200@20")
    #expect(rig.play("A✕@40") == ["pan:cancelled@40"])
    #expect(rig.last?.translation.isNear(20, 0) == true)
  }

  @Test("PAN-21 a pen and a finger use the same threshold", arguments: [TouchType.direct, .pencil])
  func sameThreshold(_ type: TouchType) throws {
    let rig = try rig()
    #expect(rig.play("A↓200,200@0 A→209,200@16", by: type) == [])
    #expect(rig.play("A→210,200@32", by: type) == ["pan:began@32"])
  }

  @Test(
    "PAN-24 with an axis it fails when it starts more than 45° off",
    arguments: [("200,212", "failed"), ("212,200", "began"), ("212,212", "began"), ("212,213", "failed")])
  func axis(place: String, state: String) throws {
    let rig = try GestureRig(
      .make(PanRecognizer.self, "pan", ["axis": .words(["horizontal"])]))
    #expect(rig.play("A↓200,200@0 A→\(place)@20") == ["pan:\(state)@20"])
  }

  @Test(
    "the progress is how far it has come along its axis, either way, as a share of the full distance",
    arguments: [
      ("horizontal", "A→300,220", 0.5), ("horizontal", "A→100,220", 0.5), ("horizontal", "A→500,200", 1),
      ("vertical", "A→220,300", 0.5), ("any", "A→260,280", 0.5),
    ])
  func progress(axis: String, move: String, progress: Double) throws {
    let rig = try GestureRig(
      .make(
        PanRecognizer.self, "pan",
        ["axis": .words([axis]), "full_distance_mm": .number(200 * TouchScript.millimetresPerPoint)]))
    rig.play("A↓200,200@0 \(move)@20")
    #expect(rig.last?.progress?.isNear(progress) == true)
  }

  @Test("without a full distance a pan carries no progress")
  func noProgress() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→300,200@20")
    #expect(rig.last?.state == .began)
    #expect(rig.last?.progress == nil)
  }

  @Test("every number of fingers from 1 to 10 can pan", arguments: 1...10)
  func everyCount(_ count: Int) throws {
    let rig = try rig(count, count)
    let fingers = Array("ABCDEFGHIJ".prefix(count))
    let down = fingers.enumerated().map { "\($1)↓\(50 + 90 * $0),300" }.joined(separator: " ")
    let moved = fingers.enumerated().map { "\($1)→\(62 + 90 * $0),300" }.joined(separator: " ")
    #expect(rig.play("\(down)@0 \(moved)@16") == ["pan:began@16"])
    #expect(rig.last?.touches == count)
  }
}
