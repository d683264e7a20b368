import GestureCore
import GestureTestSupport
import Testing

@Suite("Questions that are answered later")
struct LaterAnswerTests {
  /// A rig whose recognizers belong to client 1, on the client's own region, which covers the whole screen.
  private func rig(_ declarations: RecognizerDeclaration...) throws -> GestureRig {
    let rig = try GestureRig(declarations, on: declarations.map { _ in "own" })
    var region = Region("own", frame: .points(0, 0, 1024, 640))
    region.isMultiple = true
    try rig.edit([.add(region, to: "root")], owner: 1, at: 0)
    return rig
  }

  @Test("DMN-10 until the owner answers, a recogniser stays possible; a yes counts at the next event")
  func yes() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldBegin))
    #expect(rig.play("A↓100,100@10 A↑@80") == [])
    #expect(rig.clientLines == ["tap:ask#1 should_begin@80"])
    #expect(rig.answer(1, .yes))
    #expect(rig.play("⏲81") == [])
    #expect(rig.play("B↓500,500@83") == ["tap:ended@83"])
  }

  @Test("ARB-46 a finger that lands while the answer is open keeps the next one from being a tap")
  func landsMeanwhile() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldBegin))
    rig.play("A↓100,100@10 A↑@80 B↓300,300@82")
    #expect(rig.answer(1, .yes))
    #expect(rig.play("C↓500,500@84 C↑@150") == ["tap:ended@84"])
    #expect(rig.play("B↑@200 D↓200,200@300 D↑@350 ⏲356") == ["tap:ended@355"])
  }

  @Test("DMN-10 a no is a failure, told at the next event")
  func no() throws {
    let rig = try rig(.pan().owned(by: 1, asks: .shouldBegin))
    #expect(rig.play("A↓100,100@10 A→150,100@20") == [])
    #expect(rig.answer(1, .no))
    #expect(rig.play("A→160,100@23") == ["pan:failed@23"])
  }

  @Test("DMN-10 an answer that came in time counts at the deadline where nothing happens before")
  func deadline() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldBegin))
    rig.play("A↓100,100@10 A↑@80")
    #expect(rig.answer(1, .no))
    #expect(rig.nextDeadline == Instant(microseconds: 85_000))
    #expect(rig.play("⏲100") == ["tap:failed@85"])
    #expect(rig.clientLines.isEmpty)
  }

  @Test("DMN-10 a silent owner: should_begin is true at 5 ms, and that is said")
  func silence() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldBegin))
    rig.play("A↓100,100@10 A↑@80")
    #expect(rig.play("⏲100") == ["tap:ended@85"])
    #expect(rig.clientLines == ["tap:expired#1 true@85"])
    #expect(!rig.answer(1, .yes))
  }

  @Test("DMN-10 a frame at the deadline goes before it")
  func frameAtDeadline() throws {
    let rig = try rig(.pan().owned(by: 1, asks: .shouldBegin))
    rig.play("A↓100,100@10 A→150,100@20")
    #expect(rig.play("A→160,100@25") == [])
    #expect(rig.play("⏲26") == ["pan:began@25"])
  }

  @Test("DMN-10 only the owner may answer")
  func owner() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldBegin))
    rig.play("A↓100,100@10 A↑@80")
    #expect(!rig.answer(1, .no, from: 2))
    #expect(!rig.answer(7, .no))
    #expect(!rig.answer(0, .no))
    #expect(rig.answer(1, .yes))
    #expect(!rig.answer(1, .no))
  }

  @Test("DMN-10 what the recogniser holds stays held until the answer counts")
  func held() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldBegin).with { $0.delaysTouchesBegan = true })
    #expect(rig.timeline(of: "A↓100,100@10 A↑@80") == ["tap:ask#1 should_begin@80"])
    #expect(rig.answer(1, .no))
    #expect(rig.timeline(of: "⏲90") == ["tap:failed@85", "own:began{A:10}@85", "own:ended{A:80}@85"])
  }

  @Test(
    "DMN-10, ARB-22 should_receive: until the answer the recogniser knows nothing of the touch, nor after a no"
  )
  func receive() throws {
    let rig = try rig(.tap(taps: 1).owned(by: 1, asks: .shouldReceive), .longPress())
    rig.play("A↓100,100@10")
    #expect(rig.clientLines == ["tap:ask#1 should_receive A@10"])
    #expect(rig.trackedTouches(of: "tap").isEmpty)
    #expect(rig.answer(1, .no))
    #expect(rig.play("A→101,100@12 A↑@80 ⏲100") == ["lp:failed@80"])
    #expect(rig.trackedTouches(of: "tap").isEmpty)
  }

  @Test(
    "DMN-10, ARB-25 a touch that was refused later does not count: the second finger has not made a tap fail")
  func refusedFinger() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldReceive))
    rig.play("A↓100,100@10")
    #expect(rig.answer(1, .yes))
    #expect(rig.play("B↓300,100@30") == [])
    #expect(rig.clientLines == ["tap:ask#2 should_receive B@30"])
    #expect(rig.answer(2, .no))
    #expect(rig.play("B↑@60 A↑@80") == ["tap:ended@80"])
    rig.play("C↓100,100@500 D↓300,100@500")
    #expect(rig.clientLines.count == 2)
    #expect(rig.answer(3, .yes) && rig.answer(4, .yes))
    #expect(rig.play("C→101,100@503") == ["tap:failed@503"])
  }

  @Test(
    "LOC-3, LOC-7, DMN-10 a gesture that was over before the answer has the fingers and the place of its end")
  func overBeforeAnswer() throws {
    let rig = try rig(.pan().owned(by: 1, asks: .shouldReceive))
    rig.play("A↓100,100@10 A→150,100@12 A→160,100@13 A↑@14")
    #expect(rig.answer(1, .yes))
    #expect(rig.play("⏲100") == ["pan:began@15", "pan:ended@15"])
    #expect(rig.last?.touches == 1)
    #expect(rig.last?.location.isNear(160, 100) == true)
  }

  @Test(
    "DMN-10, TIM-7 a deadline that comes while a failure waits for the answer is not asked again and again")
  func deadlineWhileUndecided() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldReceive))
    rig.play("A↓100,100@10")
    #expect(rig.answer(1, .yes))
    // The press is too long at 760 ms, and the client has not yet answered whether the second finger counts.
    #expect(rig.play("B↓300,100@757 ⏲800") == ["tap:failed@762"])
  }

  @Test("DMN-10, TAP-5 a refused finger leaves the deadline that was there before it")
  func deadlineAfterRefusal() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldReceive))
    rig.play("A↓100,100@10")
    #expect(rig.answer(1, .yes))
    rig.play("B↓300,100@700")
    #expect(rig.answer(2, .no))
    #expect(rig.play("⏲800") == ["tap:failed@760"])
  }

  @Test("DMN-10 of two fingers that land at once the one that was let in is told anew")
  func landAnew() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldReceive))
    rig.play("A↓100,100 B↓300,100@10")
    #expect(rig.answer(2, .no) && rig.answer(1, .yes))
    #expect(rig.play("B↑@60 A↑@80") == ["tap:ended@80"])
  }

  @Test("DMN-10, ARB-24 should_receive_event is asked first, and after a yes each touch of the event")
  func receiveEvent() throws {
    let rig = try rig(.tap().owned(by: 1, asks: [.shouldReceiveEvent, .shouldReceive]))
    rig.play("A↓100,100@10")
    #expect(rig.clientLines == ["tap:ask#1 should_receive_event@10"])
    #expect(rig.answer(1, .yes))
    rig.play("A→101,100@12")
    #expect(rig.clientLines == ["tap:ask#2 should_receive A@12"])
    #expect(rig.answer(2, .yes))
    #expect(rig.play("A↑@80") == ["tap:ended@80"])
    rig.play("A↓100,100@500")
    #expect(rig.answer(3, .no))
    #expect(rig.play("A→101,100@503 A↑@550") == [])
    #expect(rig.clientLines.isEmpty)
  }

  @Test(
    "DMN-10, ARB-11 simultaneous: the one that would act waits for the answer, and each conflict is asked about"
  )
  func simultaneous() throws {
    let rig = try rig(.pan("one"), .pan("two").owned(by: 1, asks: .simultaneous))
    #expect(rig.play("A↓100,100@10 A→150,100@20") == [])
    #expect(rig.clientLines == ["two:ask#1 simultaneous one@20"])
    #expect(rig.answer(1, .yes))
    #expect(rig.play("A→160,100@24") == ["two:began@24", "one:began@24"])
    #expect(
      rig.play("A↑@60 A↓100,100@100 A→150,100@110 ⏲120") == [
        "two:ended@60", "one:ended@60", "one:failed@115", "two:began@115",
      ])
    #expect(rig.clientLines.last == "two:expired#2 false@115")
  }

  @Test("DMN-10, ARB-38 require_failure and be_required_to_fail hold for the attempt once they are said")
  func requirements() throws {
    let rig = try rig(
      .longPress(minimumPress: 300, movement: 100).owned(by: 1, asks: .requireFailure), .pan("drag"))
    rig.play("A↓100,100@10")
    #expect(rig.clientLines == ["lp:ask#1 require_failure drag@10"])
    #expect(rig.answer(1, .yes))
    #expect(rig.play("⏲400") == [])
    #expect(rig.play("A↑@500") == ["drag:failed@500", "lp:began@500", "lp:ended@500"])
    let other = try self.rig(
      .longPress(minimumPress: 300, movement: 100), .pan("drag").owned(by: 1, asks: .beRequiredToFail))
    other.play("A↓100,100@10")
    #expect(other.clientLines == ["drag:ask#1 be_required_to_fail lp@10"])
    #expect(other.answer(1, .yes))
    #expect(other.play("⏲400") == [])
  }

  @Test("DMN-10 a question outlives its attempt without effect")
  func moot() throws {
    let rig = try rig(.tap().owned(by: 1, asks: .shouldBegin))
    rig.play("A↓100,100@10 A↑@80")
    #expect(rig.edit(at: 81) { $0.removeAll(ownedBy: 1) } == ["tap:failed@81"])
    #expect(rig.answer(1, .yes))
    #expect(rig.play("⏲100") == [])
    #expect(rig.nextDeadline == nil)
  }
}
