import GestureCore
import GestureTestSupport
import Testing

/// Rows DLV-11 to DLV-14 and QUE: touches that the system cancels.
@Suite("Interruptions")
struct InterruptionTests {
  private func rig(_ declarations: RecognizerDeclaration...) throws -> GestureRig {
    try GestureRig(declarations, regions: GestureRig.treeWithV)
  }

  @Test("DLV-11 while interaction is ignored nothing lands, and calls nest")
  func nests() throws {
    let rig = try rig(.tap())
    rig.ignore(at: 0)
    rig.ignore(at: 1)
    #expect(rig.endIgnoring(at: 5))
    #expect(rig.timeline(of: "A↓200,200@10 A↑@20") == [])
    #expect(rig.endIgnoring(at: 25))
    #expect(rig.timeline(of: "B↓200,200@30") == ["V:began{A}@30"])
  }

  @Test("DLV-12 touches in flight are cancelled at that moment")
  func inFlight() throws {
    let rig = try rig()
    rig.play("A↓200,200@0")
    rig.ignore(at: 50)
    #expect(rig.timeline == ["V:cancelled{A}@50"])
  }

  @Test("DLV-13 an end without a beginning is none, and the next beginning counts")
  func unmatched() throws {
    let rig = try rig()
    #expect(!rig.endIgnoring(at: 0))
    rig.ignore(at: 0)
    #expect(rig.timeline(of: "A↓200,200@10") == [])
    #expect(rig.endIgnoring(at: 20))
    #expect(!rig.endIgnoring(at: 20))
  }

  @Test("DLV-14 touches that landed while ignored stay ignored after the end")
  func staysIgnored() throws {
    let rig = try rig(.pan())
    rig.ignore(at: 0)
    rig.play("A↓200,200@10")
    #expect(rig.endIgnoring(at: 20))
    #expect(rig.timeline(of: "A→230,200@30 A↑@40 A↓200,200@50") == ["V:began{A}@50"])
  }

  @Test("QUE-6, QUE-7 a system cancel takes all in flight in one event, and nothing follows")
  func systemCancel() throws {
    let rig = try rig(.pan().with { $0.cancelsTouchesInView = false })
    rig.play("A↓200,200@0 A→215,200@16")
    rig.interrupt { $0.cancelTouches(at: .milliseconds(90), identifiers: &$1, into: &$2) }
    #expect(rig.timeline == ["pan:cancelled@90", "V:cancelled{A}@90"])
    #expect(rig.timeline(of: "A→230,200@100 A↑@120 ⏲2000") == [])
    #expect(rig.timeline(of: "B↓200,200@2100") == ["V:began{B}@2100"])
  }

  @Test("QUE-2 an event is delivered wholly before the next: recognizers, then regions")
  func wholly() throws {
    let rig = try rig(.tap("tap2", taps: 2).with { $0.cancelsTouchesInView = false })
    let told = rig.timeline(of: "A↓200,200@0 A↑@80 A↓200,200@80 A↑@160")
    #expect(
      told == [
        "V:began{A}@0", "V:began{B}@80", "tap2:ended@160", "V:ended{A:80}@160", "V:ended{B}@160",
      ])
  }

  @Test(
    "HIT-16, DMN-5 touches of a region that goes are cancelled for all who are told of them; a pan goes on")
  func removedRegion() throws {
    var tree = RegionTree.f0
    tree.change("V") { $0.handling = .forwards }
    let rig = try GestureRig([.pan().with { $0.cancelsTouchesInView = false }], regions: tree, on: ["root"])
    rig.play("A↓200,200@0 A→215,200@16")
    try rig.edit([.remove("V")], at: 50)
    #expect(rig.timeline == ["V:cancelled{A}@50", "root:cancelled{A}@50"])
    #expect(rig.timeline(of: "A→230,200@60 A↑@70") == ["pan:changed@60", "pan:ended@70"])
  }

  @Test("QUE-2 a region that is closed between two events hears cancelled before the next")
  func closedRegion() throws {
    let rig = try GestureRig([], regions: .f0)
    rig.play("A↓200,200@0 B↓600,500@0")
    try rig.edit([.remove("V")], at: 10)
    #expect(rig.timeline == ["V:cancelled{A}@10"])
    #expect(rig.timeline(of: "A→210,200 B→610,500@10") == ["root:moved{B}@10"])
  }
}
