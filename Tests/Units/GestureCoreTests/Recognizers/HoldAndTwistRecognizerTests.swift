import GestureCore
import GestureTestSupport
import Testing

@Suite("Hold and twist")
struct HoldAndTwistRecognizerTests {
  private static let twist = RecognizerDeclaration.make(HoldAndTwistRecognizer.self, "twist", touches: [3])
  private static let landing = "A↓400,300 B↓250,386.6 C↓250,213.4@0"

  /// Three fingers at 100 pt from (300, 300), turned by an angle and shifted.
  private static func turned(_ degrees: Double, x: Double = 0, y: Double = 0) -> String {
    zip("ABC", [0.0, 120, 240]).map { finger, base in
      let (sine, cosine) = Self.sineAndCosine(base + degrees)
      return "\(finger)→\(300 + x + 100 * cosine),\(300 + y + 100 * sine)"
    }.joined(separator: " ")
  }

  /// Computed from 1° by the addition theorem, so that a test needs no library of mathematics.
  private static func sineAndCosine(_ degrees: Double) -> (Double, Double) {
    var sine = 0.0
    var cosine = 1.0
    let (stepSine, stepCosine) = (
      degrees < 0 ? -0.01745240643728351 : 0.01745240643728351, 0.9998476951563913
    )
    for _ in 0..<Int(abs(degrees).rounded()) {
      (sine, cosine) = (sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine)
    }
    return (sine, cosine)
  }

  static let rows: [Scenario] = [
    Scenario(
      name: "CUS-11 three fingers turned by 12° begin it, a lift ends it", twist,
      script: "\(landing) \(turned(12))@50 \(turned(30))@70 A↑@90 B↑ C↑@100",
      seen: ["twist:began@50", "twist:changed@70", "twist:ended@90"]),
    Scenario(
      name: "CUS-11 9° are too few", twist, script: "\(landing) \(turned(9))@50 A↑@90",
      seen: ["twist:failed@90"]),
    Scenario(
      name: "CUS-11 two fingers are too few", twist,
      script: "A↓400,300 B↓200,300@0 A→300,400 B→300,200@50 A↑@60", seen: ["twist:failed@60"]),
    Scenario(
      name: "a fourth finger before it begins fails it", twist, script: "\(landing) D↓600,300@20",
      seen: ["twist:failed@20"]),
    Scenario(
      name: "a fourth finger after that is ignored", twist,
      script: "\(landing) \(turned(12))@50 D↓600,300@60 D→700,300@70 D↑@80", seen: ["twist:began@50"]),
    Scenario(
      name: "fingers that travel 45 pt and turn still hold", twist,
      script: "\(landing) \(turned(12, x: 45))@50", seen: ["twist:began@50"]),
    Scenario(
      name: "fingers that travel farther do not", twist, script: "\(landing) \(turned(12, x: 46))@50",
      seen: ["twist:failed@50"]),
    Scenario(
      name: "fingers that only spread do not turn", twist,
      script: "\(landing) A→450,300 B→225,429.9 C→225,170.1@50", seen: []),
    Scenario(
      name: "it turns anticlockwise too", twist, script: "\(landing) \(turned(-12))@50",
      seen: ["twist:began@50"]),
    Scenario(
      name: "a cancelled touch cancels it", twist, script: "\(landing) \(turned(12))@50 B✕@60",
      seen: ["twist:began@50", "twist:cancelled@60"]),
  ]

  @Test("the stories of a hold and twist", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("it begins with 0, clockwise is positive, full turns add up, the velocity is told")
  func rotation() throws {
    let rig = try GestureRig(Self.twist)
    rig.play("\(Self.landing) \(Self.turned(12))@50")
    #expect(rig.last?.rotation == 0)
    #expect(rig.last?.location.isNear(300, 300) == true)
    rig.play("\(Self.turned(42))@70")
    #expect(rig.last?.rotation.isNear(.pi / 6) == true)
    #expect(rig.last.map { abs($0.numberVelocity - 26.18) < 0.26 } == true)
    for turn in stride(from: 102, through: 402, by: 60) {
      rig.play("\(Self.turned(Double(turn)))@\(turn * 10)")
    }
    #expect(rig.last?.rotation.isNear(390 * .pi / 180) == true)
  }

  @Test("ARB-31 one that waited begins with 0, and its rotation counts from there")
  func waited() throws {
    var twist = Self.twist
    twist.requireToFail = ["tap"]
    let rig = try GestureRig(twist, .tap(touches: 3))
    #expect(rig.play("\(Self.landing) \(Self.turned(12))@50") == [])
    // The tap fails once a finger has moved 45 pt.
    #expect(rig.play("\(Self.turned(40))@70") == ["tap:failed@70", "twist:began@70"])
    #expect(rig.last?.rotation == 0)
    rig.play("\(Self.turned(70))@90")
    #expect(rig.last?.rotation.isNear(.pi / 6) == true)
    #expect(rig.last.map { abs($0.numberVelocity - 26.18) < 0.26 } == true)
  }

  @Test("a rotation that is set counts from there")
  func set() throws {
    let rig = try GestureRig(Self.twist)
    rig.play("\(Self.landing) \(Self.turned(12))@50 \(Self.turned(40))@70")
    #expect(rig.adjust("twist", .rotation(0)))
    rig.play("\(Self.turned(30))@90")
    #expect(rig.last?.rotation.isNear(-10 * .pi / 180) == true)
    #expect(!rig.adjust("twist", .rotation(.nan)))
  }

  @Test("it may be declared for three to ten fingers", arguments: 3...10)
  func everyCount(_ count: Int) throws {
    let rig = try GestureRig(.make(HoldAndTwistRecognizer.self, "twist", touches: [count]))
    let fingers = Array("ABCDEFGHIJ".prefix(count))
    func places(_ verb: String, _ degrees: Double) -> String {
      fingers.enumerated().map { position, finger in
        let (sine, cosine) = Self.sineAndCosine(Double(position * 36) + degrees)
        return "\(finger)\(verb)\(300 + 100 * cosine),\(300 + 100 * sine)"
      }.joined(separator: " ")
    }
    #expect(rig.play("\(places("↓", 0))@0") == [])
    // The center of unevenly spaced fingers turns as well, within the allowed distance.
    #expect(rig.play("\(places("→", 12))@50") == ["twist:began@50"])
    #expect(rig.last?.touches == count)
  }
}
