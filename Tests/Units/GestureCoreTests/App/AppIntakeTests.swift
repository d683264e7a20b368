import GestureCore
import GestureTestSupport
import Testing

/// Touches that never reach the app, and holds by clients.
@Suite("The app and what keeps touches from it")
struct AppIntakeTests {
  private func rig(
    _ recognizers: RecognizerDeclaration..., mode: AppSettings.Mode = .hold, on names: [String] = [],
    regions: RegionTree = .f0, filters: FilterSettings = FilterSettings(),
    settings: TouchSettings = TouchSettings()
  ) throws -> GestureRig {
    var app = AppSettings()
    app.mode = mode
    return try GestureRig(
      recognizers, regions: regions, on: names, settings: settings, filters: filters, app: app)
  }

  @Test("FLT-19 a landing in a rejected edge, in an exclusion zone or as a palm never reaches the app")
  func rejected() throws {
    var filters = FilterSettings()
    filters.leftEdge = 10
    let rig = try rig(filters: filters)
    rig.play("A↓20,200@0 A→300,200@20 A↑@40 B↓300,200@60 B↑@80")
    #expect(rig.appLines == ["App:began{B}@60", "App:ended{B}@80"].map { $0.replacing("{B}", with: "{A}") })
    var zones = FilterSettings()
    zones.zones = [
      ExclusionZone(
        name: "zone", x: .millimetres(0), y: .millimetres(0), width: .millimetres(10),
        height: .millimetres(10))
    ]
    zones.palmRadius = 10
    let other = try self.rig(filters: zones)
    other.play("A↓32,32@0 A→320,320@20 A↑@40")
    #expect(other.appNotes.isEmpty)
    other.play([Self.frame(.began, radius: 20, at: 100), Self.frame(.ended, radius: 2, at: 120)])
    #expect(other.appNotes.isEmpty)
  }

  private static func frame(_ kind: ContactChange.Kind, radius: Double, at time: Int64) -> TouchScript.Step {
    var attributes = ContactAttributes()
    attributes.majorRadius = radius
    return .frame(
      TouchFrame(
        time: .milliseconds(time),
        changes: [ContactChange(slot: 0, kind: kind, position: Point(80, 50), attributes: attributes)]))
  }

  @Test("FLT-20 a contact that grows to a palm ends for the app in that frame, in the mode's way")
  func grows() throws {
    for (mode, phase) in [(AppSettings.Mode.cancel, "cancelled"), (.hold, "lifted"), (.lift, "lifted")] {
      var filters = FilterSettings()
      filters.palmRadius = 10
      let rig = try rig(mode: mode, filters: filters)
      rig.play([
        Self.frame(.began, radius: 3, at: 0), Self.frame(.moved, radius: 20, at: 20),
        Self.frame(.ended, radius: 3, at: 40),
      ])
      #expect(rig.appLines == ["App:began{A}@0", "App:\(phase){A}@20"])
    }
  }

  @Test("FLT-21 the touch that wakes the screen, and those beside it and in the tail, never reach the app")
  func wake() throws {
    var settings = TouchSettings()
    settings.wakeTail = .milliseconds(200)
    let rig = try rig(settings: settings)
    rig.interrupt { pipeline, _, _ in pipeline.wake.update(isDark: true, at: .milliseconds(0)) }
    rig.play("A↓200,200@0 A↑@50")
    #expect(rig.appLines.isEmpty)
    rig.interrupt { pipeline, _, _ in pipeline.wake.recordLift(at: .milliseconds(50)) }
    rig.play("B↓200,200@150 B↑@200")
    #expect(rig.appLines.isEmpty)
    rig.interrupt { pipeline, _, _ in pipeline.wake.update(isDark: false, at: .milliseconds(400)) }
    rig.play("C↓200,200@400 C↑@450")
    #expect(rig.appLines.count == 2)
  }

  @Test("FLT-23 what cancel_touches takes away ends for the app in the mode's way")
  func taken() throws {
    for (mode, phase) in [(AppSettings.Mode.cancel, "cancelled"), (.hold, "lifted"), (.lift, "lifted")] {
      let rig = try rig(mode: mode)
      rig.play("A↓200,200@0")
      rig.interrupt { pipeline, identifiers, buffer in
        pipeline.cancelTouches(at: .milliseconds(20), identifiers: &identifiers, into: &buffer)
      }
      #expect(rig.appLines == ["App:\(phase){A}@20"])
      rig.play("A↑@40")
      #expect(rig.appLines.isEmpty)
    }
  }

