import GestureCore
import GestureTestSupport
import Testing

/// Contacts that filters drop: zones, edges and palms. Places are in points of T1, 1024 × 640.
@Suite("Rejected contacts") struct RejectionFilterTests {
  private func rig(
    _ declarations: RecognizerDeclaration..., filters: (inout FilterSettings) -> Void
  ) throws -> GestureRig {
    var settings = FilterSettings()
    filters(&settings)
    // These tests check the touches that filters let through, so recognizers must not cancel them.
    let harmless = declarations.map { $0.with { $0.cancelsTouchesInView = false } }
    return try GestureRig(harmless, filters: settings)
  }

  private func told(_ rig: GestureRig) -> [String] { rig.touches.map(\.description) }

  /// A change in one slot as a frame. The position is in points.
  private func frame(
    _ kind: ContactChange.Kind, _ x: Double, _ y: Double, at time: Int64, radius: Double = 5,
    type: TouchType = .direct, slot: Int = 0
  ) -> TouchScript.Step {
    let mm = TouchScript.millimetresPerPoint
    var attributes = ContactAttributes()
    attributes.majorRadius = radius
    attributes.type = type
    return .frame(
      TouchFrame(
        time: .milliseconds(time),
        changes: [
          ContactChange(slot: slot, kind: kind, position: Point(x * mm, y * mm), attributes: attributes)
        ]))
  }

  @Test("QUE-3 a zone swallows a touch that lands in it for its whole life, wherever it goes")
  func zone() throws {
    let rig = try rig(.tap(), .pan()) {
      $0.zones = [
        ExclusionZone(
          name: "zone", x: .millimetres(0), y: .share(0.5), width: .millimetres(50), height: .share(0.5))
      ]
    }
    rig.play("A↓100,400@0 A→600,100@10 A↑@80")
    #expect(told(rig) == [] && rig.seen.isEmpty)
    rig.play("A↓100,300@200 A→100,400@210 A↑@300")
    #expect(told(rig) == ["root:began{1}@200", "root:moved{1}@210", "root:ended{1}@300"])
  }

  @Test("QUE-3 a zone for fingers lets a pen through, and the other way round", arguments: [true, false])
  func zoneTypes(isForFingers: Bool) throws {
    let rig = try rig(.tap()) {
      $0.zones = [
        ExclusionZone(
          name: "zone", x: .share(0), y: .share(0), width: .share(1), height: .share(1),
          touchTypes: [isForFingers ? .direct : .pencil])
      ]
    }
    rig.play([frame(.began, 50, 50, at: 0), frame(.ended, 50, 50, at: 80)])
    #expect(rig.actions.isEmpty == isForFingers)
    rig.play([
      frame(.began, 50, 50, at: 1000, type: .pencil), frame(.ended, 50, 50, at: 1080, type: .pencil),
    ])
    #expect(rig.actions.isEmpty != isForFingers)
  }

  @Test("QUE-3 a second finger beside a swallowed one is told of alone")
  func besideZone() throws {
    let rig = try rig(.tap(), .tap("two", touches: 2)) {
      $0.zones = [
        ExclusionZone(name: "zone", x: .share(0), y: .share(0), width: .share(0.5), height: .share(1))
      ]
    }
    rig.play("A↓100,100@0 B↓600,100@10 A→110,100 B→601,100@20 A↑@70 B↑@80")
    #expect(rig.actions.map(\.description) == ["tap:ended@80"])
    #expect(told(rig) == ["root:began{1}@10", "root:moved{1}@20", "root:ended{1}@80"])
  }

  @Test(
    "a finger that lands within the distance of an edge is not there, a pen is",
    arguments: [
      ("left", 19.0, 300.0, 20.0), ("right", 1004.5, 300, 1003), ("top", 300, 19, 20),
      ("bottom", 300, 620.5, 619),
    ])
  func edges(edge: String, x: Double, y: Double, inside: Double) throws {
    let rig = try rig(.tap()) {
      let depth = 20 * TouchScript.millimetresPerPoint
      switch edge {
      case "left": $0.leftEdge = depth
      case "right": $0.rightEdge = depth
      case "top": $0.topEdge = depth
      default: $0.bottomEdge = depth
      }
    }
    rig.play([frame(.began, x, y, at: 0), frame(.moved, 300, 300, at: 10), frame(.ended, 300, 300, at: 80)])
    #expect(told(rig).isEmpty)
    rig.play([frame(.began, x, y, at: 100, type: .pencil), frame(.ended, x, y, at: 180, type: .pencil)])
    #expect(rig.actions.count == 1)
    let isAcross = edge == "left" || edge == "right"
    let (insideX, insideY) = isAcross ? (inside, y) : (x, inside)
    rig.play([frame(.began, insideX, insideY, at: 1000), frame(.ended, insideX, insideY, at: 1080)])
    #expect(rig.actions.count == 1)
  }

  @Test("QUE-4 a finger that gets larger than a palm's radius is cancelled, and silent until it lifts")
  func growingPalm() throws {
    let rig = try rig(.pan(), .longPress()) { $0.palmRadius = 10 }
    rig.play([
      frame(.began, 200, 200, at: 0, radius: 10), frame(.moved, 201, 200, at: 10, radius: 10.1),
      frame(.moved, 202, 200, at: 20, radius: 5), frame(.ended, 202, 200, at: 30, radius: 5),
      .advance(.milliseconds(2000)),
    ])
    #expect(told(rig) == ["root:began{1}@0", "root:cancelled{1}@10"])
    #expect(rig.actions.isEmpty && !rig.hasTouches)
  }

  @Test(
    "QUE-4 of two fingers the one that becomes a palm is cancelled, the rest of it is silent, the other goes on"
  )
  func palmBesideFinger() throws {
    let rig = try rig(.tap()) { $0.palmRadius = 10 }
    rig.play([frame(.began, 300, 200, at: 0, slot: 1)])
    rig.play([frame(.began, 200, 200, at: 10), frame(.moved, 201, 200, at: 20, radius: 11)])
    #expect(told(rig) == ["root:began{2}@10", "root:cancelled{2}@20"])
    rig.play([frame(.moved, 210, 200, at: 30, radius: 11), frame(.ended, 210, 200, at: 40, radius: 11)])
    #expect(told(rig) == [])
    rig.play([frame(.ended, 300, 200, at: 50, slot: 1)])
    #expect(told(rig) == ["root:ended{1}@50"])
  }

  @Test("a palm that lands is never told of; a large pen is no palm")
  func landingPalm() throws {
    let rig = try rig(.tap()) { $0.palmRadius = 10 }
    rig.play([frame(.began, 200, 200, at: 0, radius: 11), frame(.ended, 200, 200, at: 80, radius: 5)])
    #expect(told(rig).isEmpty)
    rig.play([
      frame(.began, 200, 200, at: 100, radius: 11, type: .pencil),
      frame(.ended, 200, 200, at: 180, radius: 11, type: .pencil),
    ])
    #expect(rig.actions.count == 1)
  }
}
