import GestureCore
import GestureTestSupport
import Testing

@Suite("Touches")
struct TouchTrackerTests {
  private func rig() throws -> GestureRig { try GestureRig([]) }

  private func touches(_ script: String) throws -> [TouchesObservation] {
    let rig = try rig()
    rig.play(script)
    return rig.touches
  }

  private func tapCounts(_ script: String) throws -> [Int] {
    try touches(script).flatMap { $0.touches.map(\.tapCount) }
  }

  @Test("TCH-1, TCH-2 a contact is one touch from began over moved to ended, and the next has another id")
  func life() throws {
    let seen = try touches("A↓200,200@0 A→210,200@10 A↑@80 A↓10,10@1000")
    #expect(
      seen.map(\.description) == [
        "root:began{1}@0", "root:moved{1}@10", "root:ended{1}@80", "root:began{2}@1000",
      ])
    #expect(seen[1].touches[0].location.isNear(210, 200))
  }

  @Test("TCH-4 on ended the location is the last one, and the previous one that of the event before")
  func endedLocation() throws {
    let tree = RegionTree(screen: GestureRig.screen)
    var tracker = TouchTracker(maximumTouches: 2)
    var identifiers = IdentifierSource()
    func frame(_ kind: ContactChange.Kind, _ x: Double, at time: Int64) -> TouchFrame {
      TouchFrame(
        time: .milliseconds(time), changes: [ContactChange(slot: 0, kind: kind, position: Point(x, 5))])
    }
    func step(_ frame: TouchFrame) -> Touch {
      tracker.begin(frame, at: frame.time, regions: tree, identifiers: &identifiers)
      defer { tracker.finish() }
      return tracker.touches[0]
    }
    #expect(step(frame(.began, 20, at: 0)).previousLocation == Point(20, 5))
    #expect(step(frame(.moved, 20.4, at: 8)).previousLocation == Point(20, 5))
    let moved = step(frame(.moved, 21, at: 16))
    #expect(moved.previousLocation == Point(20.4, 5))
    #expect(moved.time == .milliseconds(16))
    let ended = step(frame(.ended, 21, at: 80))
    #expect(ended.location == Point(21, 5))
    #expect(ended.previousLocation == Point(21, 5))
    #expect(tracker.order.isEmpty)
  }

  @Test(
    "TCH-5, TCH-6 a finger that did not change is stationary: its place is its previous place, its stamp is older"
  )
  func stationary() {
    let tree = RegionTree(screen: GestureRig.screen)
    var tracker = TouchTracker(maximumTouches: 2)
    var identifiers = IdentifierSource()
    let landing = TouchFrame(
      time: .milliseconds(0),
      changes: [
        ContactChange(slot: 0, kind: .began, position: Point(1, 1)),
        ContactChange(slot: 1, kind: .began, position: Point(9, 9)),
      ])
    let move = TouchFrame(
      time: .milliseconds(15), changes: [ContactChange(slot: 1, kind: .moved, position: Point(9, 8))])
    for frame in [landing, move] {
      tracker.begin(frame, at: frame.time, regions: tree, identifiers: &identifiers)
      if frame == landing { tracker.finish() }
    }
    #expect(tracker.touches[0].phase == .stationary)
    #expect(tracker.touches[0].time == .milliseconds(0))
    #expect(tracker.touches[0].previousLocation == tracker.touches[0].location)
    #expect(tracker.touches[1].phase == .moved)
    #expect(tracker.touches[1].time == .milliseconds(15))
  }

  @Test("TCH-9 fingers that change in one frame arrive in one event: began, moved, ended, cancelled")
  func order() throws {
    let rig = try rig()
    rig.play("A↓100,100@0 B↓200,100@1 C↓300,100@2")
    rig.play("A→110,100 B↑ C✕ D↓400,100@20")
    #expect(
      rig.touches.map(\.description) == [
        "root:began{4}@20", "root:moved{1}@20", "root:ended{2}@20", "root:cancelled{3}@20",
      ])
  }

  @Test("TCH-9 with several receivers the deepest region comes first, each with all its phases")
  func regions() throws {
    let rig = try GestureRig([], regions: GestureRig.treeWithV)
    rig.play("A↓600,500@0 B↓200,200@1")
    rig.play("A→610,500 B→210,200@20")
    #expect(rig.touches.map(\.description) == ["V:moved{2}@20", "root:moved{1}@20"])
  }

  @Test("TCH-9 inside a phase the touches are in began order, and fingers of one frame in slot order")
  func beganOrder() throws {
    let rig = try rig()
    rig.play("A↓100,100@0 B↓200,100@1 A↑@2 C↓300,100 D↓400,100@3")
    rig.play("B→210,100 C→310,100 D→410,100@20")
    #expect(rig.touches.map(\.description) == ["root:moved{2,3,4}@20"])
  }

  @Test("TCH-12 the tap count is 1 at the first began and stays")
  func firstTap() throws {
    #expect(try tapCounts("A↓200,200@0 A↑@80") == [1, 1])
  }

  @Test("TCH-13 it is one more after a touch that ended at most 350 ms before within 45 pt")
  func secondTap() throws {
    #expect(try tapCounts("A↓200,200@0 A↑@80 A↓230,220@300 A↑@380") == [1, 1, 2, 2])
  }

  @Test("TCH-14 too late starts at 1, exactly 350 ms counts on", arguments: [(430, 2), (431, 1)])
  func late(time: Int, count: Int) throws {
    #expect(try tapCounts("A↓200,200@0 A↑@80 A↓200,200@\(time)").last == count)
  }

  @Test("TCH-15 too far starts at 1, and near is a box", arguments: [("246,200", 1), ("245,245", 2)])
  func far(place: String, count: Int) throws {
    #expect(try tapCounts("A↓200,200@0 A↑@80 A↓\(place)@200").last == count)
  }

  @Test("TCH-16 counting is not capped")
  func uncapped() throws {
    let taps = (0..<5).map { "A↓200,200@\($0 * 200) A↑@\($0 * 200 + 80)" }.joined(separator: " ")
    #expect(try tapCounts(taps) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
  }

  @Test("TCH-17 a touch that leaves its box counts 0 from then on, and the next starts at 1")
  func strayed() throws {
    let counts = try tapCounts("A↓200,200@0 A→246,200@40 A→200,200@60 A↑@80 A↓200,200@200")
    #expect(counts == [1, 0, 0, 0, 1])
  }

  @Test("TCH-18 fingers that are down together have counts of their own")
  func concurrent() throws {
    let counts = try tapCounts("A↓200,200@0 B↓300,200@10 A↑ B↑@80 A↓200,200@200 B↓300,200@210")
    #expect(counts == [1, 1, 1, 1, 2, 2])
  }

  @Test("TCH-13 each earlier touch is used once, the nearest first")
  func usedOnce() throws {
    let counts = try tapCounts("A↓200,200@0 B↓230,200@0 A↑ B↑@80 A↓201,200@200 B↓202,200@210 C↓203,200@220")
    #expect(counts.suffix(3) == [2, 2, 1])
  }

  @Test("TCH-19 the tap count needs no recogniser, and none changes it")
  func independent() throws {
    let script = "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310"
    let rig = try GestureRig(.tap("tap2", taps: 2).with { $0.delaysTouchesEnded = false }, .pan())
    rig.play(script)
    #expect(rig.touches.flatMap { $0.touches.map(\.tapCount) } == [1, 1, 2, 2])
    #expect(try tapCounts(script) == [1, 1, 2, 2])
  }

  @Test("EVT-1, EVT-14 an event has the stamp of its frame, and time does not run backwards")
  func stamps() throws {
    let rig = try GestureRig(.longPress())
    rig.play("A↓200,200@0 ⏲500 A→201,200@499")
    #expect(rig.touches.map(\.time) == [0, 500])
    #expect(rig.seen.map(\.time) == [500, 500])
  }

  @Test("EVT-2 a sequence lasts from the first finger down to the last up")
  func sequence() throws {
    let seen = try touches("A↓1,1@0 B↓50,50@10 A↑@20 B↑@30 A↓1,1@1000")
    #expect(seen.map(\.sequence) == [1, 1, 1, 1, 2])
  }

  @Test("changes for slots that the device does not have, or that contradict the state, are passed over")
  func contradictions() throws {
    let rig = try GestureRig(.tap(), .pan())
    let position = Point(10, 10)
    let hostile: [ContactChange] = [
      ContactChange(slot: -1, kind: .began, position: position),
      ContactChange(slot: 10, kind: .began, position: position),
      ContactChange(slot: 3, kind: .moved, position: position),
      ContactChange(slot: 3, kind: .ended, position: position),
      ContactChange(slot: 3, kind: .cancelled, position: position),
    ]
    rig.play([.frame(TouchFrame(time: .milliseconds(1), changes: hostile))])
    #expect(rig.touches.isEmpty)
    #expect(rig.seen.isEmpty)
  }
}
