import GestureCore
import GestureTestSupport
import Testing

/// Recognizers that ask for buttons of a pen, and the fingers of a touchpad. Places in points of T1.
@Suite("Buttons and touchpads") struct ButtonMaskTests {
  private func tap(_ mask: Int) -> RecognizerDeclaration {
    .make(TapRecognizer.self, "tap\(mask)", passive: true, ["button_mask": .integer(mask)])
  }

  @Test(
    "PEN-1, TAP-21 a tap is made with the buttons that its mask asks for, and a touch without buttons is the primary one",
    arguments: [
      ("", ["tap1"]), ("+1", ["tap1"]), ("+2", ["tap2"]), ("+4", ["tap4"]), ("+6", ["tap2", "tap4", "tap6"]),
    ])
  func tap(buttons: String, expected: [String]) throws {
    let rig = try GestureRig([tap(1), tap(2), tap(4), tap(6)])
    rig.play("A↓100,100\(buttons)@0 A↑@80")
    #expect(rig.actions.map(\.recognizer).sorted() == expected)
  }

  @Test("PEN-1 a button that is pressed after the landing neither makes nor breaks a tap")
  func latePress() throws {
    let rig = try GestureRig([tap(1), tap(2)])
    var frames = TouchScript()
    var steps = frames.read("A↓100,100+1@0 A→100,100@20 A↑@80")
    if case .frame(var frame) = steps[1] {
      frame.changes[0].attributes.buttons = .secondary
      steps[1] = .frame(frame)
    }
    rig.play(steps)
    #expect(rig.actions.map(\.recognizer) == ["tap1"])
  }

  @Test("PEN-1 a pan and a long press ask for buttons too")
  func others() throws {
    let rig = try GestureRig([
      .make(PanRecognizer.self, "drag", passive: true),
      .make(LongPressRecognizer.self, "hold", passive: true),
      .make(PanRecognizer.self, "drag2", passive: true, ["button_mask": .integer(2)]),
      .make(LongPressRecognizer.self, "hold2", passive: true, ["button_mask": .integer(2)]),
    ])
    func seen(_ script: String) -> Set<String> {
      rig.play(script)
      return Set(rig.actions.map(\.recognizer))
    }
    #expect(seen("A↓100,100@0 A→150,100@20 A↑@80 B↓100,100@2000 B↑@3000") == ["drag", "hold"])
    #expect(seen("A↓100,100+2@5000 A→150,100@5020 A↑@5080 B↓100,100+2@7000 B↑@8000") == ["drag2", "hold2"])
  }

  @Test("PEN-2, ARB-27 a pan for pens ignores an eraser, and one for erasers takes it")
  func eraser() throws {
    let pan = RecognizerDeclaration.make(PanRecognizer.self, "draw").with { $0.allowedTouchTypes = [.pencil] }
    var erase = pan.with { $0.allowedTouchTypes = [.eraser] }
    erase.name = "erase"
    let rig = try GestureRig([pan, erase])
    #expect(rig.play("A↓100,100@0 A→150,100@20 A↑@80", by: .eraser) == ["erase:began@20", "erase:ended@80"])
    #expect(
      rig.play("A↓100,100@1000 A→150,100@1020 A↑@1080", by: .pencil) == [
        "draw:began@1020", "draw:ended@1080",
      ])
  }

  // MARK: Touchpads

  private let scroll = RecognizerDeclaration.make(
    PanRecognizer.self, "scroll", ["allowed_scroll_types": .words(["continuous"])])

  @Test(
    "PAN-23 two fingers that scroll on a touchpad give a translation without touches; one finger does not scroll"
  )
  func scrolling() throws {
    let rig = try GestureRig([scroll])
    let story = "A↓100,100 B↓200,100@0 A→100,88 B→200,88@20 A→100,80 B→200,80@40 A↑ B↑@60"
    #expect(rig.play(story, by: .indirect) == ["scroll:began@20", "scroll:changed@40", "scroll:ended@60"])
    #expect(rig.actions.map(\.translation) == [Vector(0, -12), Vector(0, -20), Vector(0, -20)])
    #expect(rig.actions.allSatisfy { $0.touches == 0 })
    #expect(rig.play("C↓100,100@1000 C→100,50@1020 C↑@1040", by: .indirect) == ["scroll:failed@1040"])
    // On a screen it is a pan of one finger.
    #expect(rig.play("C↓100,100@2000 C→100,50@2020 C↑@2040") == ["scroll:began@2020", "scroll:ended@2040"])
    #expect(rig.actions.allSatisfy { $0.touches == 1 })
  }

  @Test(
    "PAN-23 a pan of three fingers scrolls with two, and one without scroll types takes a touchpad's touches")
  func numbers() throws {
    var three = scroll
    three.numbersOfTouches = [3]
    let story = "A↓100,100 B↓200,100@0 A→100,50 B→200,50@20 A↑ B↑@60"
    #expect(try GestureRig([three]).play(story, by: .indirect) == ["scroll:began@20", "scroll:ended@60"])
    #expect(try GestureRig([three]).play(story) == ["scroll:failed@60"])
    let rig = try GestureRig([.make(PanRecognizer.self, "two", touches: [2])])
    #expect(rig.play(story, by: .indirect) == ["two:began@20", "two:ended@60"])
    #expect(rig.actions.allSatisfy { $0.touches == 2 })
  }

  @Test(
    "XFM-7 two fingers that pinch and turn on a touchpad feed pinch, rotation and transform without touches")
  func pinching() throws {
    let rig = try GestureRig([
      .make(PinchRecognizer.self, "pinch", touches: [2], passive: true),
      .make(RotationRecognizer.self, "turn", touches: [2], passive: true),
      .make(TransformRecognizer.self, "both", touches: [2], passive: true),
    ])
    _ = rig.play(
      "A↓200,200 B↓400,200@0 A→180,200 B→420,200@20 A→156,200 B→444,200@40 A→156,150 B→444,250@60 A↑ B↑@80",
      by: .indirect)
    #expect(Set(rig.actions.map(\.recognizer)) == ["pinch", "turn", "both"])
    #expect(rig.actions.allSatisfy { $0.touches == 0 })
    let scale = try #require(rig.actions.first { $0.recognizer == "pinch" && $0.state == .changed }?.scale)
    #expect(abs(scale - 1.2) < 0.001)
  }
}
