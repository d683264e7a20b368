import GestureCore
import GestureTestSupport
import Testing

@Suite("Transform")
struct TransformRecognizerTests {
  private func rig() throws -> GestureRig {
    try GestureRig(.make(TransformRecognizer.self, touches: [1]))
  }

  @Test("XFM-1 a pure translation neither scales nor turns")
  func translation() throws {
    let rig = try rig()
    rig.play("A↓300,300 B↓500,300@0 A→310,300 B→510,300@16")
    #expect(rig.last?.translation.isNear(10, 0) == true)
    #expect(rig.last?.scale.isNear(1) == true)
    #expect(rig.last?.rotation.isNear(0) == true)
  }

  @Test("XFM-2 scale and rotation together")
  func scaleAndRotation() throws {
    let rig = try rig()
    #expect(rig.play("A↓300,100 B↓500,100@0 B→300,500@16") == ["transform:began@16"])
    #expect(rig.last?.scale.isNear(2) == true)
    #expect(rig.last?.rotation.isNear(1.5708) == true)
    #expect(rig.last?.translation.isNear(-100, 200) == true)
  }

  @Test(
    "XFM-3 it begins when any threshold is reached: way, distance, or turn with its arc",
    arguments: [
      ("A→309,300 B→509,300", false), ("A→310,300 B→510,300", true), ("A→297,300 B→504,300", false),
      ("A→296,300 B→504,300", true), ("A→300.4,291.3 B→499.6,308.7", false),
      ("A→300.6,289.5 B→499.4,310.5", true),
    ])
  func thresholds(move: String, begins: Bool) throws {
    let rig = try rig()
    #expect(rig.actions(of: "A↓300,300 B↓500,300@0 \(move)@16").isEmpty != begins)
  }

  @Test("XFM-4 adding or lifting a finger makes no jump, and one finger only shifts")
  func noJump() throws {
    let rig = try rig()
    rig.play("A↓300,100 B↓500,100@0 B→300,500@16")
    #expect(rig.play("A↑@32") == ["transform:changed@32"])
    #expect(rig.last?.scale.isNear(2) == true)
    #expect(rig.last?.translation.isNear(-100, 200) == true)
    rig.play("B→310,500@48")
    #expect(rig.last?.scale.isNear(2) == true)
    #expect(rig.last?.rotation.isNear(1.5708) == true)
    #expect(rig.last?.translation.isNear(-90, 200) == true)
    rig.play("C↓700,500@64")
    #expect(rig.last?.translation.isNear(-90, 200) == true)
    #expect(rig.last?.scale.isNear(2) == true)
    #expect(rig.play("B↑ C↑@80") == ["transform:ended@80"])
  }

  @Test("XFM-5 all fingers count")
  func threeFingers() throws {
    let rig = try rig()
    rig.play("A↓300,300 B↓500,300 C↓400,450@0 A→250,275 B→550,275 C→400,500@16")
    #expect(rig.last?.scale.isNear(1.5) == true)
    #expect(rig.last?.rotation.isNear(0) == true)
    #expect(rig.last?.touches == 3)
  }

  @Test("XFM-6 the matrix puts all steps together; parts between resets multiply to the whole")
  func matrix() throws {
    let script = ["A→320,300 B→560,340@16", "A→310,340 B→600,400@32", "A→350,300 B→500,500@48"]
    let whole = try rig()
    whole.play("A↓300,300 B↓500,300@0 " + script.joined(separator: " "))
    let parts = try rig()
    parts.play("A↓300,300 B↓500,300@0")
    var product = Similarity.identity
    for step in script {
      parts.play(step)
      product = (parts.last?.matrix ?? .identity).after(product)
      #expect(parts.adjust("transform", .identity))
    }
    let matrix = try #require(whole.last?.matrix)
    #expect((matrix.factor - product.factor).length < 1e-9)
    #expect((matrix.shift - product.shift).length < 1e-9)
    // The transform maps the first landings to the fingers' present places.
    let landing = Vector(300 / 6.4, 300 / 6.4)
    let first = matrix.factor.x * landing.x - matrix.factor.y * landing.y + matrix.shift.x
    #expect(abs(first * 6.4 - 350) < 0.01)
  }

  /// The velocities of the last step: in pt/s, of the scale and of the rotation.
  private func velocities(_ rig: GestureRig) throws -> (travel: Vector, scale: Double, rotation: Double) {
    let gesture = try #require(rig.buffer.gestures.first)
    guard case .velocity(let travel) = gesture.values[4], case .ratioVelocity(let scale) = gesture.values[5],
      case .angularVelocity(let rotation) = gesture.values[6]
    else { throw CancellationError() }
    return (travel / TouchScript.millimetresPerPoint, scale, rotation)
  }

  @Test("ADD-17 it has the velocities of a pan, a pinch and a rotation, each over the last 100 ms")
  func velocity() throws {
    let rig = try rig()
    rig.play("A↓300,300 B↓500,300@0")
    for step in 1...20 { rig.play("A→\(300 + 5 * step),300 B→\(500 + 5 * step),300@\(10 * step)") }
    var now = try velocities(rig)
    #expect((now.travel - Vector(500, 0)).length < 1e-6 && abs(now.scale) < 1e-9 && abs(now.rotation) < 1e-9)
    for step in 1...20 { rig.play("A→\(400 - 5 * step),300 B→\(600 + 5 * step),300@\(200 + 10 * step)") }
    now = try velocities(rig)
    #expect(now.travel.length < 1e-6 && abs(now.scale - 5) < 1e-6 && abs(now.rotation) < 1e-9)
    // A step back to the identity keeps no velocity of before (XFM-6).
    #expect(rig.adjust("transform", .identity))
    rig.play("A→300,290 B→700,310@410")
    now = try velocities(rig)
    #expect(now.rotation > 4 && now.rotation < 6 && now.travel.length < 1e-6)
  }

  @Test("fingers on one spot neither turn nor scale")
  func spot() throws {
    let rig = try rig()
    rig.play("A↓300,300 B↓300,300@0 A→330,300 B→330,310@16")
    #expect(rig.last?.scale == 1)
    #expect(rig.last?.rotation == 0)
  }

  @Test("fingers that meet and part again and again do not scale without end")
  func bounded() throws {
    let rig = try rig()
    rig.play("A↓300,300 B↓500,300@0")
    for round in 1...200 {
      rig.play("B→300.5,300@\(round * 20) A→299.9,300@\(round * 20 + 5) B→500,300@\(round * 20 + 10)")
      let scale = rig.last?.scale ?? 1
      #expect(scale.isFinite && scale <= 10_000 && scale >= 0.0001)
      #expect(rig.last?.matrix.factor.length.isFinite == true)
    }
  }
}
