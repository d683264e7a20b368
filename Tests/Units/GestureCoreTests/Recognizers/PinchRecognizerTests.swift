import GestureCore
import GestureTestSupport
import Testing

@Suite("Pinch")
struct PinchRecognizerTests {
  private static let begin = "A↓300,300 B↓500,300@0 B→504,300@30 B→508,300@50"

  /// A pinch that has begun with scale 1 at a distance of 208 pt, at 50 ms.
  private func begun() throws -> GestureRig {
    let rig = try GestureRig(.pinch())
    #expect(rig.play(Self.begin) == ["pinch:began@50"])
    return rig
  }

  @Test("PIN-1 it begins with scale 1 after 8 pt of change")
  func begins() throws {
    let rig = try begun()
    #expect(rig.last?.scale == 1)
    #expect(rig.last?.location.isNear(404, 300) == true)
    #expect(rig.last?.touches == 2)
  }

  @Test("PIN-2 the scale is the distance by that at the beginning")
  func scale() throws {
    let rig = try begun()
    #expect(rig.play("B→612,300@70") == ["pinch:changed@70"])
    #expect(rig.last?.scale.isNear(1.5) == true)
    #expect(rig.last?.numberVelocity.isNear(25) == true)
  }

  @Test("PIN-3, PIN-14 closing gives less than 1 and a negative velocity")
  func closing() throws {
    let rig = try begun()
    rig.play("B→404,300@70")
    #expect(rig.last?.scale.isNear(0.5) == true)
    #expect(rig.last?.numberVelocity.isNear(-25) == true)
  }

  @Test("PIN-4 a scale that is set counts from there")
  func set() throws {
    let rig = try begun()
    rig.play("B→612,300@70")
    #expect(rig.adjust("pinch", .scale(1)))
    rig.play("B→720,300@90")
    #expect(rig.last?.scale.isNear(1.346) == true)
  }

  @Test("PIN-5, PIN-6, PIN-7 with one finger up it is frozen, goes on with the next, ends with the last")
  func fingers() throws {
    let rig = try begun()
    rig.play("B→612,300@70")
    #expect(rig.play("A↑@90") == ["pinch:changed@90"])
    #expect(rig.last?.scale.isNear(1.5) == true)
    #expect(rig.last?.touches == 1)
    #expect(rig.last?.location.isNear(612, 300) == true)
    #expect(rig.play("C↓412,300@120") == ["pinch:changed@120"])
    #expect(rig.last?.scale.isNear(1.5) == true)
    rig.play("B→712,300@140")
    #expect(rig.last?.scale.isNear(2.25) == true)
    #expect(rig.play("C↑ B↑@160") == ["pinch:ended@160"])
    #expect(rig.last?.scale.isNear(2.25) == true)
  }

  @Test("PIN-1, ARB-31 a pinch that waited begins with scale 1, and its distance counts from there")
  func waited() throws {
    let rig = try GestureRig(.pinch(requires: ["tap"]), .tap(touches: 2))
    #expect(rig.play("A↓300,300 B↓500,300@0 B→508,300@50") == [])
    // The tap fails once a finger has moved 45 pt.
    #expect(rig.play("B→550,300@100") == ["tap:failed@100", "pinch:began@100"])
    #expect(rig.last?.scale == 1)
    #expect(rig.last?.numberVelocity == 0)
    rig.play("B→675,300@120")
    #expect(rig.last?.scale.isNear(1.5) == true)
    #expect(rig.last?.numberVelocity.isNear(25) == true)
  }

  @Test("PIN-1, ARB-33 a pinch that ended while it waited begins and ends with scale 1")
  func endedWhileWaiting() throws {
    let rig = try GestureRig(.pinch(requires: ["tap"]), .tap(taps: 2, touches: 2))
    rig.play("A↓300,300 B↓500,300@0 B→520,300@50 A↑ B↑@80 ⏲500")
    #expect(rig.actions.map(\.state) == [.began, .ended])
    #expect(rig.actions.map(\.scale) == [1, 1])
  }

  @Test("PIN-6, PAN-9 a finger that lands again adds no sample to the velocity")
  func landingIsNoSample() throws {
    let rig = try begun()
    rig.play("B→612,300@70 A↑@90 C↓412,300@120")
    // The scale has changed by a half in the 70 ms since it began.
    #expect(rig.last?.numberVelocity.isNear(0.5 / 0.07) == true)
    rig.play("B→612,301@200 C↑@220 D↓412,300@400 B→712,300@410")
    // From 1.5 to 2.25 in the last 100 ms, and no change by the landing.
    #expect(rig.last.map { abs($0.numberVelocity - 7.5) < 0.01 } == true)
  }

  @Test("PIN-6 a finger that is replaced within one frame is replaced: the scale goes on with the new one")
  func replacedInOneFrame() throws {
    let rig = try begun()
    rig.play("B→612,300@70")
    #expect(rig.play("A↑ C↓412,300@90") == ["pinch:changed@90"])
    #expect(rig.last?.scale.isNear(1.5) == true)
    #expect(rig.last?.touches == 2)
    rig.play("B→712,300@110")
    #expect(rig.last?.scale.isNear(2.25) == true)
  }

  static let rows: [Scenario] = [
    Scenario(
      name: "PIN-8 a third finger is ignored", .pinch(),
      script: "\(begin) C↓700,500@60 C→710,500@70 C↑@80", seen: ["pinch:began@50"]),
    Scenario(
      name: "PIN-9 turning alone is no pinch", .pinch(),
      script: "A↓300,300 B↓500,300@0 A→400,200 B→400,400@30", seen: []),
    Scenario(
      name: "PIN-11 with fewer than two fingers it fails when the last lifts", .pinch(),
      script: "A↓300,300@0 A→400,300@20 A↑@40", seen: ["pinch:failed@40"]),
    Scenario(
      name: "PIN-12 a very slow pinch begins too", .pinch(),
      script: "A↓300,300 B↓500,300@0 B→504,300@5000 B→508,300@10000", seen: ["pinch:began@10000"]),
    Scenario(
      name: "PIN-13 two fingers that pan do not pinch", .pinch(),
      script: "A↓300,300 B↓500,300@0 A→350,300 B→550,300@30", seen: []),
    Scenario(
      name: "PIN-15 a cancelled touch cancels it", .pinch(), script: "\(begin) B✕@60",
      seen: ["pinch:began@50", "pinch:cancelled@60"]),
    Scenario(
      name: "ARB-7 an active pan that took the first finger does not let it begin", .pan(), .pinch(),
      script: "A↓300,300@0 A→320,300@20 B↓500,300@40 B→600,300@60",
      seen: ["pinch:failed@20", "pan:began@20", "pan:changed@40", "pan:changed@60"]),
  ]

  @Test("each scenario plays as its name says", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("PIN-10 fingers that come together give a finite scale")
  func together() throws {
    let rig = try begun()
    rig.play("B→300,300@70")
    #expect(rig.last?.scale.isNear(1 / 208) == true)
  }
}
