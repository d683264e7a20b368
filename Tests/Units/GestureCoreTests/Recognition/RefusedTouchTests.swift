import GestureCore
import GestureTestSupport
import Testing

@Suite("Touches that an owner decides on late")
struct RefusedTouchTests {
  /// Fixture F0 with recognizers of client 1. By default they are on the root, where clients' recognizers have full
  /// effect here.
  private func rig(
    _ declarations: RecognizerDeclaration..., on names: [String] = [], askTimeout: Double = 5
  ) throws -> GestureRig {
    var regions = RegionTree.f0
    regions.change("root") { $0.foreignRecognizers = .full }
    regions.change("V") { $0.foreignRecognizers = .full }
    var settings = TouchSettings()
    settings.askTimeout = .milliseconds(askTimeout)
    return try GestureRig(declarations, regions: regions, on: names, settings: settings)
  }

  /// A pan whose owner has accepted the first finger.
  private func pan(after story: String = "A↓200,200@0") throws -> GestureRig {
    let rig = try rig(.pan().owned(by: 1, asks: .shouldReceive))
    rig.play(story)
    #expect(rig.answer(1, .yes))
    return rig
  }

  @Test(
    "ARB-22, DLY-2, DLY-23 an active pan tells nothing of a refused finger, and its region gets that finger")
  func activePan() throws {
    let rig = try pan()
    #expect(rig.timeline(of: "A→215,200@20") == ["V:cancelled{A}@20", "pan:began@20"])
    #expect(rig.timeline(of: "B↓300,300@40") == ["pan:ask#2 should_receive B@40"])
    #expect(rig.answer(2, .no))
    let story = rig.timeline(of: "A→225,200@60 B→320,300@80 B↑@140")
    #expect(story == ["V:began{B:40}@45", "pan:changed@60", "V:moved{B}@80", "V:ended{B}@140"])
    #expect(rig.last?.touches == 1)
    #expect(rig.last?.translation == Vector(25, 0))
    #expect(rig.last?.location == Point(225, 200))
  }

  @Test("ARB-22, DLY-9 what a refused finger did before the answer is told as one move at the next event")
  func history() throws {
    let rig = try pan()
    rig.play("A→215,200@20")
    #expect(rig.timeline(of: "B↓300,300@40 B→304,300@41 B→310,300@42") == ["pan:ask#2 should_receive B@40"])
    #expect(rig.answer(2, .no))
    #expect(rig.timeline(of: "A→225,200@43") == ["pan:changed@43", "V:began{B:40}@43", "V:moved{B:42}@43"])
    #expect(rig.timeline(of: "C↓300,200@50 C↑@52") == ["pan:ask#3 should_receive C@50"])
    #expect(rig.answer(3, .no))
    #expect(rig.timeline(of: "⏲60") == ["V:began{C:50}@55", "V:ended{C:52}@55"])
  }

