import GestureCore
import GestureTestSupport
import Testing

@Suite("The velocity after a rest")
struct RestingVelocityTests {
  /// A gesture of a kind whose number changes evenly, by the step of 10 ms.
  struct Story: CustomTestStringConvertible, Sendable {
    let declaration: RecognizerDeclaration
    let landing: String
    var begin = 0
    let move: @Sendable (Double) -> String
    var lift = "A↑"

    var testDescription: String { declaration.name }
  }

  /// Fingers on a circle around (300, 300), turned by a small angle in rad: a chord is near enough to the arc.
  private static func turned(_ fingers: [(name: String, x: Double, y: Double)], _ angle: Double) -> String {
    fingers.map { finger in
      let cosine = 1 - angle * angle / 2 + angle * angle * angle * angle / 24
      let sine = angle - angle * angle * angle / 6
      return
        "\(finger.name)→\(300 + finger.x * cosine - finger.y * sine),\(300 + finger.x * sine + finger.y * cosine)"
    }.joined(separator: " ")
  }

  static let stories = [
    Story(declaration: .pan(), landing: "A↓100,300") { "A→\(100 + 5 * $0),300" },
    Story(declaration: .edgePan(["left"]), landing: "A↓5,300") { "A→\(5 + 5 * $0),300" },
    Story(
      declaration: .make(PressAndDragRecognizer.self), landing: "A↓100,300", begin: 600,
      move: { "A→\(100 + 5 * $0),300" }),
    Story(declaration: .make(TransformRecognizer.self), landing: "A↓100,300") { "A→\(100 + 5 * $0),300" },
    Story(
      declaration: .pinch(), landing: "A↓300,300 B↓400,300",
      move: { "A→\(300 - 5 * $0),300 B→\(400 + 5 * $0),300" }, lift: "A↑ B↑"),
    Story(
      declaration: .rotation(), landing: "A↓400,300 B↓200,300",
      move: { turned([("A", 100, 0), ("B", -100, 0)], 0.04 * $0) }, lift: "A↑ B↑"),
    Story(
      declaration: .make(HoldAndTwistRecognizer.self, touches: [3]), landing: "A↓400,300 B↓200,300 C↓300,400",
      move: { turned([("A", 100, 0), ("B", -100, 0), ("C", 0, 100)], 0.04 * $0) }, lift: "A↑ B↑ C↑"),
  ]

  @Test("PAN-10 a rest before the lift counts, for each kind with a velocity", arguments: stories)
  func rests(_ story: Story) throws {
    for rest in [1, 37, 64, 99, 100, 180] {
      let rig = try GestureRig(story.declaration)
      let moves = (1...20).map { "\(story.move(Double($0)))@\(story.begin + 10 * $0)" }
      rig.play("\(story.landing)@0 " + moves.joined(separator: " "))
      let moving = try #require(rig.last)
      #expect(moving.state == .changed)
      let speed = moving.velocity.length + abs(moving.numberVelocity)
      #expect(speed > 1)
      rig.play("\(story.lift)@\(story.begin + 200 + rest)")
      let last = try #require(rig.last)
      #expect(last.state == .ended)
      let expected = speed * Double(max(0, 100 - rest)) / 100
      #expect(abs(last.velocity.length + abs(last.numberVelocity) - expected) < 0.01 * speed, "rest \(rest)")
    }
  }

  @Test("SWP-2 a swipe keeps the velocity of its movement, whatever the rest before the lift")
  func swipe() throws {
    let rig = try GestureRig(.swipe())
    #expect(rig.play("A↓100,300@0 A→130,300@50 A→160,300@100 A↑@420") == ["swipe:ended@420"])
    #expect(rig.last?.velocity.isNear(600, 0) == true)
  }
}
