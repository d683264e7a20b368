import GestureCore
import GestureTestSupport
import Testing

/// Whole gestures of fingers that move at a steady pace.
@Suite("Timelines")
struct TimelineTests {
  /// A finger that moves at a steady pace, with a frame each `step` ms.
  private static func drag(
    from start: Int, to end: Int, by velocity: (x: Double, y: Double), each step: Int
  ) -> String {
    stride(from: start, through: end, by: step).map { time in
      let seconds = Double(time) / 1000
      return "A→\(300 + velocity.x * seconds),\(300 + velocity.y * seconds)@\(time)"
    }.joined(separator: " ")
  }

  /// SEQ-7: the image has a pan and a long press, and the root has the others.
  private func photoViewer() throws -> GestureRig {
    var tree = RegionTree(screen: GestureRig.screen)
    tree.add("image", points: 100, 100, 800, 500)
    return try GestureRig(
      [
        .pan(requires: ["swipeLeft", "swipeRight"]).with { $0.region = "image" },
        .longPress(requires: ["pan"]).with { $0.region = "image" },
        .swipe("swipeLeft", ["left"]), .swipe("swipeRight", ["right"]), .tap(), .pinch(), .rotation(),
      ], regions: tree)
  }

  @Test("SEQ-6 a pan that requires a tap to fail, with its values")
  func panRequiresTap() throws {
    let rig = try GestureRig(.tap(), .pan(requires: ["tap"]))
    #expect(rig.play("A↓200,200@0 A→212,200@20 A→225,200@40") == [])
    #expect(rig.play("A→246,200@60") == ["tap:failed@60", "pan:began@60"])
    #expect(rig.last?.translation.isNear(46, 0) == true)
    #expect(rig.last?.velocity.isNear(766.7, 0) == true)
    #expect(rig.play("A→250,200@80") == ["pan:changed@80"])
    #expect(rig.last?.translation.isNear(50, 0) == true)
    #expect(rig.play("A↑@100") == ["pan:ended@100"])
    #expect(rig.last?.translation.isNear(50, 0) == true)
    #expect(
      rig.play("A↓200,200@1000 A→212,200@1020 A→225,200@1040 A↑@1060") == [
        "pan:failed@1060", "tap:ended@1060",
      ])
  }

  @Test("SEQ-7a in the photo viewer a flick is the swipe alone")
  func flick() throws {
    let rig = try photoViewer()
    #expect(rig.actions(of: "A↓300,300@0 A→330,300@30 A→390,300@90 A↑@110 ⏲2000") == ["swipeRight:ended@90"])
  }

  @Test("SEQ-7b a slow drag to the right is a pan once both swipes have failed")
  func slowDrag() throws {
    let rig = try photoViewer()
    rig.play("A↓300,300@0 " + Self.drag(from: 2, to: 600, by: (60, 0), each: 2))
    #expect(rig.seen.first { $0.recognizer == "swipeLeft" }?.description == "swipeLeft:failed@334")
    #expect(rig.seen.first { $0.recognizer == "swipeRight" }?.description == "swipeRight:failed@500")
    let began = try #require(rig.actions.first)
    #expect(began.description == "pan:began@500")
    #expect(began.translation.isNear(30, 0))
  }

  @Test("SEQ-7c a drag down fails both swipes at 20 pt, and the pan begins there")
  func dragDown() throws {
    let rig = try photoViewer()
    rig.play("A↓300,300@0 " + Self.drag(from: 2, to: 100, by: (0, 1000), each: 2))
    let began = try #require(rig.actions.first)
    #expect(began.description == "pan:began@20")
    #expect(began.translation.isNear(0, 20))
  }

  @Test("SEQ-7e a tap on the image is the tap of the root")
  func tapOnImage() throws {
    #expect(try photoViewer().actions(of: "A↓300,300@0 A↑@80 ⏲2000") == ["tap:ended@80"])
  }

  @Test("SEQ-7f, ARB-45 holding still for 2 s is a long press only at the lift")
  func holdStill() throws {
    #expect(
      try photoViewer().actions(of: "A↓300,300@0 ⏲2000 A↑@2000") == ["lp:began@2000", "lp:ended@2000"])
  }

  @Test("SEQ-8 nested long presses, with the policy and without", arguments: [true, false])
  func nestedLongPress(isAllowed: Bool) throws {
    var tree = RegionTree(screen: GestureRig.screen)
    tree.add("image", points: 100, 100, 400, 300)
    let rig = try GestureRig(
      [
        .longPress("image.lp").with { $0.region = "image" },
        .longPress("root.lp", simultaneous: isAllowed ? ["region:image"] : []),
      ], regions: tree)
    let both = ["image.lp:began@500", "root.lp:began@500", "image.lp:ended@600", "root.lp:ended@600"]
    #expect(
      rig.actions(of: "A↓200,200@0 A↑@600")
        == (isAllowed ? both : ["image.lp:began@500", "image.lp:ended@600"]))
  }

  @Test("SEQ-9 pan, pinch and rotation together, each set back after each callback")
  func allTogether() throws {
    let rig = try GestureRig(
      .pan(simultaneous: ["*"]), .pinch(simultaneous: ["*"]), .rotation(simultaneous: ["*"]))
    rig.play("A↓300,300 B↓500,300@0")
    var (scale, rotation, translation) = (1.0, 0.0, Vector.zero)
    var begins: [String] = []
    for frame in 1...10 {
      rig.play("B→500,\(300 + frame * 20)@\(frame * 10)")
      for action in rig.actions {
        if action.state == .began { begins.append("\(action.recognizer)@\(frame)") }
        switch action.recognizer {
        case "pan":
          translation = translation + action.translation
          #expect(rig.setTranslation(0, 0, of: "pan"))
        case "pinch":
          scale *= action.scale
          #expect(rig.adjust("pinch", .scale(1)))
        default:
          rotation += action.rotation
          #expect(rig.adjust("rotation", .rotation(0)))
        }
      }
    }
    #expect(begins == ["rotation@1", "pan@1", "pinch@3"])
    #expect(scale.isNear(1.3546))
    #expect(rotation.isNear(0.6857))
    #expect(translation.isNear(0, 100))
  }

  @Test("SEQ-10 a pinch of the container takes the tap of its child")
  func containerPinch() throws {
    let rig = try GestureRig([.pinch(), .tap()], regions: GestureRig.treeWithV, on: ["root", "V"])
    #expect(
      rig.play("A↓200,200@0 B↓300,200@20 A→180,200 B→320,200@40")
        == ["tap:failed@20", "pinch:began@40"])
  }

  @Test("SEQ-11 a tap on the child and a pan on the root exclude each other")
  func tapOrPan() throws {
    let rig = try GestureRig([.pan(), .tap()], regions: GestureRig.treeWithV, on: ["root", "V"])
    #expect(rig.play("A↓200,200@0 A→212,200@20 A↑@80") == ["tap:failed@20", "pan:began@20", "pan:ended@80"])
    #expect(rig.play("A↓200,200@1000 A→205,200@1020 A↑@1080") == ["pan:failed@1080", "tap:ended@1080"])
  }

  @Test(
    "SEQ-14 two users: a pan and a tap side by side; a pinch over both is prevented unless allowed",
    arguments: [false, true])
  func twoUsers(isAllowed: Bool) throws {
    var tree = RegionTree(screen: GestureRig.screen)
    tree.add("V1", points: 0, 0, 400, 400)
    tree.add("V2", points: 500, 0, 400, 400)
    let rig = try GestureRig(
      [
        .pan("V1.pan").with { $0.region = "V1" }, .tap("V2.tap").with { $0.region = "V2" },
        .pinch("R.pinch", simultaneous: isAllowed ? ["V1.pan"] : []),
      ], regions: tree)
    let actions = rig.actions(
      of: "A↓200,200@0 B↓600,200@5 A→180,200@20 A→160,200@40 B↑@80 A→140,200@100 A↑@120")
    let pan = ["V1.pan:began@20", "V1.pan:changed@40", "V1.pan:changed@100", "V1.pan:ended@120"]
    #expect(actions.filter { $0.hasPrefix("V1") } == pan)
    #expect(actions.contains("R.pinch:began@20") == isAllowed)
    // The allowed pinch is recognized with B and takes the tap.
    #expect(actions.contains("V2.tap:ended@80") == !isAllowed)
  }
}
