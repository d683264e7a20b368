import GestureCore
import GestureTestSupport
import Testing

@Suite("Rotation")
struct RotationRecognizerTests {
  private static let begin = "A↓400,300 B↓600,300@0 B→599,318@40"

  /// A rotation that has begun at 40 ms, 5.17° after the landing.
  private func begun() throws -> GestureRig {
    let rig = try GestureRig(.rotation())
    #expect(rig.play(Self.begin) == ["rotation:began@40"])
    return rig
  }

  @Test("ROT-1 it begins with 0")
  func begins() throws {
    #expect(try begun().last?.rotation == 0)
  }

  @Test("ROT-2, ROT-3 clockwise is positive")
  func clockwise() throws {
    let rig = try begun()
    rig.play("B→563.49,415.20@60")
    #expect(rig.last?.rotation.isNear(0.5236) == true)
    #expect(rig.last.map { abs($0.numberVelocity - 26.18) < 0.26 } == true)
    rig.play("B→381.98,499.19@100")
    #expect(rig.last?.rotation.isNear(1.5708) == true)
  }

  @Test("ROT-4 it does not wrap: after 400° it is 6.98 rad")
  func fullTurn() throws {
    let rig = try begun()
    // Ten steps of 40° each about A, from where it began.
    let places = [
      (540.87, 441.70), (416.83, 499.10), (284.91, 463.34), (206.84, 351.15), (219.16, 215.02),
      (316.09, 118.66),
      (452.28, 107.15), (564.01, 185.87), (599.00, 318.00), (540.87, 441.70),
    ]
    rig.play(places.enumerated().map { "B→\($1.0),\($1.1)@\(60 + 20 * $0)" }.joined(separator: " "))
    #expect(rig.last?.rotation.isNear(6.9813) == true)
  }

  @Test("ROT-7 a rotation that is set counts from there")
  func set() throws {
    let rig = try begun()
    rig.play("B→563.49,415.20@60")
    #expect(rig.adjust("rotation", .rotation(0)))
    // 10° further: 45.17° about A.
    rig.play("B→541.00,441.84@80")
    #expect(rig.last.map { abs($0.rotation - 0.1745) < 0.002 } == true)
  }

  @Test("ROT-8, ROT-9 with one finger up it is frozen, goes on with the next, ends when all are up")
  func fingers() throws {
    let rig = try begun()
    rig.play("B→563.49,415.20@60")
    #expect(rig.play("A↑@80") == ["rotation:changed@80"])
    #expect(rig.last?.rotation.isNear(0.5236) == true)
    #expect(rig.play("C↓563.49,215.20@100") == ["rotation:changed@100"])
    #expect(rig.last?.rotation.isNear(0.5236) == true)
    // C turns by 10° about B, which is above it by 200 pt.
    rig.play("C→598.22,218.24@120")
    #expect(rig.last.map { abs($0.rotation - 0.6981) < 0.002 } == true)
    #expect(rig.play("B↑ C↑@140") == ["rotation:ended@140"])
  }

  @Test("ROT-1, ARB-31 a rotation that waited begins with 0, and its angle counts from there")
  func waited() throws {
    let rig = try GestureRig(.rotation(requires: ["tap"]), .tap(touches: 2))
    #expect(rig.play("A↓400,300 B↓600,300@0 B→599,318@40") == [])
    // The tap fails once a finger has moved 45 pt: at 30°.
    #expect(rig.play("B→573.21,400@60") == ["tap:failed@60", "rotation:began@60"])
    #expect(rig.last?.rotation == 0)
    #expect(rig.last?.numberVelocity == 0)
    rig.play("B→500,473.21@80")
    #expect(rig.last?.rotation.isNear(0.5236) == true)
    #expect(rig.last.map { abs($0.numberVelocity - 26.18) < 0.26 } == true)
  }

  @Test("ROT-8, PAN-9 a finger that lands again adds no sample to the velocity")
  func landingIsNoSample() throws {
    let rig = try begun()
    rig.play("B→563.49,415.20@60 A↑@80 C↓563.49,215.20@100")
    // 30° in the 60 ms since it began.
    #expect(rig.last.map { abs($0.numberVelocity - 26.18 / 3) < 0.09 } == true)
  }

  @Test("ROT-8 a finger that is replaced within one frame is replaced: the rotation goes on with the new one")
  func replacedInOneFrame() throws {
    let rig = try begun()
    rig.play("B→563.49,415.20@60")
    #expect(rig.play("A↑ C↓563.49,215.20@80") == ["rotation:changed@80"])
    #expect(rig.last?.touches == 2)
    rig.play("C→598.22,218.24@100")
    #expect(rig.last.map { abs($0.rotation - 0.6981) < 0.002 } == true)
  }

  @Test("ROT-11 counter-clockwise is negative")
  func counterClockwise() throws {
    let rig = try begun()
    // From 5.17° to −24.83°.
    rig.play("B→581.51,216.02@60")
    #expect(rig.last.map { abs($0.rotation + 0.5236) < 0.001 } == true)
  }

  static let rows: [Scenario] = [
    Scenario(
      name: "ROT-5 below 5° it stays possible", .rotation(),
      script: "A↓400,300 B↓600,300@0 B→599.6,312@40", seen: []),
    Scenario(
      name: "ROT-6 fingers that are close need more degrees", .rotation(),
      script: "A↓400,300 B↓440,300@0 B→439.8,303.5@40 B→439.2,308@60", seen: ["rotation:began@60"]),
    Scenario(
      name: "ROT-10 scaling alone does not rotate", .rotation(),
      script: "A↓400,300 B↓600,300@0 B→700,300@40", seen: []),
    Scenario(
      name: "ROT-12 a third finger is ignored", .rotation(),
      script: "\(begin) C↓700,500@60 C→600,500@80", seen: ["rotation:began@40"]),
    Scenario(
      name: "ARB-5 of a pinch and a rotation in one frame the one added last begins", .pinch(), .rotation(),
      script: "A↓400,300 B↓600,300@0 B→640,380@40", seen: ["pinch:failed@40", "rotation:began@40"]),
    Scenario(
      name: "ARB-12 pan, pinch and rotation that allow one another each run",
      .pan(minimum: 2, simultaneous: ["*"]), .pinch(simultaneous: ["*"]), .rotation(),
      script: "A↓300,300 B↓500,300@0 A→280,320 B→560,380@40 A→270,330 B→580,400@60",
      seen: [
        "rotation:began@40", "pinch:began@40", "pan:began@40", "rotation:changed@60", "pinch:changed@60",
        "pan:changed@60",
      ]),
  ]

  @Test("each scenario plays as its name says", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }
}
