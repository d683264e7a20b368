import GestureCore
import GestureTestSupport
import Testing

/// Touches on a screen whose regions belong to several clients.
@Suite("Owners of regions")
struct OwnersTests {
  /// P of client 1 on the left and Q of client 2 on the right, 200 × 200 pt each at 100,100 and 400,100.
  private func rig(
    _ declarations: RecognizerDeclaration..., filters: FilterSettings = FilterSettings(),
    settings: TouchSettings = TouchSettings(), p: (inout Region) -> Void = { _ in }
  ) throws -> GestureRig {
    let rig = try GestureRig(
      declarations, regions: RegionTree(screen: GestureRig.screen), settings: settings, filters: filters)
    var left = Region("P", frame: .points(100, 100, 200, 200))
    p(&left)
    try rig.edit([.add(left, to: "root")], owner: 1, at: 0)
    try rig.edit([.add(Region("Q", frame: .points(400, 100, 200, 200)), to: "root")], owner: 2, at: 0)
    return rig
  }

  @Test("MULTI-13 what a client ignores without a right is landings in its own regions, and nobody sees them")
  func ignoresOwn() throws {
    let rig = try rig(.tap().with { $0.cancelsTouchesInView = false })
    rig.ignore(by: 1, everywhere: false, at: 10)
    #expect(
      rig.timeline(of: "A↓150,150 B↓450,150 C↓700,500@20") == [
        "tap:failed@20", "Q:began{A}@20", "root:began{B}@20",
      ])
    #expect(rig.timeline(of: "A↑ B↑ C↑@30") == ["Q:ended{A}@30", "root:ended{B}@30"])
    #expect(rig.endIgnoring(by: 1, at: 40))
    #expect(rig.timeline(of: "A↓150,150@2000").contains("P:began{C}@2000"))
  }

  @Test("MULTI-13 touches that are down there are cancelled at that moment, those of others go on")
  func cancelsOwn() throws {
    let rig = try rig()
    rig.play("A↓150,150 B↓450,150@0")
    rig.ignore(by: 1, everywhere: false, at: 10)
    #expect(rig.timeline == ["P:cancelled{A}@10"])
    #expect(rig.timeline(of: "A→160,150 B→460,150@20 A↑ B↑@30") == ["Q:moved{B}@20", "Q:ended{B}@30"])
  }

  @Test("MULTI-13 it counts for each client by itself, and dies with it")
  func counts() throws {
    let rig = try rig()
    rig.ignore(by: 1, at: 0)
    rig.ignore(by: 2, at: 0)
    rig.ignore(by: 2, at: 0)
    #expect(rig.endIgnoring(by: 1, at: 5))
    #expect(!rig.endIgnoring(by: 1, at: 5))
    #expect(rig.timeline(of: "A↓150,150@10 A↑@20") == [])
    rig.interrupt { pipeline, identifiers, buffer in
      var ignored = pipeline.ignored
      ignored.forget(2)
      pipeline.setIgnored(ignored, at: .milliseconds(30), identifiers: &identifiers, into: &buffer)
    }
    #expect(rig.timeline(of: "A↓150,150@40") == ["P:began{A}@40"])
  }

  @Test("MULTI-14 `exclusive` counts among the regions of one owner")
  func exclusive() throws {
    let rig = try rig(p: { $0.isExclusive = true })
    try rig.edit([.add(Region("P2", frame: .points(100, 400, 200, 100)), to: "root")], owner: 1, at: 0)
    #expect(
      rig.timeline(of: "A↓150,150@0 B↓450,150@10 C↓700,500@20 D↓150,450@30") == [
        "P:began{A}@0", "Q:began{B}@10", "root:began{C}@20",
      ])
  }

  @Test("DMN-5 a client dies: its regions are gone, their touches are cancelled, those of others go on")
  func ownerDies() throws {
    let rig = try rig(p: { $0.handling = .forwards })
    rig.play("A↓150,150 B↓450,150@0")
    rig.removeRegions(ownedBy: 1, at: 10)
    #expect(rig.timeline == ["P:cancelled{A}@10", "root:cancelled{A}@10"])
    #expect(rig.timeline(of: "A↑ B↑@20") == ["Q:ended{B}@20"])
    #expect(rig.timeline(of: "A↓150,150@30") == ["root:began{C}@30"])
  }

  @Test("DMN-5 who only watches hears the end of such touches, too")
  func ownerDiesWatched() throws {
    let rig = try rig()
    rig.listen([:], isObserved: true)
    rig.play("A↓150,150@0")
    rig.removeRegions(ownedBy: 1, at: 10)
    #expect(rig.timeline == ["P?cancelled{A}@10"])
  }

  @Test("DLV-12, DLV-14 a landing that a filter holds back when it is ignored is none, nor one meanwhile")
  func heldLandings() throws {
    var filters = FilterSettings()
    filters.skippedSamples = 3
    let rig = try rig(filters: filters)
    rig.play("A↓150,150@0")
    rig.ignore(at: 10)
    rig.play("A→151,150@20 B↓450,150@30")
    #expect(rig.endIgnoring(at: 35))
    #expect(rig.timeline(of: "A→152,150@40 B→451,150@50 B→452,150@60 B→453,150@70 ⏲500 A↑ B↑@510") == [])
    #expect(rig.timeline(of: "A↓150,150@1000 ⏲1500") == ["P:began{A}@1060"])
  }

  @Test("QUE-6, QUE-7 a landing that a filter holds back goes with the touches that are taken away")
  func cancelledLandings() throws {
    var filters = FilterSettings()
    filters.skippedSamples = 3
    let rig = try rig(filters: filters)
    rig.play("A↓150,150@0")
    rig.interrupt { $0.cancelTouches(at: .milliseconds(10), identifiers: &$1, into: &$2) }
    #expect(rig.timeline(of: "⏲500 A→160,150@510 A↑@520 ⏲1000") == [])
    #expect(!rig.hasTouches)
  }

  @Test("QUE-4, QUE-6 a lift that is held back is none: its touch is cancelled, and the next landing is new")
  func cancelledLifts() throws {
    var settings = TouchSettings()
    settings.debounce = .milliseconds(100)
    let rig = try rig(settings: settings)
    rig.play("A↓150,150 B↓450,150@0 A↑@10")
    rig.ignore(by: 1, everywhere: false, at: 20)
    #expect(rig.timeline == ["P:cancelled{A}@20"])
    #expect(rig.endIgnoring(by: 1, at: 25))
    #expect(rig.timeline(of: "A↓150,150@30 B↑@40") == ["P:began{C}@30"])
    rig.interrupt { $0.cancelTouches(at: .milliseconds(50), identifiers: &$1, into: &$2) }
    #expect(Set(rig.timeline) == ["P:cancelled{C}@50", "Q:cancelled{B}@50"])
    #expect(rig.timeline(of: "⏲500 A↑@510 ⏲1000") == [])
    #expect(!rig.hasTouches)
    #expect(rig.timeline(of: "A↓150,150@2000") == ["P:began{D}@2000"])
  }
}
