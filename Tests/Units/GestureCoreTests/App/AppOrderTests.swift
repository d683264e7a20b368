import GestureCore
import GestureTestSupport
import Testing

/// The order in which touches go out to the app, and what a touch that waits for others costs the next ones.
@Suite("The app and the order of touches")
struct AppOrderTests {
  private static let tap2 = RecognizerDeclaration.tap("tap2", taps: 2)
  private static let pan3 = RecognizerDeclaration.pan("pan3", minimum: 3, maximum: 3)

  static let scenarios = [
    AppScenario(
      name: "FLT-57 a finger that has lifted goes out, though another finger may still pinch", .hold,
      .pinch(),
      script: "A↓200,200@0 B↓300,200@10 A↑@40 ⏲400 B↑@450 ⏲600",
      app: ["App:began{A}@40", "App:ended{A}@60", "App:began{B}@450", "App:ended{B}@470"],
      actions: ["pinch:failed@450"]),
    AppScenario(
      name: "FLT-57 a pinch of the other fingers does not swallow a finger that lifted before it", .hold,
      .pinch(), RecognizerDeclaration.longPress(minimumPress: 300, touches: 3),
      script: "A↓200,200@0 B↓300,200@10 A↑@30 C↓400,200@45 B→280,200 C→430,200@60 B↑ C↑@90",
      app: ["App:began{A}@30", "App:ended{A}@50"],
      actions: ["lp:failed@30", "pinch:began@60", "pinch:ended@90"]),
    AppScenario(
      name: "FLT-57 nor does a rotation swallow one that another recognizer has held until then", .hold,
      .rotation(), .tap("two", touches: 2), on: ["root", "V"],
      script: "A↓200,200@0 B↓300,200@10 A↑@30 C↓700,200@45 C→700,300@60 B↑ C↑@90",
      app: ["App:began{A}@60", "App:ended{A}@80"]),
    AppScenario(
      name: "FLT-57 a pan of the fingers that are left lets go of the one that has lifted", .hold,
      .pan("pan2", minimum: 2, maximum: 2),
      script: "A↓200,200@0 B↓300,200@20 A↑@50 C↓250,200@100 B→340,200 C→290,200@130 B↑ C↑@160",
      app: ["App:began{A}@50", "App:ended{A}@70"], actions: ["pan2:began@130", "pan2:ended@160"]),
    AppScenario(
      name: "FLT-57 fingers of a tap count until the last one has lifted", .hold, .tap("two", touches: 2),
      script: "A↓200,200@0 B↓300,200@10 A↑@40 B↑@200", app: [], actions: ["two:ended@200"]),
    AppScenario(
      name: "FLT-57 a gesture that has all it needs and waits for others keeps its fingers", .hold,
      .pan(requires: ["tap2"]), tap2,
      script: "A↓200,200@0 A→220,200@20 A↑@60 ⏲1000", app: [],
      actions: ["tap2:failed@410", "pan:began@410", "pan:ended@410"]),
    AppScenario(
      name: "FLT-36 a pinch that waits for others holds no lift of a finger that it goes on without", .cancel,
      .pinch(requires: ["two2"]), .tap("two2", taps: 2, touches: 2),
      script: "A↓200,200@0 B↓300,200@10 A↑@40 C↓400,200@60 B→280,200 C→430,200@90 B↑ C↑@120",
      app: [
        "App:began{A}@0", "App:began{B}@10", "App:ended{A}@60", "App:began{C}@60", "App:cancelled{B,C}@90",
      ]),
    AppScenario(
      name: "FLT-54 touches let go in one instant go out in the order of their landings", .hold, pan3,
      on: ["V"], script: "A↓200,200@0 B↓700,200@60 ⏲200 A↑ B↑@300",
      app: ["App:began{A,B}@60", "App:ended{A,B}@300"], actions: ["pan3:failed@60"]),
    AppScenario(
      name: "FLT-54 also where a report frees the later one and a recognizer's timer the earlier one", .hold,
      tap2, .longPress(), on: ["V", "root"],
      script: "A↓200,200@0 A↑@40 B↓700,400@380 B→760,400@390 ⏲700 B↑@800",
      app: [
        "App:began{A}@390", "App:ended{A}@410", "App:began{B}@410", "App:moved{B}@410", "App:ended{B}@800",
      ]),
    AppScenario(
      name: "FLT-60 the time for missing fingers counts from the first landing, also once that finger is up",
      .hold, pan3,
      script: "A↓200,200@0 B↓300,200@20 A↑@40 ⏲200 B↑@300",
      app: ["App:began{A}@40", "App:ended{A}@60", "App:began{B}@60", "App:ended{B}@300"],
      actions: ["pan3:failed@60"]),
  ]

  @Test("The app receives what each row says", arguments: scenarios)
  func plays(_ scenario: AppScenario) throws {
    try scenario.check()
  }

  @Test("FLT-53 a touch that the app receives at its landing lifts with its finger, without a gap")
  func noGapAtOnce() throws {
    var settings = AppScenario.settings(.hold)
    settings.gather = .zero
    let rig = try GestureRig([Self.pan3], regions: .f0, app: settings)
    rig.play("A↓200,200@0 A↑@7 B↓200,200@30 ⏲100 B↑@130")
    #expect(rig.appLines == ["App:began{A}@0", "App:ended{A}@7", "App:began{B}@30", "App:ended{B}@130"])
  }

  @Test("FLT-65 taps beside a region with gestures are not late, however long its taps stay down for the app")
  func otherHalf() throws {
    var settings = AppScenario.settings(.hold)
    settings.replayGap = .milliseconds(100)
    let rig = try GestureRig([Self.pan3], regions: .f0, on: ["V"], app: settings)
    rig.play("A↓200,200@0 A↑@10 B↓700,200@20 B↑@30 C↓700,300@40 C↑@50 D↓700,200@60 D↑@75 ⏲900")
    #expect(
      rig.appLines == [
        "App:began{A}@10", "App:ended{A}@20", "App:began{B}@20", "App:ended{B}@30", "App:began{C}@40",
        "App:ended{C}@50", "App:began{D}@60", "App:ended{D}@75",
      ])
  }

  @Test("FLT-65 quick taps in one region build no queue: none is later than the region's bound")
  func noQueue() throws {
    for gap in [20.0, 45, 100] {
      var settings = AppScenario.settings(.hold)
      settings.replayGap = .milliseconds(gap)
      let rig = try GestureRig([.longPress(minimumPress: 150)], regions: .f0, app: settings)
      rig.play((0..<60).map { "A↓200,200@\($0 * 30) A↑@\($0 * 30 + 9)" }.joined(separator: " ") + " ⏲9000")
      var told: [UInt64: Instant] = [:]
      var (latest, count) = (TimeSpan.zero, 0)
      for note in rig.appNotes {
        switch note.phase {
        case .began:
          told[note.touch] = note.time
          latest = max(latest, note.time - note.happened)
        case .ended:
          count += 1
          #expect(note.time - max(note.happened, told[note.touch] ?? note.happened) <= settings.replayGap)
        default: break
        }
      }
      #expect(count == 60)
      #expect(latest <= .milliseconds(150), "\(gap): \(latest)")
      // Touches that did not overlap on the glass do not overlap for the app.
      let phases = rig.appNotes.filter { $0.phase == .began || $0.phase == .ended }.map(\.phase)
      #expect(phases == (0..<60).flatMap { _ in [AppNote.Phase.began, .ended] })
    }
  }
}
