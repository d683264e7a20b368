import GestureCore
import GestureTestSupport
import Testing

/// The app behind a device with `debounce_ms`, which holds lifts back.
@Suite("The app and lifts that are held back")
struct AppDebounceTests {
  private func rig(
    _ declarations: [RecognizerDeclaration], debounce: Double, gap: Double, on names: [String] = []
  ) throws -> GestureRig {
    var app = AppScenario.settings(.hold)
    app.replayGap = .milliseconds(gap)
    var touch = TouchSettings()
    touch.debounce = .milliseconds(debounce)
    return try GestureRig(declarations, regions: .f0, on: names, settings: touch, app: app)
  }

  @Test(
    "FLT-53 a tap whose lift was held back is as long for the app as another one, and recognition keeps its time",
    arguments: [(90.0, 30.0), (45, 45), (70, 100)])
  func length(debounce: Double, gap: Double) throws {
    let rig = try rig([.pinch()], debounce: debounce, gap: gap)
    #expect(rig.play("A↓200,200@0 A↑@40 ⏲900") == ["pinch:failed@40"])
    let told = Int(40 + debounce)
    #expect(rig.appLines == ["App:began{A}@\(told)", "App:ended{A}@\(told + Int(gap))"])
  }

  @Test("FLT-44 a lift that nothing else holds goes out when it is true, and a joined one never")
  func lift() throws {
    let rig = try rig([.pinch()], debounce: 65, gap: 20, on: ["V"])
    rig.play("A↓700,200@0 A↑@30 A↓702,200@70 A↑@300 ⏲900")
    #expect(rig.appLines == ["App:began{A}@0", "App:moved{A}@70", "App:ended{A}@365"])
    #expect(rig.appNotes.last?.happened == .milliseconds(300))
  }

  @Test("FLT-53 the gap of a tap is no longer because the lift of another finger is held back")
  func otherFinger() throws {
    let rig = try rig([.pinch()], debounce: 90, gap: 30)
    rig.play("A↓200,200@0 B↓300,200@10 A↑@40 B↑@100 ⏲900")
    #expect(
      rig.appLines == [
        "App:began{A}@130", "App:ended{A}@160", "App:began{B}@190", "App:ended{B}@220",
      ])
  }

  @Test("FLT-59 a hold that ends before a held lift ends then, whatever a later lift holds back")
  func laterLift() throws {
    var app = AppScenario.settings(.hold)
    app.holdMaximum = .milliseconds(110)
    app.gather = .milliseconds(50)
    var touch = TouchSettings()
    touch.debounce = .milliseconds(90)
    let rig = try GestureRig([.pan()], regions: .f0, settings: touch, app: app)
    rig.play("A↓200,200@0 B↓400,200@40 B↑@75 A↑@150 ⏲900")
    let landing = try #require(rig.appNotes.first { $0.phase == .began && $0.happened == .milliseconds(0) })
    #expect(landing.time <= .milliseconds(200), "\(rig.appLines)")
  }

  @Test(
    "FLT-65 with held lifts no touch is later than stated, and time never runs back",
    arguments: UInt64(1)...20)
  func bounds(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for declarations in AppQueueTests.recognizers {
      let debounce = Double(Int.random(in: 10...150, using: &generator))
      let gap = Double(Int.random(in: 0...100, using: &generator))
      let rig = try rig(declarations, debounce: debounce, gap: gap)
      var (script, time) = ("", 0)
      for _ in 0..<25 {
        let (x, y) = (
          Int.random(in: 20...700, using: &generator), Int.random(in: 20...460, using: &generator)
        )
        script += "A↓\(x),\(y)@\(time) "
        time += Int.random(in: 1...120, using: &generator)
        // The two lifts may be closer than `debounce_ms`.
        let first = Bool.random(using: &generator) ? "B" : "A"
        if Bool.random(using: &generator) {
          script += "B↓\(x + 70),\(y)@\(time) "
          time += Int.random(in: 1...120, using: &generator)
          script += "\(first)↑@\(time) "
          time += Int.random(in: 1...90, using: &generator)
          script += "\(first == "A" ? "B" : "A")↑@\(time) "
        } else {
          script += "A↑@\(time) "
        }
        time += Int.random(in: 1...200, using: &generator)
      }
      rig.play(script + "⏲\(time + 9000)")
      var latest = Instant(microseconds: 0)
      var isLate: [UInt64: Bool] = [:]
      for note in rig.appNotes {
        #expect(note.time >= latest, "\(declarations) \(note)")
        latest = note.time
        guard let stated = note.stated else { continue }
        let late = note.time - note.happened
        switch note.phase {
        case .began:
          isLate[note.touch] = late > .zero
          #expect(late <= stated.landing, "\(declarations) \(debounce) \(gap) \(note)")
        case .ended:
          let bound =
            isLate[note.touch] ?? false
            ? stated.tap.microseconds + Int64(gap * 1000) : stated.lift.microseconds
          #expect(late.microseconds <= bound, "\(declarations) \(debounce) \(gap) \(note)")
        case .held, .moved, .cancelled, .lifted, .dropped: break
        }
      }
      #expect(!isLate.isEmpty)
    }
  }
}
