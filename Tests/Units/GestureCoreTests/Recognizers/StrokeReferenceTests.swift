import GestureTestSupport
import Testing

@testable import GestureCore

/// A stroke of one finger: its places and times, in points and milliseconds from its landing.
private struct Stroke {
  var samples: [(time: Int, way: Vector)] = []
  var lift = 0

  /// A stroke of any speed and direction, straight or wandering, sometimes after a rest.
  init(using generator: inout SeededGenerator) {
    let speed = Double.random(in: 0...1.2, using: &generator) * Double.random(in: 0...1, using: &generator)
    let heading = Vector(
      Double.random(in: -1...1, using: &generator), Double.random(in: -1...1, using: &generator))
    let tremble = Double.random(in: 0...4, using: &generator)
    var time = Bool.random(using: &generator) ? 0 : Int.random(in: 0...600, using: &generator)
    var way = Vector.zero
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      let pause = Int.random(in: 4...20, using: &generator)
      time += pause
      way = way + heading * (speed * Double(pause))
      let wandered = Vector(
        way.x + Double.random(in: -tremble...tremble, using: &generator),
        way.y + Double.random(in: -tremble...tremble, using: &generator))
      samples.append((time, wandered))
    }
    lift = time + Int.random(in: 1...300, using: &generator)
  }

  /// The touch script of the stroke, from the middle of the screen.
  var script: String {
    let moves = samples.map { "A→\(500 + $0.way.x),\(300 + $0.way.y)@\($0.time)" }
    return (["A↓500,300@0"] + moves + ["A↑@\(lift) ⏲\(lift + 2000)"]).joined(separator: " ")
  }
}

/// A recognizer's decision on any stroke equals the decision by the plain wording of its rule.
@Suite("Decisions by the letter of the rule")
struct StrokeReferenceTests {
  static let seeds: [UInt64] = Array(0..<4)
  /// The tolerance for comparisons of lengths, in pt.
  private static let tolerance = 0.005

  /// Compares the first action or failure of a recognizer on random strokes with a reference.
  private func compare(
    _ seed: UInt64, _ declaration: RecognizerDeclaration, _ reference: (Stroke) -> String
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var outcomes: Set<String> = []
    for _ in 0..<120 {
      let stroke = Stroke(using: &generator)
      let expected = reference(stroke)
      outcomes.insert(String(expected.prefix { $0 != "@" }))
      let seen = try GestureRig(declaration).play(stroke.script).first
      #expect(seen == expected, "\(stroke.script)")
    }
    #expect(outcomes.count == 2, "strokes of both outcomes")
  }

  @Test("TAP-2, TAP-5 a tap stays in its box and is short", arguments: seeds)
  func tap(_ seed: UInt64) throws {
    try compare(seed, .tap()) { stroke in
      let stray = stroke.samples.first { max(abs($0.way.x), abs($0.way.y)) > 45 + Self.tolerance }
      if let stray, stray.time <= 750 { return "tap:failed@\(stray.time)" }
      return stroke.lift <= 750 ? "tap:ended@\(stroke.lift)" : "tap:failed@750"
    }
  }

  @Test("LPR-1, LPR-3 a long press stays in its circle until its time has come", arguments: seeds)
  func longPress(_ seed: UInt64) throws {
    try compare(seed, .longPress()) { stroke in
      let stray = stroke.samples.first { $0.way.length > 10 + Self.tolerance }?.time ?? .max
      let end = min(stray, stroke.lift)
      return end <= 500 ? "lp:failed@\(end)" : "lp:began@500"
    }
  }

  @Test("PAN-1, PAN-2 a pan begins with the first place that is 10 pt away", arguments: seeds)
  func pan(_ seed: UInt64) throws {
    try compare(seed, .pan()) { stroke in
      let begin = stroke.samples.first { $0.way.length >= 10 - Self.tolerance }
      return begin.map { "pan:began@\($0.time)" } ?? "pan:failed@\(stroke.lift)"
    }
  }

  @Test("PAN-24 a pan with an axis looks at that place alone", arguments: seeds)
  func axis(_ seed: UInt64) throws {
    let declaration = RecognizerDeclaration.make(PanRecognizer.self, "pan", ["axis": .words(["vertical"])])
    try compare(seed, declaration) { stroke in
      guard let begin = stroke.samples.first(where: { $0.way.length >= 10 - Self.tolerance }) else {
        return "pan:failed@\(stroke.lift)"
      }
      return "pan:\(abs(begin.way.y) >= abs(begin.way.x) ? "began" : "failed")@\(begin.time)"
    }
  }

  @Test("SWP-1 to SWP-10 a swipe is long and straight for its time, and does not turn", arguments: seeds)
  func swipe(_ seed: UInt64) throws {
    try compare(seed, .swipe()) { stroke in
      var farthest = 0.0
      // The lift counts as a sample too: time has passed, so a shorter stroke suffices.
      let lift = (time: stroke.lift, way: stroke.samples.last?.way ?? .zero)
      for (time, way) in stroke.samples + [lift] where time <= 500 {
        let share = Double(time) / 500
        let angle = abs(Angle.degrees(along: way.x, across: abs(way.y)))
        let cone = 45 - 25 * share
        if way.x >= 80 - 30 * share - Self.tolerance, angle <= cone { return "swipe:ended@\(time)" }
        farthest = max(farthest, way.x)
        let turnsBack = farthest >= 20 - Self.tolerance && farthest - way.x > 10 + Self.tolerance
        let goesAstray = way.length >= 20 - Self.tolerance && angle > (time < 100 ? max(60, cone) : cone)
        if turnsBack || goesAstray { return "swipe:failed@\(time)" }
      }
      return "swipe:failed@\(min(stroke.lift, 500))"
    }
  }
}
