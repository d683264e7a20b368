import GestureCore
import GestureTestSupport
import Testing

@Suite("What a delegate is asked")
struct DelegateTests {
  /// A rig with V in it, and a delegate that answers some questions.
  private func rig(
    _ declarations: [RecognizerDeclaration], on names: [String] = [], _ answers: [String: GestureAnswer] = [:]
  ) throws -> (GestureRig, RecordingDelegate) {
    let tree = GestureRig.treeWithV
    let rig = try GestureRig(declarations, regions: tree, on: names)
    let delegate = RecordingDelegate(
      declarations.map(\.name), regions: tree.regions.map(\.name), answers: answers)
    rig.delegate = delegate
    return (rig, delegate)
  }

  @Test(
    "ARB-11 simultaneity is asked when one recognises, with the asking one first, and anew at each conflict")
  func simultaneity() throws {
    let (rig, delegate) = try rig([.pan("one"), .pan("two")], ["together two one": .yes])
    #expect(rig.play("A↓200,200@0 A→215,200@20") == ["two:began@20", "one:began@20"])
    #expect(delegate.questions.filter { $0.hasPrefix("together") } == ["together two one"])
    delegate.answer("together two one", .no)
    #expect(rig.play("A↑@40 A↓200,200@100 A→215,200@120").suffix(2) == ["one:failed@120", "two:began@120"])
    #expect(
      delegate.questions.filter { $0.hasPrefix("together") }
        == ["together two one", "together two one", "together one two"])
  }

  @Test("ARB-11 a simultaneity that was declared is not asked for")
  func declaredSimultaneity() throws {
    let (rig, delegate) = try rig([.pan("one"), .pan("two", simultaneous: ["one"])])
    #expect(rig.play("A↓200,200@0 A→215,200@20").count == 2)
    #expect(!delegate.questions.contains { $0.hasPrefix("together") })
  }

  @Test("ARB-7, ARB-11 a newcomer against an active one is asked about again")
  func newcomer() throws {
    let (rig, _) = try rig(
      [.pan("one", maximum: 1), .pan("two", minimum: 2, simultaneous: [])], ["together one two": .yes])
    #expect(
      rig.actions(of: "A↓200,200@0 A→215,200@20 B↓400,200@40 A→230,200 B→430,200@60").last == "one:changed@60"
    )
    #expect(rig.seen.contains { $0.recognizer == "two" && $0.state == .began })
  }

  @Test("ARB-19 should_begin is asked once per attempt, with the values of now; a no is a failure")
  func shouldBegin() throws {
    let (rig, delegate) = try rig([.pan()], ["begin pan": .no])
    #expect(rig.play("A↓200,200@0 A→200,205@10 A→200,212@20 A→260,212@40 A↑@60") == ["pan:failed@20"])
    #expect(delegate.questions.filter { $0 == "begin pan" }.count == 1)
    let values = try #require(delegate.proposals.first?.values)
    guard case .displacement(let translation) = values[0] else {
      Issue.record("a pan has a translation")
      return
    }
    #expect(translation.points.isNear(0, 12))
  }

  @Test("ARB-19, ARB-29 one that waits is asked when its requirements are met")
  func shouldBeginAfterWaiting() throws {
    let (rig, delegate) = try rig([.tap(), .pan(requires: ["tap"])])
    rig.play("A↓200,200@0 A→212,200@20 A→225,200@40")
    #expect(!delegate.questions.contains("begin pan"))
    rig.play("A→246,200@60")
    #expect(delegate.questions.filter { $0 == "begin pan" }.count == 1)
  }

  @Test("ARB-21 a region that a touch hit may refuse recognisers of regions around it")
  func region() throws {
    let (rig, delegate) = try rig([.tap("R.tap")], ["region V begin R.tap": .no])
    #expect(rig.play("A↓200,200@0 A↑@80") == ["R.tap:failed@80"])
    #expect(rig.seen.last?.reason == "refusedByRegion")
    #expect(rig.play("A↓600,500@1000 A↑@1080") == ["R.tap:ended@1080"])
    #expect(
      delegate.questions.filter { $0.hasPrefix("region") } == [
        "region V begin R.tap", "region root begin R.tap",
      ])
  }

  @Test(
    "ARB-22, ARB-23 a touch is asked about once, before anybody is told of it; a no and nothing is known of it"
  )
  func shouldReceive() throws {
    let (rig, delegate) = try rig([.tap()], ["receive tap #1": .no])
    #expect(rig.play("A↓200,200@0 A→300,200@20 A↑@80") == [])
    #expect(delegate.questions == ["receiveEvent tap", "receive tap #1"])
    #expect(rig.play("A↓200,200@200 A↑@280") == ["tap:ended@280"])
    #expect(
      delegate.questions.filter { $0.hasPrefix("receive tap") } == ["receive tap #1", "receive tap #2"])
  }

  @Test("ARB-23 a recogniser that starts anew with a landing is not asked again of it")
  func restart() throws {
    let (rig, delegate) = try rig([.tap("tap2", taps: 2)])
    rig.play("A↓200,200@0 A↑@80 A↓600,200@230")
    #expect(rig.play("A↑@310 A↓600,200@400 A↑@480") == ["tap2:ended@480"])
    #expect(delegate.questions.filter { $0 == "receive tap2 #2" }.count == 1)
  }

  @Test("ARB-24 the event is asked about first, once for all its touches; a no and no touch is asked about")
  func shouldReceiveEvent() throws {
    let (rig, delegate) = try rig([.tap(touches: 2)])
    rig.play("A↓200,200 B↓300,200@0 A↑ B↑@80")
    #expect(delegate.questions.prefix(3) == ["receiveEvent tap", "receive tap #1", "receive tap #2"])
    delegate.answer("receiveEvent tap", .no)
    #expect(rig.play("A↓200,200 B↓300,200@1000 A↑ B↑@1080") == [])
    #expect(delegate.questions.filter { $0 == "receiveEvent tap" }.count == 2)
    #expect(delegate.questions.filter { $0.hasPrefix("receive ") }.count == 2)
  }

  @Test("ARB-25 refused touches do not count")
  func refusedDoNotCount() throws {
    let (rig, _) = try rig([.tap()], ["receive tap #2": .no])
    #expect(rig.play("A↓200,200 B↓300,200@0 A↑@80 B↑@100") == ["tap:ended@80"])
  }

  @Test(
    "ARB-38 either's yes installs a requirement for this attempt",
    arguments: ["pan requires tap", "tap required by pan"])
  func requirement(_ answer: String) throws {
    let (rig, delegate) = try rig([.tap(), .pan()], [answer: .yes])
    let slowly = "A↓200,200@0 A→212,200@20 A→225,200@40 A→246,200@60"
    #expect(rig.play(slowly) == ["tap:failed@60", "pan:began@60"])
    #expect(rig.last?.translation.isNear(46, 0) == true)
    rig.play("A↑@100")
    #expect(rig.play("A↓200,200@200 A→212,200@220 A↑@260") == ["pan:failed@260", "tap:ended@260"])
    delegate.answer(answer, .no)
    #expect(rig.play("A↓200,200@400 A→212,200@420") == ["tap:failed@420", "pan:began@420"])
  }

  @Test("ARB-39 requirements are asked about once per attempt and pair, when both first share a touch")
  func requirementOnce() throws {
    let (rig, delegate) = try rig([.tap(touches: 2), .pan()])
    let moves = (1...50).map { "A→\(200 + $0),200@\($0 * 10)" }.joined(separator: " ")
    rig.play("A↓200,200@0 B↓300,300@5 \(moves)")
    #expect(delegate.questions.filter { $0 == "pan requires tap" }.count == 1)
    #expect(delegate.questions.filter { $0 == "tap required by pan" }.count == 1)
    rig.play("A↑ B↑@600 A↓200,200@700")
    #expect(delegate.questions.filter { $0 == "pan requires tap" }.count == 2)
  }

  @Test("ARB-41 of requirements that close a circle the later one is dropped")
  func circle() throws {
    let (rig, _) = try rig([.tap(), .pan(requires: ["tap"])], ["tap requires pan": .yes])
    #expect(rig.play("A↓200,200@0 A↑@80") == ["pan:failed@80", "tap:ended@80"])
    let (both, _) = try self.rig(
      [.longPress("a"), .longPress("b")], ["a requires b": .yes, "b requires a": .yes])
    #expect(both.play("A↓200,200@0 ⏲600").count == 2)
  }

  @Test("ARB-47 a touch joins one of two active recognisers that exclude each other: the deeper")
  func joinsOne() throws {
    let (rig, _) = try rig(
      [.pan("V.pan"), .pan("R.pan")], on: ["V", "root"], ["receive R.pan #2": .no])
    rig.play("B↓700,500@0 B→720,500@16 A↓200,200@20 A→220,200@40")
    #expect(rig.actions.filter { $0.state == .began }.map(\.recognizer) == ["R.pan", "V.pan"])
    rig.play("C↓300,300@60")
    #expect(rig.actions.map(\.description) == ["V.pan:changed@60"])
    #expect(rig.last?.touches == 2)
  }

  @Test("EVT-6 the touches of a recogniser are those that it tracks")
  func touchesOfRecognizer() throws {
    let (rig, _) = try rig([.pan()], ["receive pan #2": .no])
    rig.play("A↓200,200@0 B↓300,300@10 C↓400,300@20")
    #expect(rig.trackedTouches(of: "pan").map(\.id) == [1, 3])
    rig.play("A↑@40")
    #expect(rig.trackedTouches(of: "pan").map(\.id) == [3])
  }
}
