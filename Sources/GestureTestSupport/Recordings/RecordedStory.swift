import GestureCore

/// The recordings that the project makes itself, by name. `RecordingWriter NAME` writes one to standard output. The
/// folder docs/recordings has those for users.
public enum RecordedStory: String, CaseIterable, Sendable {
  /// Every gesture once, at a pace to watch: `make run` plays it where no touchscreen is present.
  case demo
  /// Presses that are too slow for taps, except with the configuration config/examples/accessible.toml.
  case slowTaps = "slow-taps"
  /// The gestures of docs/recipes.md, docs/kiosk.md and docs/tablet.md, to try them without a touchscreen.
  case recipes
  /// All ten fingers land one after another, move together and lift one after another.
  case tenFingers = "ten-fingers"
  /// One, two, five and ten fingers that move for five seconds each, with taps and swipes in between. The recording
  /// serves to count allocations.
  case longMoves = "long-moves"

  /// The stories whose recordings are in docs/recordings.
  public static let bundled: [RecordedStory] = [.demo, .recipes, .slowTaps, .tenFingers]

  /// The recording in evemu's format.
  public var recording: [UInt8] {
    var recorder = StrokeRecorder(seed: 1)
    switch self {
    case .demo: Self.playDemo(&recorder)
    case .slowTaps: Self.playSlowTaps(&recorder)
    case .recipes: Self.playRecipes(&recorder)
    case .tenFingers: Self.playTenFingers(&recorder)
    case .longMoves: Self.playLongMoves(&recorder)
    }
    return recorder.recording
  }

  private static func playDemo(_ recorder: inout StrokeRecorder) {
    recorder.play(Stroke(at: Point(80, 50)).resting(90))
    recorder.pause(800)
    recorder.play(Stroke(at: Point(81, 49)).resting(75))
    recorder.pause(110)
    recorder.play(Stroke(at: Point(80, 50)).resting(70))
    recorder.pause(800)
    recorder.play(Stroke(at: Point(48, 62)).resting(620).going(52, -18, in: 700, bow: 4).resting(160))
    recorder.pause(600)
    recorder.play(
      Stroke(at: Point(60, 72)).resting(60).going(31, -30, in: 1100, bow: 1).resting(120),
      Stroke(at: Point(76, 66), landing: 12).resting(48).going(32, -31, in: 1100, bow: 1).resting(140))
    recorder.pause(600)
    for (start, travel) in [
      (Point(110, 50), Vector(-48, 3)), (Point(30, 50), Vector(50, -3)), (Point(66, 80), Vector(3, -44)),
      (Point(66, 18), Vector(-2, 45)),
    ] {
      swipe(from: start, by: travel, &recorder)
      recorder.pause(550)
    }
    recorder.play(hand(at: Point(58, 48)).map { $0.resting(100) })
  }

  private static func swipe(from start: Point, by travel: Vector, _ recorder: inout StrokeRecorder) {
    recorder.play(
      (0..<3).map { finger in
        let place = start + Vector(17, -4) * Double(finger) + Vector(0, finger == 2 ? 7 : 0)
        return Stroke(at: place, landing: Double(finger * 7))
          .going(travel.x, travel.y, in: 150 - Double(finger * 5), .flick, bow: 1)
      })
  }

  private static func playSlowTaps(_ recorder: inout StrokeRecorder) {
    for place in [Point(60, 50), Point(62, 52), Point(100, 40)] {
      recorder.play(Stroke(at: place).resting(400).going(3, 2, in: 300).resting(200))
      recorder.pause(700)
    }
  }

  private static func playRecipes(_ recorder: inout StrokeRecorder) {
    // Five taps in the upper left corner.
    for tap in 0..<5 {
      recorder.play(Stroke(at: Point(6 + Double(tap % 2), 7)).resting(70))
      recorder.pause(130)
    }
    recorder.pause(700)
    // In from the lower edge, then from the upper edge.
    recorder.play(Stroke(at: Point(82, 99)).going(2, -38, in: 350, bow: 2).resting(60))
    recorder.pause(700)
    recorder.play(Stroke(at: Point(78, 1)).going(-2, 38, in: 350, bow: 2).resting(60))
    recorder.pause(700)
    // Two fingers up and half the way down again, at the right edge.
    recorder.play(
      Stroke(at: Point(142, 74)).resting(60).going(1, -32, in: 900).going(0, 16, in: 600).resting(80),
      Stroke(at: Point(154, 72), landing: 9).resting(51).going(1, -32, in: 900).going(0, 16, in: 600)
        .resting(90))
    recorder.pause(700)
    swipe(from: Point(110, 50), by: Vector(-48, 3), &recorder)
    recorder.pause(700)
    swipe(from: Point(30, 50), by: Vector(50, -3), &recorder)
    recorder.pause(700)
    recorder.play(Stroke(at: Point(80, 50)).resting(90))
    recorder.pause(700)
    recorder.play(hand(at: Point(58, 48)).map { $0.resting(100) })
    recorder.pause(700)
    // Three fingers rest in the upper left corner.
    recorder.play(
      Stroke(at: Point(13, 22), landing: 14).resting(2300), Stroke(at: Point(27, 14)).resting(2330),
      Stroke(at: Point(42, 17), landing: 8).resting(2310))
  }

  private static func playTenFingers(_ recorder: inout StrokeRecorder) {
    let hands = hand(at: Point(20, 60)) + hand(at: Point(92, 55))
    recorder.play(
      hands.map { $0.resting(120 - $0.landing).going(6, -18, in: 500, bow: 3).resting($0.landing + 60) })
  }

  private static func playLongMoves(_ recorder: inout StrokeRecorder) {
    let hands = hand(at: Point(20, 60)) + hand(at: Point(92, 55))
    for count in [1, 2, 5, 10] {
      recorder.play(hands.prefix(count).map { $0.resting(90) })
      recorder.pause(100)
      recorder.play(
        hands.prefix(count).map { stroke in
          (0..<10).reduce(stroke) { stroke, turn in
            stroke.going(turn.isMultiple(of: 2) ? 14 : -14, 6 - Double(turn), in: 500, bow: 3)
          }
        })
      recorder.pause(100)
      swipe(from: Point(30, 50), by: Vector(50, -3), &recorder)
    }
  }

  /// The five fingers of a hand that lands, the middle finger first.
  private static func hand(at corner: Point) -> [Stroke] {
    let places: [(offset: Vector, landing: Double)] = [
      (Vector(0, 26), 16), (Vector(8, 6), 9), (Vector(22, 0), 0), (Vector(36, 4), 7), (Vector(47, 14), 20),
    ]
    return places.map { Stroke(at: corner + $0.offset, landing: $0.landing) }
  }
}
