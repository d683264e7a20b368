import GestureCore
import GestureTestSupport
import Testing

@Suite("State machine")
struct StateMachineTests {
  static let states: [GestureState] = [.possible, .began, .changed, .ended, .cancelled, .failed]

  @Test("FSM-1 only the transitions of the table happen", arguments: [true, false])
  func table(discrete: Bool) {
    var allowed: Set<[GestureState]> = [
      [.possible, .failed], [.began, .changed], [.began, .ended], [.began, .cancelled],
      [.changed, .changed], [.changed, .ended], [.changed, .cancelled],
    ]
    allowed.insert([.possible, discrete ? .ended : .began])
    for from in Self.states {
      for to in Self.states {
        #expect(from.allows(to, discrete: discrete) == allowed.contains([from, to]), "\(from) to \(to)")
      }
    }
  }

  static let rows: [Scenario] = [
    Scenario(
      name: "FSM-3 a discrete gesture acts once", .tap(), script: "A↓200,200@0 A↑@80", seen: ["tap:ended@80"]),
    Scenario(
      name: "FSM-4 a continuous one acts in began, in changed for each event, in ended", .pan(),
      script: "A↓200,200@0 A→210,200@16 A→220,200@32 A↑@48",
      seen: ["pan:began@16", "pan:changed@32", "pan:ended@48"]),
    Scenario(
      name: "FSM-5 changed repeats though the values are equal", .pan(),
      script: "A↓300,200 B↓400,200@0 A→320,200 B→420,200@16 A→310,200 B→430,200@32 A→300,200 B→440,200@48",
      seen: ["pan:began@16", "pan:changed@32", "pan:changed@48"]),
    Scenario(
      name: "FSM-6 a finger added to an active gesture is one changed", .pan(),
      script: "A↓200,200@0 A→220,200@16 B↓400,200@100", seen: ["pan:began@16", "pan:changed@100"]),
    Scenario(
      name: "FSM-7 two fingers that move in one frame are one changed", .pan(),
      script: "A↓200,200 B↓400,200@0 A→220,200 B→420,200@16 A→230,200 B→430,200@32",
      seen: ["pan:began@16", "pan:changed@32"]),
    Scenario(
      name: "FSM-8 after a terminal state new touches are not offered until all are up", .swipe(),
      script:
        "A↓100,300@0 A→190,300@60 B↓100,500@100 B→300,500@150 A↑ B↑@200 A↓100,300@300 A→190,300@360",
      seen: ["swipe:ended@60", "swipe:ended@360"]),
    Scenario(
      name: "FSM-8 a finger that a recogniser ignores does not keep it from its reset", .pan(maximum: 1),
      script: "A↓200,200@0 A→220,200@16 B↓400,200@32 A↑@48 C↓200,200@64 C→220,200@80",
      seen: ["pan:began@16", "pan:ended@48", "pan:began@80"]),
    Scenario(
      name: "FSM-10 a failed recogniser gets no further touch of the sequence", .tap(),
      script: "A↓200,200@0 A→250,200@20 A→200,200@40 B↓300,300@50 B↑@80 A↑@90", seen: ["tap:failed@20"]),
    Scenario(
      name: "FSM-10 a finger of somebody else that rests does not keep it dead", .tap(),
      script: "A↓200,200@0 A→250,200@20 B↓300,300@30 A↑@60 C↓300,200@70 C↑@120",
      seen: ["tap:failed@20", "tap:ended@120"]),
    Scenario(
      name: "FSM-15 a cancelled touch cancels an active one and fails a possible one",
      .pan(simultaneous: ["tap"]), .tap(), script: "A↓200,200@0 A→215,200@20 A✕@50",
      seen: ["pan:began@20", "tap:failed@50", "pan:cancelled@50"]),
    Scenario(
      name: "FSM-16 one cancelled touch of several is enough", .pan(),
      script: "A↓200,200 B↓400,200@0 A→220,200 B→420,200@16 B✕@32",
      seen: ["pan:began@16", "pan:cancelled@32"]),
    Scenario(
      name: "FSM-18 in one region the recogniser added last acts first", .pan("one", simultaneous: ["two"]),
      .pan("two"), script: "A↓200,200@0 A→220,200@16 A→230,200@32",
      seen: ["two:began@16", "one:began@16", "two:changed@32", "one:changed@32"]),
  ]

  @Test("each scenario plays as its name says", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("FSM-1 a transition that is not allowed is refused and told, and the state stays")
  func refused() throws {
    let rig = try GestureRig([.make(ForgetfulRecognizer.self)], catalog: [ForgetfulRecognizer.self])
    #expect(rig.play("A↓200,200@0 A→210,200@10") == ["forgetful:possible@10"])
    #expect(rig.seen.last?.reason == "illegalTransition")
  }

  @Test("FSM-11 a possible recogniser with no touches left and nothing to wait for is failed by the runtime")
  func forgetful() throws {
    let rig = try GestureRig([.make(ForgetfulRecognizer.self)], catalog: [ForgetfulRecognizer.self])
    #expect(rig.play("A↓200,200@0 B↓300,200@5 A↑@10") == [])
    #expect(rig.play("B↑@20") == ["forgetful:failed@20"])
    #expect(rig.seen.last?.reason == "noTouchesLeft")
    #expect(rig.play("A↓200,200@100 A↑@110") == ["forgetful:failed@110"])
  }

  @Test("FSM-2 there is no action on failed, nor on the way back to possible")
  func noActionOnFailure() throws {
    let rig = try GestureRig(.tap())
    #expect(rig.actions(of: "A↓200,200@0 A→250,200@20 A↑@80 ⏲3000") == [])
  }

  @Test("FSM-9 a reset clears the translation")
  func reset() throws {
    let rig = try GestureRig(.pan())
    rig.play("A↓200,200@0 A→250,200@20 A↑@40")
    rig.play("A↓200,200@100 A→210,200@120")
    #expect(rig.last?.translation.isNear(10, 0) == true)
    #expect(rig.last?.velocity.isNear(500, 0) == true)
  }

  @Test("FSM-17 no action is told before every recogniser has settled its state")
  func settledFirst() throws {
    let rig = try GestureRig(.tap(), .pan())
    rig.play("A↓200,200@0 A→215,200@20")
    let kinds = rig.buffer.events.map { event in
      switch event {
      case .transition: "transition"
      case .gesture: "gesture"
      case .touches: "touches"
      case .responder: "responder"
      case .deferred: "deferred"
      case .settled: "settled"
      case .offered, .reset, .asked, .expired: "for a client"
      }
    }
    #expect(kinds == ["transition", "transition", "touches", "gesture"])
  }

  @Test("a gesture keeps its id from began to its end, and the next has another")
  func gestureID() throws {
    let rig = try GestureRig(.pan())
    rig.play("A↓200,200@0 A→220,200@16 A→230,200@32 A↑@48 A↓200,200@100 A→220,200@116")
    #expect(rig.actions.map(\.gestureID) == [1, 1, 1, 2])
    #expect(rig.actions.map(\.sequence) == [1, 1, 1, 2])
  }
}
