import GestureCore
import GestureTestSupport
import Testing

/// Pens that are near. Places in points of T1; P is a pen, A a finger.
@Suite("Hover") struct HoverRecognizerTests {
  private let hover = RecognizerDeclaration.make(HoverRecognizer.self, "hover", touches: [1])

  @Test("HOV-1 a pen begins a hover where it comes into range, changes it where it goes, and ends it")
  func life() throws {
    let rig = try GestureRig(hover)
    let seen = rig.play("P~200,200@0 P~210,200@10 P~@20")
    #expect(seen == ["hover:began@0", "hover:changed@10", "hover:ended@20"])
    #expect(rig.actions.map(\.location) == [Point(200, 200), Point(210, 200), Point(210, 200)])
    #expect(Set(rig.actions.map(\.gestureID)).count == 1)
    #expect(rig.actions.allSatisfy { $0.touches == 0 })
    #expect(rig.play("P~200,200@30 P~@40") == ["hover:began@30", "hover:ended@40"])
  }

  @Test("HOV-2 the region is looked for with each sample: V loses a pen that R still has")
  func regions() throws {
    var inner = hover
    inner.name = "V"
    var outer = hover
    outer.name = "R"
    let rig = try GestureRig([outer, inner], regions: .f0, on: ["root", "V"])
    #expect(Set(rig.play("P~200,200@0")) == ["R:began@0", "V:began@0"])
    #expect(Set(rig.play("P~600,500@10")) == ["R:changed@10", "V:ended@10"])
    #expect(Set(rig.play("P~200,200@20")) == ["R:changed@20", "V:began@20"])
    #expect(Set(rig.play("P~@30")) == ["R:ended@30", "V:ended@30"])
  }

