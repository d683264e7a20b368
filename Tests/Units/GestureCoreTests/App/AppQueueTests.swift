import GestureCore
import GestureTestSupport
import Testing

/// Taps that follow one another in any rhythm: the gap of one tap costs the next ones no more than is stated (FLT-65).
@Suite("The app and quick taps")
struct AppQueueTests {
  static let seeds: [UInt64] = Array(1...30)

  private static let tap2 = RecognizerDeclaration.tap("tap2", taps: 2)
  /// Recognizers that hold taps until their lifts, for a time, or until the next taps.
  static let recognizers: [[RecognizerDeclaration]] = [
    [.pinch()], [.rotation()], [.longPress(minimumPress: 2000, touches: 3)], [.longPress(minimumPress: 150)],
    [.pan()], [tap2], [.tap("tap4", taps: 4)], [.tap("tap1", requires: ["tap2"]), tap2],
    [tap2.with { $0.delaysTouchesEnded = false }], [.pinch(), .tap("tap3", taps: 3)],
  ]

  /// A tap as the app receives it, with its stated bound.
  private struct Tap {
    var landed: Instant
    var told: Instant
    var lifted: Instant?
    var ended: Instant?
    var stated: HoldBound
  }

  /// The taps that the app receives of a story.
  private func taps(
    _ script: String, _ declarations: [RecognizerDeclaration], gap: TimeSpan
  ) throws -> [UInt64: Tap] {
    var settings = AppScenario.settings(.hold)
    settings.replayGap = gap
    let rig = try GestureRig(declarations, regions: .f0, app: settings)
    rig.play(script)
    var taps: [UInt64: Tap] = [:]
    for note in rig.appNotes {
      switch note.phase {
      case .began:
        taps[note.touch] = Tap(
          landed: note.happened, told: note.time, stated: try #require(note.stated))
      case .ended:
        taps[note.touch]?.lifted = note.happened
        taps[note.touch]?.ended = note.time
      case .held, .dropped, .moved, .cancelled, .lifted: break
      }
    }
    return taps
  }

  /// Taps one after another, never two at once: in one rhythm, or each at a time of its own.
  private func story(_ generator: inout SeededGenerator) -> String {
    let isRegular = Bool.random(using: &generator)
    let longest = [20, 60, 200].randomElement(using: &generator) ?? 60
    var (press, pause) = (0, 0)
    var (script, time) = ("", 0)
    for tap in 0..<25 {
      if tap == 0 || !isRegular {
        press = Int.random(in: 1...longest, using: &generator)
        pause = Int.random(in: 1...longest, using: &generator)
      }
      let (x, y) = (Int.random(in: 20...780, using: &generator), Int.random(in: 20...460, using: &generator))
      script += "A↓\(x),\(y)@\(time) A↑@\(time + press) "
      time += press + pause
    }
    return script + "⏲\(time + 9000)"
  }

  @Test("FLT-65 no tap is later than stated, and the gaps of earlier taps do not add up", arguments: seeds)
  func noQueue(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for declarations in Self.recognizers {
      let script = story(&generator)
      let gap = TimeSpan.milliseconds(Double(Int.random(in: 1...100, using: &generator)))
      // Without a gap, each tap reaches the app when no recognizer holds it any more.
      let free = try taps(script, declarations, gap: .zero)
      let taps = try taps(script, declarations, gap: gap)
      #expect(taps.keys.sorted() == free.keys.sorted())
      // Taps that were let go in one instant wait for each other's gaps, as long as their region states.
      let hasGroups = Set(free.values.map(\.told)).count < free.count
      for touch in taps.keys.sorted() {
        let (tap, release) = (try #require(taps[touch]), try #require(free[touch]).told)
        let (lifted, ended) = (try #require(tap.lifted), try #require(tap.ended))
        #expect(tap.told - tap.landed <= tap.stated.landing, "\(declarations) \(gap) \(tap)")
        #expect(ended <= lifted + tap.stated.tap + gap, "\(declarations) \(gap) \(tap)")
        if !hasGroups { #expect(tap.told <= max(release, lifted), "\(declarations) \(gap) \(tap)") }
        // A late tap has a length, unless a later one would otherwise be later than stated.
        guard tap.told > tap.landed, ended == tap.told else { continue }
        let isForced = taps.values.contains { other in
          guard other.landed >= lifted, let otherLift = other.lifted else { return false }
          return min(other.landed + other.stated.landing, otherLift + other.stated.tap) <= ended
        }
        #expect(isForced, "\(declarations) \(gap) \(tap)")
      }
    }
  }

  @Test("FLT-65 in a steady rhythm, the lift of each tap is as late as that of the first")
  func steady() throws {
    for (press, pause, gap) in [(30, 20, 100), (12, 6, 20), (20, 5, 40), (30, 5, 40)] {
      let script = (0..<40).map { tap in
        let landing = tap * (press + pause)
        return "A↓\(200 + tap % 2 * 100),200@\(landing) A↑@\(landing + press)"
      }.joined(separator: " ")
      let taps = try taps(script + " ⏲9000", [.pinch()], gap: .milliseconds(Double(gap)))
      #expect(taps.count == 40)
      for touch in taps.keys.sorted() {
        let tap = try #require(taps[touch])
        let (lifted, ended) = (try #require(tap.lifted), try #require(tap.ended))
        #expect(tap.told == lifted, "\(tap)")
        #expect(ended <= lifted + .milliseconds(Double(gap)), "\(tap)")
      }
    }
  }
}
