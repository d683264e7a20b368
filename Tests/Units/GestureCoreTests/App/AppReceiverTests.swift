import GestureCore
import GestureTestSupport
import Testing

/// The app behind all regions: what it receives of touches, and when.
@Suite("The app")
struct AppReceiverTests {
  private static let tap2 = RecognizerDeclaration.tap("tap2", taps: 2)
  private static let pan3 = RecognizerDeclaration.pan("pan3", minimum: 3, maximum: 3)
  private static let bar = RegionTree.f0.changing("V") { $0.shieldsApp = true }

  static let scenarios = [
    AppScenario(
      name: "FLT-16 the app receives a touch besides the region that it hits", .cancel,
      script: "A↓200,200@0 A→205,200@8 A↑@20",
      told: [
        "V:began{A}@0", "App:began{A}@0", "V:moved{A}@8", "App:moved{A}@8", "V:ended{A}@20",
        "App:ended{A}@20",
      ]),
    AppScenario(
      name: "FLT-17 what lands in a region with app = false never reaches the app, wherever it goes", .cancel,
      regions: bar, script: "A↓200,200@0 A→700,400@20 A↑@40 B↓700,400@60 B→200,200@80 B↑@100",
      app: ["App:began{B}@60", "App:moved{B}@80", "App:ended{B}@100"]),
    AppScenario(
      name:
        "FLT-29, FLT-30 the app hears at once, and the winner cancels before its line; later moves are not told",
      .cancel, .pan(), script: "A↓700,200@0 A→705,200@8 A→711,200@16 A→720,200@24 A↑@40",
      told: [
        "root:began{A}@0", "App:began{A}@0", "root:moved{A}@8", "App:moved{A}@8", "root:cancelled{A}@16",
        "App:cancelled{A}@16", "pan:began@16", "pan:changed@24", "pan:ended@40",
      ]),
    AppScenario(
      name: "FLT-31 touches that the winner does not track go on", .cancel, .pan(), on: ["V"],
      script: "A↓200,200 B↓700,500@0 A→215,200@16 B→710,500@20 A↑ B↑@40",
      app: ["App:began{A,B}@0", "App:cancelled{A}@16", "App:moved{B}@20", "App:ended{B}@40"]),
    AppScenario(
      name: "FLT-32 without cancels_touches_in_view the app keeps everything", .cancel,
      RecognizerDeclaration.tap().harmless,
      script: "A↓200,200@0 A↑@80", app: ["App:began{A}@0", "App:ended{A}@80"], actions: ["tap:ended@80"]),
    AppScenario(
      name: "FLT-33 a finger that joins a gesture under way never reaches the app", .cancel, .pan(maximum: 2),
      script: "A↓200,200@0 A→215,200@16 B↓300,200@40 B→310,200@60 A↑ B↑@80",
      app: ["App:began{A}@0", "App:cancelled{A}@16"]),
    AppScenario(
      name: "FLT-34 a passive recognizer neither holds nor cancels", .hold, .pan(passive: true),
      script: "A↓200,200@0 A→215,200@16 A↑@40",
      app: ["App:began{A}@0", "App:moved{A}@16", "App:ended{A}@40"],
      actions: ["pan:began@16", "pan:ended@40"]),
    AppScenario(
      name: "FLT-36 the lift is held while a double tap may come of it", .cancel, tap2,
      script: "A↓200,200@0 A↑@80 ⏲1000", app: ["App:began{A}@0", "App:ended{A}@430"],
      actions: ["tap2:failed@430"]),
    AppScenario(
      name: "FLT-36 a second tap in time cancels both", .cancel, tap2,
      script: "A↓200,200@0 A↑@80 B↓200,200@200 B↑@280",
      app: ["App:began{A}@0", "App:began{B}@200", "App:cancelled{A,B}@280"], actions: ["tap2:ended@280"]),
    AppScenario(
      name: "FLT-37 a continuous recognizer that is possible holds no lift", .cancel, .pan(),
      script: "A↓200,200@0 A↑@80", app: ["App:began{A}@0", "App:ended{A}@80"]),
    AppScenario(
      name: "FLT-38 a system edge pan holds what lands in its band until it fails", .cancel,
      .edgePan(["left"], ["system": .flag(true)]).delaying,
      script: "A↓6,200@0 A→6,205@10 A→6,277@20 A↑@40",
      app: ["App:began{A}@20", "App:moved{A}@20", "App:ended{A}@40"]),
    AppScenario(
      name: "FLT-39 touch_delay holds a tap until its lift, and a rest until its time", .cancel,
      .make(TouchDelayRecognizer.self, "delay"), script: "A↓200,200@0 A↑@80 ⏲400 B↓200,200@500 ⏲700 B↑@800",
      app: ["App:began{A}@80", "App:ended{A}@100", "App:began{B}@650", "App:ended{B}@800"]),
    AppScenario(
      name:
        "FLT-53, FLT-57 in hold the app hears when the tap has failed: the landing where it was, then one move",
      .hold,
      .tap(), script: "A↓200,200@0 A→220,200@20 A→246,200@40 A→250,200@50 A↑@80",
      app: ["App:began{A}@40", "App:moved{A}@40", "App:moved{A}@50", "App:ended{A}@80"],
      actions: ["tap:failed@40"]),
    AppScenario(
      name: "FLT-57 what a gesture wins the app never hears of", .hold, .tap(), script: "A↓200,200@0 A↑@40",
      app: [], actions: ["tap:ended@40"]),
    AppScenario(
      name: "FLT-58 a finger that rests is let go, the app's for good, and the pan fails for it", .hold,
      .pan(),
      script: "A↓200,200@0 A→350,200@600 A→360,200@620 A↑@700",
      app: ["App:began{A}@500", "App:moved{A}@600", "App:moved{A}@620", "App:ended{A}@700"],
      actions: ["pan:failed@500"]),
    AppScenario(
      name: "FLT-59 a recognizer's own deadline goes before the end of its hold", .hold, .longPress(),
      script: "A↓200,200@0 ⏲700 A↑@800", app: [], actions: ["lp:began@500", "lp:ended@800"]),
    AppScenario(
      name: "FLT-60 a recognizer for three fingers holds one for the time in which the others may land",
      .hold,
      pan3,
      script: "A↓200,200@0 ⏲200 A↑@300", app: ["App:began{A}@60", "App:ended{A}@300"],
      actions: ["pan3:failed@60"]),
    AppScenario(
      name: "FLT-60 fingers that land in time are held on", .hold, pan3,
      script:
        "A↓200,200@0 B↓300,200@25 C↓400,200@50 A→240,200 B→340,200 C→440,200@200 A↑ B↑ C↑@300",
      app: [], actions: ["pan3:began@200", "pan3:ended@300"]),
    AppScenario(
      name: "FLT-60 fingers that land later are let go after their own time", .hold, pan3,
      script: "A↓200,200@0 B↓300,200 C↓400,200@70 ⏲200 A↑ B↑ C↑@300",
      app: ["App:began{A}@60", "App:began{B,C}@130", "App:ended{A,B,C}@300"],
      actions: ["pan3:failed@60", "pan3:failed@130"]),
    AppScenario(
      name: "FLT-60 a touch that was let go does not keep the recognizer from its next fingers", .hold, pan3,
      script:
        "A↓200,200@0 B↓300,200 C↓400,200@70 D↓500,200@80 B→340,200 C→440,200 D→540,200@200 A↑ B↑ C↑ D↑@300",
      app: ["App:began{A}@60", "App:ended{A}@300"],
      actions: ["pan3:failed@60", "pan3:began@200", "pan3:ended@300"]),
    AppScenario(
      name: "FLT-61 what is decided earlier is told earlier", .hold, .swipe(touches: 3),
      script: "A↓200,200@0 A↑@30 ⏲200", app: ["App:began{A}@30", "App:ended{A}@50"]),
    AppScenario(
      name: "FLT-62 in cancel a recognizer holds for itself and by the same bound, and goes on", .cancel,
      RecognizerDeclaration.pan().delaying, script: "A↓200,200@0 ⏲600 A→230,200@700 A↑@800",
      app: ["App:began{A}@500", "App:cancelled{A}@700"], actions: ["pan:began@700", "pan:ended@800"]),
    AppScenario(
      name: "FLT-62 what another one takes meanwhile never reaches the app", .cancel,
      RecognizerDeclaration.longPress().delaying, .pan(), script: "A↓200,200@0 A→230,200@60 ⏲600 A↑@800",
      app: [], actions: ["lp:failed@60", "pan:began@60", "pan:ended@800"]),
    AppScenario(
      name: "FLT-64 only recognizers whose region the touch lies in hold it", .hold, .pan(), on: ["V"],
      script: "A↓700,200@0 A↑@20", app: ["App:began{A}@0", "App:ended{A}@20"]),
    AppScenario(
      name: "FLT-54 touches are let go in the order of their landings, and no lift overtakes a landing",
      .hold,
      .swipe(touches: 2),
      script: "A↓200,200@0 B↓300,200@10 B↑@30 ⏲100 A↑@200",
      app: ["App:began{A,B}@30", "App:ended{B}@50", "App:ended{A}@200"]),
    AppScenario(
      name: "FLT-53 two touches that did not overlap on the glass do not overlap for the app", .hold, tap2,
      script: "A↓200,200@0 A↑@40 B↓200,200@100 ⏲2000 B↑@2100",
      app: [
        "App:began{A}@850", "App:ended{A}@870", "App:began{B}@870", "App:ended{B}@2100",
      ]),
    AppScenario(
      name: "FLT-72 in lift the winner lifts the app's touches", .lift, .pan(),
      script: "A↓200,200@0 A→205,200@8 A→230,200@16 A↑@40",
      app: ["App:began{A}@0", "App:moved{A}@8", "App:lifted{A}@16"]),
  ]

  @Test("The app receives what each row says", arguments: scenarios)
  func plays(_ scenario: AppScenario) throws {
    try scenario.check()
  }

  @Test("FLT-35 an unheard recognizer takes nothing from the app")
  func unheard() throws {
    var settings = AppSettings()
    for mode in AppSettings.Mode.allCases {
      settings.mode = mode
      let rig = try GestureRig([.pan("p", minimum: 3)], regions: .f0, app: settings)
      rig.edit(at: 0) { set in set.setHearing(0, .unheard) }
      rig.play("A↓200,200 B↓300,200 C↓400,200@10 A→240,200 B→340,200 C→440,200@20 A↑ B↑ C↑@40")
      #expect(rig.appLines == ["App:began{A,B,C}@10", "App:moved{A,B,C}@20", "App:ended{A,B,C}@40"])
    }
  }
}

extension RegionTree {
  /// The tree with a changed region.
  func changing(_ name: String, _ configure: (inout Region) -> Void) -> RegionTree {
    var tree = self
    tree.change(name, configure)
    return tree
  }
}