  @Test("HOV-3 touching down ends a hover, lifting starts another")
  func touching() throws {
    let rig = try GestureRig(hover, .tap())
    let seen = rig.play("P~200,200@0 P~@10 A↓200,200@10 A↑@80 P~200,200@80 P~@90")
    #expect(
      seen == ["hover:began@0", "hover:ended@10", "tap:ended@80", "hover:began@80", "hover:ended@90"])
    #expect(Set(rig.actions.filter { $0.recognizer == "hover" }.map(\.gestureID)).count == 2)
  }

  @Test("PEN-3, PEN-4 a hover carries the roll and the pressed buttons, whatever else the pen does not say")
  func rollAndButtons() throws {
    let rig = try GestureRig(hover)
    func values(roll: Double?, buttons: TouchButtons?) throws -> GestureValues {
      var sample = HoverSample(time: .milliseconds(0), kind: .over, position: Point(10, 10), zOffset: 0.5)
      sample.roll = roll
      sample.buttons = buttons
      rig.play([.hover(sample)])
      guard case .gesture(let event) = rig.buffer.events.last else { throw CancellationError() }
      return event.values
    }
    let both = try values(roll: 1.5, buttons: [.secondary, .tertiary])
    #expect(both.count == 5 && both[3] == .angle(1.5) && both[4] == .count(6))
    guard case .angle(let altitude) = both[1] else { throw CancellationError() }
    #expect(altitude.isNaN)
    #expect(try values(roll: 1.5, buttons: nil).count == 4)
    #expect(try values(roll: nil, buttons: []).count == 5)
    #expect(try values(roll: nil, buttons: nil).count == 1)
  }

  @Test("PEN-4 a button pressed in the air changes the hover where it is")
  func pressedInAir() throws {
    let rig = try GestureRig(hover)
    #expect(
      rig.play("P~200,200+0@0 P~200,200+2@10 P~200,200+0@20 P~@30") == [
        "hover:began@0", "hover:changed@10", "hover:changed@20", "hover:ended@30",
      ])
    #expect(rig.actions.prefix(3).map(\.count) == [0, 2, 0])
  }

  @Test(
    "PEN-2, ARB-27 an eraser hovers for those who take erasers, and for them alone it is over when the pen is turned"
  )
  func eraser() throws {
    var (pens, erasers) = (hover, hover)
    (pens.name, erasers.name) = ("pens", "erasers")
    pens.properties.allowedTouchTypes = [.pencil]
    erasers.properties.allowedTouchTypes = [.eraser]
    let rig = try GestureRig([pens, erasers])
    func sample(_ type: TouchType, at time: Int64) -> TouchScript.Step {
      var sample = HoverSample(time: .milliseconds(time), kind: .over, position: Point(10, 10))
      sample.type = type
      return .hover(sample)
    }
    rig.play([sample(.eraser, at: 0), sample(.pencil, at: 10)])
    #expect(
      rig.actions.map(\.description).sorted() == ["erasers:began@0", "erasers:ended@10", "pens:began@10"])
  }

  @Test("HOV-4 TCH-26 a hover carries its height, and how the pen stands where the pen says so")
  func values() throws {
    let rig = try GestureRig(hover)
    let attitude = ContactAttributes.Attitude(tiltX: .pi / 4, tiltY: 0)
    let fields = HoverRecognizer.fields.map(\.name)
    for (attitude, expected) in [(attitude, ["z_offset", "altitude", "azimuth"]), (nil, ["z_offset"])] {
      rig.play([
        .hover(
          HoverSample(
            time: .milliseconds(0), kind: .over, position: Point(10, 10), zOffset: 0.5, attitude: attitude))
      ])
      guard case .gesture(let event) = rig.buffer.events.last else {
        Issue.record("no event")
        return
      }
      #expect(Array(fields.prefix(event.values.count)) == expected)
      #expect(event.values[0] == .ratio(0.5))
      if attitude != nil, case .angle(let altitude) = event.values[1] {
        #expect(abs(altitude - 0.7854) < 0.0001)
        #expect(event.values[2] == .angle(0))
      }
    }
  }

  @Test("HOV-5 fingers never hover")
  func fingers() throws {
    let rig = try GestureRig(hover)
    #expect(rig.play("A↓200,200@0 A→210,200@10 A↑@80") == [])
  }

  @Test("HOV-6 a hover whose device is gone is cancelled")
  func loss() throws {
    let rig = try GestureRig(hover)
    #expect(rig.play("P~200,200@0 P~✕@10 P~✕@20") == ["hover:began@0", "hover:cancelled@10"])
  }

  @Test("HOV-7 a hover and a finger's pan go on side by side")
  func besidePan() throws {
    let rig = try GestureRig(hover, .pan(), .tap())
    let seen = rig.play("A↓200,200@0 P~400,200@5 A→230,200@10 P~410,200@15 A→240,200@20 P~@25 A↑@30")
    #expect(
      seen.filter { !$0.hasPrefix("tap") } == [
        "hover:began@5", "pan:began@10", "hover:changed@15", "pan:changed@20", "hover:ended@25",
        "pan:ended@30",
      ])
  }

  @Test("FSM-12 FSM-21 a hover whose recognizer is disabled is cancelled, and begins anew when it is enabled")
  func disabling() throws {
    let rig = try GestureRig(hover)
    rig.play("P~200,200@0")
    let number = rig.number(of: "hover")
    #expect(rig.edit(at: 5) { $0.setEnabled(number, false) } == ["hover:cancelled@5"])
    #expect(rig.play("P~210,200@10 P~@20") == [])
    rig.edit(at: 25) { $0.setEnabled(number, true) }
    #expect(rig.play("P~210,200@30 P~@40") == ["hover:began@30", "hover:ended@40"])
  }

  @Test("TIM-1 deadlines before a sample fire before it")
  func deadlines() throws {
    let rig = try GestureRig(hover, .longPress())
    #expect(
      rig.play("A↓200,200@0 P~400,200@600 P~@700") == ["lp:began@500", "hover:began@600", "hover:ended@700"])
  }

  @Test("ARB-27 a hover is a pen's, so a recognizer for fingers alone has none")
  func touchTypes() throws {
    var fingersOnly = hover
    fingersOnly.properties.allowedTouchTypes = [.direct]
    #expect(try GestureRig(fingersOnly).play("P~200,200@0 P~@10") == [])
  }

  @Test("TAP-21 PAN-21 a pen taps and pans as a finger does, with the same threshold")
  func penTouches() throws {
    for type in [TouchType.direct, .pencil] {
      var attributes = ContactAttributes()
      attributes.type = type
      func frame(_ kind: ContactChange.Kind, _ points: Double, _ time: Int64) -> TouchScript.Step {
        let position = Point(points * TouchScript.millimetresPerPoint, 40)
        return .frame(
          TouchFrame(
            time: .milliseconds(time),
            changes: [ContactChange(slot: 0, kind: kind, position: position, attributes: attributes)]))
      }
      let rig = try GestureRig(.tap(), .pan())
      rig.play([frame(.began, 200, 0), frame(.ended, 200, 80)])
      #expect(rig.actions.map(\.description) == ["tap:ended@80"])
      rig.play([frame(.began, 200, 1000), frame(.moved, 209, 1010)])
      #expect(rig.actions.isEmpty)
      rig.play([frame(.moved, 210, 1020), frame(.ended, 210, 1030)])
      #expect(rig.actions.map(\.description) == ["pan:began@1020", "pan:ended@1030"])
    }
  }
}
