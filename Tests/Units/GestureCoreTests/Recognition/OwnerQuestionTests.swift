import GestureCore
import GestureTestSupport
import Testing

@Suite("What the owner of a recognizer is asked")
struct OwnerQuestionTests {
  @Test(
    "ARB-11 simultaneity is asked about when one recognizes, with the asking one first, and at each conflict")
  func simultaneity() throws {
    let owner = try AnsweringOwner(
      [.pan("one"), .pan("two")], asks: .simultaneous, ["two simultaneous one": .yes])
    #expect(owner.play("A↓200,200@0 A→215,200@20") == ["two:began@21", "one:began@21"])
    #expect(owner.questions == ["two simultaneous one", "one simultaneous two"])
    owner.answers = [:]
    #expect(owner.play("A↑@40 A↓200,200@100 A→215,200@120").suffix(2) == ["one:failed@121", "two:began@121"])
    #expect(
      owner.questions == [
        "two simultaneous one", "one simultaneous two", "two simultaneous one", "one simultaneous two",
      ])
  }

  @Test("ARB-11 a simultaneity that was declared is not asked for")
  func declaredSimultaneity() throws {
    let owner = try AnsweringOwner(
      [.pan("one"), .pan("two", simultaneous: ["one"])], asks: .simultaneous)
    #expect(owner.play("A↓200,200@0 A→215,200@20").count == 2)
    #expect(owner.questions.isEmpty)
  }

  @Test("ARB-7, ARB-11 an active recognizer is asked about a newcomer", arguments: [GestureAnswer.yes, .no])
  func newcomer(_ answer: GestureAnswer) throws {
    let owner = try AnsweringOwner(
      [.pan("one"), .pan("two")], on: ["root", "V"], asks: .simultaneous, ["one simultaneous two": answer])
    #expect(owner.play("A↓700,500@0 A→715,500@20") == ["one:began@20"])
    let story = owner.play("B↓200,200@40 B→220,200@60")
    #expect(owner.questions == ["one simultaneous two", "two simultaneous one"])
    #expect(story.contains("two:began@61") == (answer == .yes))
    #expect(story.contains("two:failed@61") == (answer == .no))
  }

  @Test("ARB-19 should_begin is asked once per attempt, with the values of now; a no is a failure")
  func shouldBegin() throws {
    let owner = try AnsweringOwner([.pan()], asks: .shouldBegin, ["pan should_begin": .no])
    #expect(owner.play("A↓200,200@0 A→200,205@10 A→200,212@20 A→260,212@40 A↑@60") == ["pan:failed@21"])
    #expect(owner.questions == ["pan should_begin"])
    let values = try #require(owner.proposals.first?.values)
    guard case .displacement(let translation) = values[0] else {
      Issue.record("a pan has a translation")
      return
    }
    #expect(translation.points.isNear(0, 12))
  }

  @Test("ARB-19, ARB-29 one that waits is asked when its requirements are met")
  func shouldBeginAfterWaiting() throws {
    let owner = try AnsweringOwner([.tap(), .pan(requires: ["tap"])], asks: .shouldBegin)
    owner.play("A↓200,200@0 A→212,200@20 A→225,200@40")
    #expect(owner.questions.isEmpty)
    owner.play("A→246,200@60")
    #expect(owner.questions == ["pan should_begin"])
  }

  @Test("ARB-22, ARB-23 a touch is asked about once; after a no the recognizer knows nothing of it")
  func shouldReceive() throws {
    let owner = try AnsweringOwner(
      [.tap()], asks: [.shouldReceiveEvent, .shouldReceive], ["tap should_receive A": .no])
    #expect(owner.play("A↓200,200@0 A→300,200@20 A↑@80") == [])
    #expect(owner.questions == ["tap should_receive_event", "tap should_receive A"])
    #expect(owner.play("A↓200,200@200 A↑@280") == ["tap:ended@280"])
    #expect(owner.questions.suffix(2) == ["tap should_receive_event", "tap should_receive B"])
    #expect(owner.questions.count == 4)
  }

  @Test("ARB-23 a recognizer that starts anew with a landing is not asked again of it")
  func restart() throws {
    let owner = try AnsweringOwner([.tap("tap2", taps: 2)], asks: .shouldReceive)
    #expect(owner.play("A↓200,200@0 A↑@80 A↓600,200@230") == ["tap2:failed@231"])
    #expect(owner.play("A↑@310 A↓600,200@400 A↑@480") == ["tap2:ended@480"])
    #expect(owner.questions == ["A", "B", "C"].map { "tap2 should_receive \($0)" })
  }

  @Test("ARB-24 the event is asked about first, once for all its touches; a no and no touch is asked about")
  func shouldReceiveEvent() throws {
    let owner = try AnsweringOwner([.tap(touches: 2)], asks: [.shouldReceiveEvent, .shouldReceive])
    #expect(owner.play("A↓200,200 B↓300,200@0 A↑ B↑@80") == ["tap:ended@80"])
    let questions = ["tap should_receive_event", "tap should_receive A", "tap should_receive B"]
    #expect(owner.questions == questions)
    owner.answers["tap should_receive_event"] = .no
    #expect(owner.play("A↓200,200 B↓300,200@1000 A↑ B↑@1080") == [])
    #expect(owner.questions == questions + ["tap should_receive_event"])
  }

  @Test("ARB-25 refused touches do not count")
  func refusedDoNotCount() throws {
    let owner = try AnsweringOwner([.tap()], asks: .shouldReceive, ["tap should_receive B": .no])
    #expect(owner.play("A↓200,200 B↓300,200@0 A↑@80 B↑@100") == ["tap:ended@80"])
  }

  @Test(
    "ARB-38 either's yes installs a requirement for this attempt",
    arguments: ["pan require_failure tap", "tap be_required_to_fail pan"])
  func requirement(_ answer: String) throws {
    let owner = try AnsweringOwner(
      [.tap(), .pan()], asks: [.requireFailure, .beRequiredToFail], [answer: .yes])
    let slowly = "A↓200,200@0 A→212,200@20 A→225,200@40 A→246,200@60"
    #expect(owner.play(slowly) == ["tap:failed@60", "pan:began@60"])
    #expect(owner.rig.last?.translation.isNear(46, 0) == true)
    owner.play("A↑@100")
    #expect(owner.play("A↓200,200@200 A→212,200@220 A↑@260") == ["pan:failed@260", "tap:ended@260"])
    owner.answers = [:]
    #expect(owner.play("A↓200,200@400 A→212,200@420") == ["tap:failed@420", "pan:began@420"])
  }

  @Test("ARB-39 requirements are asked about once per attempt and pair, when both first share a touch")
  func requirementOnce() throws {
    let owner = try AnsweringOwner(
      [.tap(touches: 2), .pan()], asks: [.requireFailure, .beRequiredToFail])
    let moves = (1...50).map { "A→\(200 + $0),200@\($0 * 10)" }.joined(separator: " ")
    owner.play("A↓200,200@0 B↓300,300@5 \(moves)")
    #expect(owner.questions.filter { $0 == "pan require_failure tap" }.count == 1)
    #expect(owner.questions.filter { $0 == "tap be_required_to_fail pan" }.count == 1)
    owner.play("A↑ B↑@600 A↓200,200@700")
    #expect(owner.questions.filter { $0 == "pan require_failure tap" }.count == 2)
  }

  @Test("ARB-41 of requirements that close a circle the later one is dropped")
  func circle() throws {
    let owner = try AnsweringOwner(
      [.tap(), .pan(requires: ["tap"])], asks: .requireFailure, ["tap require_failure pan": .yes])
    #expect(owner.play("A↓200,200@0 A↑@80") == ["pan:failed@80", "tap:ended@80"])
    #expect(owner.questions.contains("tap require_failure pan"))
    let both = try AnsweringOwner(
      [.longPress("a"), .longPress("b")], asks: .requireFailure,
      ["a require_failure b": .yes, "b require_failure a": .yes])
    #expect(both.play("A↓200,200@0 ⏲600").count == 2)
    #expect(both.questions.count == 2)
  }

  @Test("ARB-47 a touch joins one of two active recognizers that exclude each other: the deeper")
  func joinsOne() throws {
    // The second touch is the first one in V.
    let owner = try AnsweringOwner(
      [.pan("V.pan"), .pan("R.pan")], on: ["V", "root"], asks: .shouldReceive, ["R.pan should_receive B": .no]
    )
    let story = owner.play("B↓700,500@0 B→720,500@16 A↓200,200@20 A→220,200@40")
    #expect(story.filter { $0.contains("began") } == ["R.pan:began@16", "V.pan:began@40"])
    #expect(owner.play("C↓300,300@60") == ["V.pan:changed@61"])
    #expect(owner.rig.last?.touches == 2)
  }

  @Test("EVT-6 the touches of a recognizer are those that it tracks")
  func touchesOfRecognizer() throws {
    let owner = try AnsweringOwner([.pan()], asks: .shouldReceive, ["pan should_receive B": .no])
    owner.rig.listFingers()
    owner.play("A↓200,200@0 B↓300,300@10 C↓400,300@20 A→220,200 B→320,300 C→420,300@30")
    #expect(owner.rig.fingers == ["1 at 220,200; 3 at 420,300"])
    owner.play("A↑@40")
    #expect(owner.rig.fingers == ["1 at 220,200 up; 3 at 420,300"])
    owner.play("C→440,300@50")
    #expect(owner.rig.fingers == ["3 at 440,300"])
  }
}