  @Test("FLT-8 switching off ends what the app has in the mode's way and drops what is held; gestures go on")
  func switchedOff() throws {
    for (mode, phase) in [(AppSettings.Mode.cancel, "cancelled"), (.hold, "lifted"), (.lift, "lifted")] {
      let rig = try rig(.pan(minimum: 1, maximum: 1), mode: mode, on: ["V"])
      rig.play("A↓700,400@0 B↓200,200@10")
      rig.interrupt { pipeline, _, buffer in pipeline.endApp(at: .milliseconds(20), into: &buffer) }
      let expected = mode == .hold ? ["App:lifted{A}@20"] : ["App:\(phase){A,B}@20"]
      #expect(rig.appLines == expected)
      #expect(rig.appNotes.map(\.phase).contains(.dropped) == (mode == .hold))
      rig.play("B→220,200@30 A↑ B↑@40")
      #expect(rig.appLines.isEmpty)
      #expect(rig.seen.map(\.description) == ["pan:began@30", "pan:ended@40"])
    }
  }

  @Test("FLT-25 limits of regions are about regions: the app receives each touch")
  func regionLimits() throws {
    var tree = RegionTree.f0
    tree.change("V") {
      $0.isMultiple = false
      $0.isExclusive = true
    }
    let rig = try rig(regions: tree)
    #expect(
      rig.timeline(of: "A↓200,200@0 B↓300,200@10 C↓700,400@20") == [
        "V:began{A}@0", "App:began{A}@0", "App:began{B}@10", "App:began{C}@20",
      ])
  }

  @Test("FLT-25 where hit_max_touches leaves no region for a touch, the app receives the touch all the same")
  func fullRegions() throws {
    var tree = RegionTree.f0
    tree.change("V") { $0.hitMaximumTouches = 1 }
    tree.change("window") { $0.hitMaximumTouches = 2 }
    let rig = try rig(regions: tree)
    rig.play("A↓200,200@0 B↓210,200@10 C↓220,200@20 A↑ B↑ C↑@40")
    #expect(rig.appNotes.map(\.phase) == [.began, .began, .began, .ended, .ended, .ended])
    #expect(
      rig.appNotes.prefix(3).map(\.slot) == [0, 1, 2] && Set(rig.appNotes.suffix(3).map(\.slot)) == [0, 1, 2])
  }

  @Test("FLT-26, FF-25 what recognizers of a client held is let go when the client goes")
  func clientGone() throws {
    let rig = try rig(RecognizerDeclaration.longPress().owned(by: 1))
    var region = Region("own", frame: .points(0, 0, 1024, 640))
    region.foreignRecognizers = .full
    try rig.edit([.add(region, to: "root")], owner: 1, at: 0)
    rig.edit(at: 0) { set in try? set.setRegion(0, "own") }
    rig.play("A↓200,200@10")
    #expect(rig.appLines.isEmpty)
    rig.edit(at: 100) { set in _ = set.removeAll(ownedBy: 1) }
    #expect(rig.appLines == ["App:began{A}@100"])
  }

  @Test(
    "FLT-26, FF-25 what a client's region has kept from the app stays kept when the client goes, and the next touch is the app's"
  )
  func shieldGone() throws {
    let rig = try rig(regions: RegionTree(screen: GestureRig.screen))
    var region = Region("own", frame: .points(0, 0, 1024, 640))
    region.shieldsApp = true
    try rig.edit([.add(region, to: "root")], owner: 1, at: 0)
    rig.play("A↓200,200@10")
    #expect(rig.appLines.isEmpty)
    rig.removeRegions(ownedBy: 1, at: 100)
    rig.play("A→300,200@110 A↑@120")
    #expect(rig.appLines.isEmpty)
    rig.play("B↓200,200@200 B↑@220")
    #expect(rig.appLines == ["App:began{B}@200", "App:ended{B}@220"])
  }

  @Test("FLT-22 landings that everybody ignores never reach the app; those that a client's regions ignore do")
  func ignored() throws {
    for everywhere in [true, false] {
      let rig = try rig(regions: RegionTree(screen: GestureRig.screen))
      try rig.edit([.add(Region("own", frame: .points(0, 0, 1024, 640)), to: "root")], owner: 1, at: 0)
      rig.ignore(by: 1, everywhere: everywhere, at: 10)
      rig.play("A↓200,200@30 A→210,200@40 A↑@50 B↓200,200@60 C↓300,200@60 B→210,200@65 B↑@70")
      #expect(rig.appNotes.map(\.phase) == (everywhere ? [] : Self.strays))
      #expect(rig.seen.isEmpty && rig.touches.isEmpty)
      #expect(rig.endIgnoring(by: 1, at: 80))
      // A finger that landed ignored stays so for regions, and lifts for the app.
      rig.play("C→310,200@85 C↑@90 D↓200,200@100 D↑@120")
      let end: [AppNote.Phase] = everywhere ? [] : [.moved, .ended]
      #expect(rig.appNotes.map(\.phase) == end + [.began, .ended])
      #expect(rig.appLines.suffix(2) == ["App:began{A}@100", "App:ended{A}@120"])
    }
  }

  private static let strays: [AppNote.Phase] = [
    .began, .moved, .ended, .began, .began, .moved, .ended,
  ]

  @Test("FLT-16 a touch that no region takes is the app's alone, and no recognizer holds it")
  func outside() throws {
    for mode in AppSettings.Mode.allCases {
      var tree = RegionTree(screen: GestureRig.screen)
      tree.change("window") { $0.isInteractive = false }
      let rig = try rig(.tap(), .pan(), mode: mode, regions: tree)
      rig.play("A↓200,200@0 A→260,200@10 B↓300,200@20 A↑@30 B→310,200@35")
      #expect(rig.appNotes.map(\.phase) == [.began, .moved, .began, .ended, .moved])
      #expect(rig.appNotes.allSatisfy { $0.recognizer == nil } && rig.seen.isEmpty)
      // An event that takes all touches away takes this one too.
      rig.interrupt { pipeline, identifiers, buffer in
        pipeline.cancelTouches(at: .milliseconds(40), identifiers: &identifiers, into: &buffer)
      }
      #expect(rig.appNotes.map(\.phase) == [mode == .cancel ? .cancelled : .lifted])
      rig.play("B↑@50")
      #expect(rig.appNotes.isEmpty)
    }
  }

  @Test("FLT-17 a region inside of one that shields keeps its touches from the app too")
  func shieldAround() throws {
    var tree = RegionTree.f0.changing("V") { $0.shieldsApp = true }
    tree.add("inner", to: "V", points: 50, 50, 100, 100)
    let rig = try rig(regions: tree)
    rig.play("A↓200,200@0 A→700,400@10 A↑@20 B↓700,400@30 B↑@40")
    #expect(rig.appLines == ["App:began{B}@30", "App:ended{B}@40"])
  }

  @Test("FLT-17, FLT-22 a region that shields keeps landings from the app also where its owner ignores them")
  func ignoredShield() throws {
    let rig = try rig(regions: RegionTree(screen: GestureRig.screen))
    var region = Region("own", frame: .points(0, 0, 1024, 640))
    region.shieldsApp = true
    try rig.edit([.add(region, to: "root")], owner: 1, at: 0)
    rig.ignore(by: 1, everywhere: false, at: 10)
    rig.play("A↓200,200@30 A→210,200@40 A↑@50")
    #expect(rig.appLines.isEmpty && rig.appNotes.map(\.phase) == [.dropped])
  }

  @Test("FLT-41 a recognizer in a client holds no longer than the longest hold, whatever it says")
  func customHold() throws {
    let rig = try rig(.custom(), on: ["own"], regions: RegionTree(screen: GestureRig.screen))
    try rig.edit([.add(Region("own", frame: .points(0, 0, 1024, 640)), to: "root")], owner: 1, at: 0)
    rig.play("A↓200,200@0")
    #expect(rig.appLines.isEmpty)
    #expect(rig.reply(1, .possible) == .taken)
    rig.play("⏲700")
    #expect(rig.appLines == ["App:began{A}@500"])
    #expect(rig.seen.map(\.description) == ["spiral:failed@500"])
    rig.play("A↑@800")
    #expect(rig.appLines == ["App:ended{A}@800"])
  }

  @Test("FLT-40 a client that is asked and stays silent costs its time to answer, no more")
  func silentClient() throws {
    let rig = try rig(
      RecognizerDeclaration.longPress().owned(by: 1, asks: .shouldReceive), mode: .cancel, on: ["own"],
      regions: RegionTree(screen: GestureRig.screen))
    try rig.edit([.add(Region("own", frame: .points(0, 0, 1024, 640)), to: "root")], owner: 1, at: 0)
    rig.edit(at: 0) { set in
      guard var declaration = set.declaration(named: "lp", of: 1) else { return }
      declaration.properties.delaysTouchesBegan = true
      try? set.change(declaration)
    }
    rig.play("A↓200,200@10 A→300,200@12 ⏲100")
    #expect(rig.appLines == ["App:began{A}@15", "App:moved{A}@15"])
  }

  @Test("FLT-52, FLT-71 of touches that are a gesture's or shielded, the app hears nothing")
  func nothing() throws {
    let bar = RegionTree.f0.changing("V") { $0.shieldsApp = true }
    let rig = try rig(.pan(), regions: bar)
    rig.play("A↓700,400@0 A→750,400@10 A→760,400@20 B↓200,200@30 B→210,200@40 B↑@50 A↑@60")
    #expect(rig.appLines.isEmpty)
    #expect(rig.appNotes.map(\.phase) == [.held, .dropped, .dropped])
  }

  @Test("FLT-63 where nothing competes there is no deadline and no hold")
  func transparent() throws {
    let rig = try rig(.pan(passive: true), .tap("t", passive: true), .swipe(passive: true))
    let plain = try GestureRig(
      [.pan(passive: true), .tap("t", passive: true), .swipe(passive: true)], regions: .f0)
    for part in ["A↓200,200@0", "A→205,200@10 B↓300,200@12", "A↑@20", "B→400,300@30", "B↑@40"] {
      rig.play(part)
      plain.play(part)
      #expect(rig.nextDeadline == plain.nextDeadline)
      #expect(!rig.appNotes.contains { $0.phase == .held || $0.time != $0.happened && $0.phase != .moved })
      #expect(!rig.appLines.isEmpty)
    }
  }
}