  @Test("ARB-22, DLY-2 a pan that has not begun waits for the answer, and begins with the first finger alone")
  func possiblePan() throws {
    let rig = try pan()
    #expect(rig.timeline(of: "B↓300,300@40") == ["pan:ask#2 should_receive B@40", "V:began{B}@40"])
    #expect(rig.timeline(of: "A→212,200 B→320,300@42") == ["V:moved{A,B}@42"])
    #expect(rig.answer(2, .no))
    #expect(
      rig.timeline(of: "A→225,200@43 B→330,300@60 B↑@140") == [
        "V:cancelled{A}@43", "pan:began@43", "V:moved{B}@60", "V:ended{B}@140",
      ])
    #expect(rig.last?.touches == 1)
    #expect(rig.last?.translation == Vector(25, 0))
  }

  @Test("ARB-23 the owner is asked before a region is told of the landing")
  func order() throws {
    let rig = try rig(.pan().owned(by: 1, asks: .shouldReceive))
    #expect(rig.timeline(of: "A↓200,200@0") == ["pan:ask#1 should_receive A@0", "V:began{A}@0"])
  }

  @Test("ARB-22, LOC-1 a finger that a pan gets late joins it where the finger is by then")
  func joinsLate() throws {
    let rig = try pan()
    rig.play("A→215,200@20 B↓300,300@40 B→320,300@42")
    #expect(rig.answer(2, .yes))
    #expect(rig.timeline(of: "⏲50") == ["pan:changed@45"])
    #expect(rig.last?.touches == 2)
    #expect(rig.last?.translation == Vector(15, 0))
    #expect(rig.last?.location == Point(267.5, 250))
    #expect(rig.timeline(of: "A→225,200 B→330,300@60 A↑@80 B↑@90").count == 3)
    #expect(rig.last?.translation == Vector(25, 0))
  }

  @Test("ARB-22, DLY-23 a finger that came and went before the yes was the pan's: no region is told of it")
  func cameAndWent() throws {
    let rig = try pan()
    rig.play("A→215,200@20 B↓300,300@40 B↑@42")
    #expect(rig.answer(2, .yes))
    #expect(rig.timeline(of: "⏲50 A→225,200@60") == ["pan:changed@60"])
  }

  @Test(
    "ARB-22 a yes that comes late counts from the landing: the press, the lift and what failed are as with one at once"
  )
  func lateYes() throws {
    let press = try rig(.longPress().owned(by: 1, asks: .shouldReceive), askTimeout: 300)
    press.play("A↓200,200@10 A→201,200@20")
    #expect(press.answer(1, .yes))
    #expect(press.play("A→200,200@200 ⏲600") == ["lp:began@510"])

    let tap = try rig(.tap(touches: 2).owned(by: 1, asks: .shouldReceive), askTimeout: 100)
    tap.play("A↓200,200@0 B↓300,200@20 A↑@40 B↑@50")
    #expect(tap.answer(1, .yes) && tap.answer(2, .yes))
    #expect(tap.play("C↓700,500@60") == ["tap:ended@60"])

    let moved = try rig(.tap().owned(by: 1, asks: .shouldReceive), askTimeout: 100)
    moved.play("A↓200,200@0 A→300,200@20 A→200,200@40")
    #expect(moved.answer(1, .yes))
    #expect(moved.play("A↑@60") == ["tap:failed@60"])

    let slow = try rig(.tap().owned(by: 1, asks: .shouldReceive), askTimeout: 1000)
    slow.play("A↓200,200@0")
    #expect(slow.answer(1, .yes))
    #expect(slow.play("A↑@800") == ["tap:failed@800"])
  }

  @Test("ARB-22, PIN-8 a third finger that is let in late is refused as it would have been at its landing")
  func thirdFinger() throws {
    let rig = try rig(.pinch().owned(by: 1, asks: .shouldReceive), askTimeout: 100)
    rig.play("A↓200,200@0 B↓300,200@10 C↓250,300@20")
    for question in 1...3 { #expect(rig.answer(UInt64(question), .yes)) }
    rig.play("C→250,310@30")
    #expect(rig.trackedTouches(of: "pinch").map(\.id) == [1, 2])
    #expect(rig.play("B→320,200@40") == ["pinch:began@40"])
  }

  @Test("ARB-22, ARB-3 a recogniser does not fail for what another does with a finger that is refused to it")
  func prevention() throws {
    for answer in [GestureAnswer.no, .yes] {
      let rig = try rig(
        .pan().owned(by: 1, asks: .shouldReceive), .pan("drag").owned(by: 1), on: ["root", "V"])
      rig.play("A↓700,500@0")
      #expect(rig.answer(1, .yes))
      #expect(rig.play("B↓200,200@40 B→220,200@42") == ["drag:began@42"])
      #expect(rig.answer(2, answer))
      let story = rig.play("A→720,500@60")
      #expect(story == (answer == .no ? ["pan:began@60"] : ["pan:failed@45"]))
    }
  }

  @Test("ARB-22, ARB-7 an active pan bars another one with a finger only if it gets that finger")
  func barring() throws {
    for answer in [GestureAnswer.no, .yes] {
      let rig = try rig(
        .pan().owned(by: 1, asks: .shouldReceive), .pan("drag").owned(by: 1), on: ["root", "V"])
      rig.play("A↓700,500@0")
      #expect(rig.answer(1, .yes))
      #expect(rig.play("A→720,500@20") == ["pan:began@20"])
      #expect(rig.play("B↓200,200@40 B→220,200@42") == [])
      #expect(rig.answer(2, answer))
      let story = rig.play("B→230,200@43")
      #expect(story == (answer == .no ? ["drag:began@43"] : ["drag:failed@43", "pan:changed@43"]))
    }
  }

  @Test(
    "ARB-22, ARB-29 who waits for a recogniser to fail waits for it only if the recogniser gets the finger")
  func requirement() throws {
    for answer in [GestureAnswer.no, .yes] {
      let rig = try rig(
        .pan().owned(by: 1, asks: .shouldReceive), .tap(requires: ["pan"]).owned(by: 1))
      #expect(rig.play("A↓200,200@0 A↑@2") == [])
      #expect(rig.answer(1, answer))
      let story = rig.play("⏲10")
      #expect(story == (answer == .no ? ["tap:ended@5"] : ["pan:failed@5", "tap:ended@5"]))
    }
  }

  @Test("ARB-22, ARB-47 a finger that the deeper of two active pans is refused is the other one's")
  func contender() throws {
    for answer in [GestureAnswer.no, .yes] {
      let rig = try rig(
        .pan("V.pan").owned(by: 1, asks: .shouldReceive), .pan("R.pan").owned(by: 1, asks: .shouldReceive),
        on: ["V", "root"])
      rig.play("B↓700,500@0")
      #expect(rig.answer(1, .yes))
      rig.play("B→720,500@16 A↓200,200@20")
      #expect(rig.clientLines == ["V.pan:ask#2 should_receive B@20", "R.pan:ask#3 should_receive B@20"])
      // R.pan gets no touch of V's. Otherwise the first pan to begin would make the other one fail.
      #expect(rig.answer(2, .yes) && rig.answer(3, .no))
      rig.play("A→220,200@40")
      #expect(rig.play("C↓300,300@60") == [])
      #expect(rig.clientLines == ["V.pan:ask#4 should_receive C@60"])
      #expect(rig.answer(4, answer))
      if answer == .no {
        #expect(rig.play("⏲66") == [])
        #expect(rig.clientLines == ["R.pan:ask#5 should_receive C@65"])
        #expect(rig.answer(5, .yes))
        #expect(rig.play("⏲71") == ["R.pan:changed@70"])
      } else {
        #expect(rig.play("⏲66") == ["V.pan:changed@65"])
      }
      #expect(rig.last?.touches == 2)
    }
  }

  @Test("ARB-22, CUS-1 a client is offered a finger that its recogniser gets late as one that lands")
  func custom() throws {
    let rig = try rig(.custom("spiral").owned(by: 1, asks: .shouldReceive))
    #expect(rig.timeline(of: "A↓200,200@0") == ["spiral:ask#1 should_receive A@0", "V:began{A}@0"])
    #expect(rig.answer(1, .yes))
    #expect(
      rig.timeline(of: "A→210,200@3") == [
        "spiral:offer#1{A:began}@3", "spiral:offer#2{A:moved}@3", "V:moved{A}@3",
      ])
    rig.play("B↓300,300@40")
    #expect(rig.answer(2, .no))
    #expect(rig.timeline(of: "A→220,200@60") == ["spiral:offer#3{A:moved}@60", "V:moved{A}@60"])
  }
}
