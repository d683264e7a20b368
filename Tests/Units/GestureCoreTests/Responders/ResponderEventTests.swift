import GestureCore
import GestureTestSupport
import Testing

/// First responders as a screen's pipeline keeps and reports them.
@Suite("Responder events")
struct ResponderEventTests {
  /// F0 with a text field at 600,100 and a second window on the lower half of the screen.
  private func rig(_ declarations: RecognizerDeclaration...) throws -> GestureRig {
    var tree = RegionTree.f0
    tree.change("V") { $0.canBecomeFirstResponder = true }
    tree.add("field", points: 600, 100, 100, 40, kind: .textField)
    tree.addWindow("W2", points: 0, 500, 1024, 140)
    tree.add("lower", to: "W2", points: 0, 0, 1024, 140)
    return try GestureRig(declarations, regions: tree)
  }

  private func focus(_ region: String?, _ rig: GestureRig, at time: Int64) -> FirstResponders.Outcome {
    var outcome = FirstResponders.Outcome.refused
    rig.interrupt { pipeline, identifiers, buffer in
      outcome = pipeline.focus(
        region.map { pipeline.regions.existing($0) }, at: .milliseconds(time), identifiers: &identifiers,
        into: &buffer)
    }
    return outcome
  }

  @Test("RSP-12 a tap in a region that takes text makes it first responder, and that is told")
  func tapped() throws {
    let rig = try rig()
    rig.listen([:])
    #expect(rig.timeline(of: "A↓620,120@0 A↑@80") == ["responder:window:field@80"])
    #expect(rig.timeline(of: "A↓620,120@200 A↑@280 A↓200,200@500 A↑@550") == [])
  }

  @Test("RSP-12 a finger that stays, strays or is taken away is no tap")
  func notTapped() throws {
    let rig = try rig()
    rig.listen([:])
    #expect(rig.timeline(of: "A↓620,120@0 A↑@800") == [])
    #expect(rig.timeline(of: "A↓620,120@1000 A→690,120@1010 A→620,120@1020 A↑@1030") == [])
    #expect(rig.timeline(of: "A↓620,120@2000 A✕@2030") == [])
  }

  @Test("RSP-13 the first responder's region is removed: there is none, and that is told")
  func removed() throws {
    let rig = try rig()
    #expect(focus("V", rig, at: 0) == .changed)
    #expect(rig.timeline == ["responder:window:V@0"])
    try rig.edit([.remove("V")], at: 10)
    #expect(rig.timeline == ["responder:window:none@10"])
  }

  @Test("RSP-6, RSP-13 a first responder that is moved to another window is it in neither")
  func movedAway() throws {
    let rig = try rig()
    #expect(focus("V", rig, at: 0) == .changed)
    try rig.edit([.move("V", to: "lower")], at: 10)
    #expect(rig.timeline == ["responder:window:none@10"])
    #expect(rig.pipeline.responders.firstResponder(of: rig.regions.existing("W2")) == nil)
  }

  @Test("RSP-6, RSP-16 focus is refused to what can not have it, told once, and given up again")
  func focused() throws {
    let rig = try rig()
    #expect(focus("root", rig, at: 0) == .refused)
    #expect(focus(nil, rig, at: 0) == .unchanged)
    #expect(focus("V", rig, at: 1) == .changed)
    #expect(focus("V", rig, at: 2) == .unchanged)
    #expect(rig.timeline == [])
    #expect(focus(nil, rig, at: 3) == .changed)
    #expect(rig.timeline == ["responder:window:none@3"])
    rig.interrupt { pipeline, identifiers, buffer in
      let outcome = pipeline.focus(99, at: .milliseconds(4), identifiers: &identifiers, into: &buffer)
      #expect(outcome == .refused)
    }
  }

  @Test("RSP-17 another window is made key, and what is none is refused")
  func keyWindow() throws {
    let rig = try rig()
    rig.interrupt { pipeline, identifiers, buffer in
      let refused = [99, -1, pipeline.regions.existing("V")].map {
        pipeline.makeKey($0, at: .milliseconds(0), identifiers: &identifiers, into: &buffer)
      }
      #expect(refused == [.refused, .refused, .refused])
      let window = pipeline.regions.existing("W2")
      #expect(
        pipeline.makeKey(window, at: .milliseconds(1), identifiers: &identifiers, into: &buffer) == .changed)
    }
    #expect(rig.timeline == ["responder:W2:none@1"])
    try rig.edit([.remove("W2")], at: 2)
    #expect(rig.timeline == ["responder:window:none@2"])
  }
}
