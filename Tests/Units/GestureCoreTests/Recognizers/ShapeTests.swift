import GestureCore
import GestureTestSupport
import Testing

/// Strokes as hands make them, on a set of recognizers as on a tablet. Each stroke has its expected winner.
@Suite("Shapes that hands make")
struct ShapeTests {
  static let set: [RecognizerDeclaration] = [
    .pan(maximum: 1, requires: ["flick", "menu"]), .longPress("hold"),
    .swipe("flick", ["left", "right", "up", "down"]), .tap(requires: ["double"]), .tap("double", taps: 2),
    .pinch("zoom", simultaneous: ["turn"]), .rotation("turn"),
    .make(EdgePanRecognizer.self, "menu", ["edges": .words(["left"])]),
    .swipe("back", ["left", "right"], touches: 3),
  ]

  /// A straight stroke of one finger, with a frame each 8 ms, then a lift.
  static func stroke(
    _ finger: Character = "A", from start: (Double, Double), by way: (Double, Double), in duration: Int
  ) -> String {
    let moves = stride(from: 8, through: duration, by: 8).map { time in
      let share = Double(time) / Double(duration)
      return "\(finger)→\(start.0 + way.0 * share),\(start.1 + way.1 * share)@\(time)"
    }
    return
      "\(finger)↓\(start.0),\(start.1)@0 \(moves.joined(separator: " ")) \(finger)↑@\(duration + 8) ⏲5000"
  }

  @Test(
    "one finger",
    arguments: [
      ("a fast flick", stroke(from: (300, 300), by: (200, 10), in: 80), "flick ended"),
      ("a fast flick, sloppy", stroke(from: (300, 300), by: (150, 90), in: 80), "flick ended"),
      (
        "a fast stroke along the diagonal", stroke(from: (300, 300), by: (150, 150), in: 80),
        "pan began ended"
      ),
      ("a slow stroke", stroke(from: (300, 300), by: (60, 0), in: 1600), "pan began ended"),
      (
        "a slow stroke along the diagonal", stroke(from: (300, 300), by: (100, 100), in: 800),
        "pan began ended"
      ),
      (
        "a very slow creep, held long enough", stroke(from: (300, 300), by: (30, 0), in: 4000),
        "hold began ended"
      ),
      ("a tap that slides", stroke(from: (300, 300), by: (8, -5), in: 96), "tap ended"),
      ("a flick that is too short", stroke(from: (300, 300), by: (40, 0), in: 64), "pan began ended"),
      ("a flick from the edge", stroke(from: (5, 300), by: (200, 0), in: 80), "menu began ended"),
      ("a stroke along the edge", stroke(from: (5, 300), by: (0, -200), in: 80), "flick ended"),
    ])
  func oneFinger(name: String, script: String, told: String) throws {
    let seen = try winners(script)
    #expect(seen == told, "\(name)")
  }

  @Test(
    "several fingers",
    arguments: [
      (
        "two hands that draw apart",
        "A↓480,300 B↓540,300@0 A→440,300 B→580,300@40 A→300,300 B→720,300@120 A↑ B↑@140",
        "zoom began ended"
      ),
      (
        "a hand that grabs and turns",
        "A↓480,300 B↓560,300@0 A→484,320 B→556,280@40 A→500,334 B→540,266@80 A↑@100 B↑@104",
        "turn began ended"
      ),
      (
        "three fingers that land one after the other and flick",
        "A↓400,300@0 B↓470,280@12 C↓540,300@20 A→450,300 B→520,280 C→590,300@50 A→500,300 B→570,280 C→640,300@80 "
          + "A↑@90 B↑@94 C↑@98",
        "back ended"
      ),
      (
        "a hand that rests while the other one taps", "A↓200,300@0 ⏲700 B↓800,300@800 B↑@880 ⏲2000 A↑@2100",
        "hold began ended"
      ),
      (
        "a hand that pans while the other one lands",
        "A↓200,300@0 A→215,300@100 B↓800,300@200 B→860,300@240 A→240,300@260 "
          + "B↑@280 A↑@300", "pan began ended"
      ),
    ])
  func severalFingers(name: String, script: String, told: String) throws {
    let seen = try winners(script + " ⏲5000")
    #expect(seen == told, "\(name)")
  }

  /// The recognizers that acted with their states, each once, without changes between began and ended.
  private func winners(_ script: String) throws -> String {
    let rig = try GestureRig(Self.set)
    rig.play(script)
    var words: [String] = []
    for action in rig.actions where action.state != .changed {
      for word in [action.recognizer, "\(action.state)"] where !words.contains(word) { words.append(word) }
    }
    return words.joined(separator: " ")
  }
}
