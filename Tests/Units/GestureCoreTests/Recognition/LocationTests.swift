import GestureCore
import GestureTestSupport
import Testing

@Suite("Location and touch count")
struct LocationTests {
  @Test("LOC-1 the location is the mean of the touches, on the screen and in the recogniser's region")
  func mean() throws {
    let rig = try GestureRig([.pan(minimum: 2)], regions: GestureRig.treeWithV, on: ["V"])
    rig.play("A↓190,200 B↓390,300@0 A→200,200 B→400,300@16")
    #expect(rig.last?.location.isNear(300, 250) == true)
    #expect(rig.last?.regionLocation.isNear(200, 150) == true)
  }

  @Test("LOC-2 touches are counted by began order")
  func beganOrder() throws {
    let rig = try GestureRig(.pan(minimum: 2))
    rig.listFingers()
    rig.play("A↓200,200@0 B↓400,300@5 B→410,300@10 A→210,200@15")
    #expect(rig.fingers == ["1 at 210,200; 2 at 410,300"])
  }

  @Test("LOC-3 fingers that lift in one frame count in ended; after one lifts the rest counts")
  func count() throws {
    let rig = try GestureRig(.pan())
    rig.play("A↓200,200 B↓400,200@0 A→220,200 B→420,200@16 A↑ B↑@32")
    #expect(rig.last?.touches == 2)
    rig.play("A↓200,200 B↓400,200@100 A→220,200 B→420,200@116 A↑@132")
    #expect(rig.last?.touches == 1)
    rig.play("B↑@148")
    #expect(rig.last?.touches == 1)
  }

  @Test("LOC-3, LOC-4 a cancelled gesture counts the fingers that are still down, and is where they are")
  func cancelled() throws {
    let rig = try GestureRig(.pan())
    rig.play("A↓200,200 B↓400,200@0 A→220,200 B→420,200@16 A✕@32")
    #expect(rig.last?.state == .cancelled)
    #expect(rig.last?.touches == 1)
    #expect(rig.last?.location.isNear(420, 200) == true)
    #expect(rig.last?.translation == Vector(20, 0))
    rig.play("B↑@40 A↓200,200 B↓400,200@100 A→220,200 B→420,200@116 A✕ B✕@132")
    #expect(rig.last?.state == .cancelled)
    #expect(rig.last?.touches == 2)
  }

  @Test("LOC-3 a gesture that is cancelled since its recogniser goes counts the fingers that are down")
  func removed() throws {
    let rig = try GestureRig(.pan())
    rig.play("A↓200,200 B↓400,200@0 A→220,200 B→420,200@16 A↑@32")
    rig.edit(at: 40) { $0.removeAll(ownedBy: RegionTree.configuration) }
    #expect(rig.last?.state == .cancelled)
    #expect(rig.last?.touches == 1)
  }

  @Test("LOC-5 a tap is where the first tap landed")
  func tap() throws {
    let rig = try GestureRig(.tap("tap2", taps: 2))
    rig.play("A↓200,200@0 A↑@80 A↓220,220@200 A↑@280")
    #expect(rig.last?.location.isNear(200, 200) == true)
  }

  @Test("LOC-7 with no touch left the location is the last centre")
  func lastCentre() throws {
    let rig = try GestureRig(.pan())
    rig.play("A↓200,200@0 A→260,200@16 A↑@32")
    #expect(rig.last?.state == .ended)
    #expect(rig.last?.location.isNear(260, 200) == true)
  }
}
