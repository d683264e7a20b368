import GestureCore
import GestureTestSupport
import Testing

/// Recognizers that hold touches back from their regions.
@Suite("Held touches")
struct HeldTouchTests {
  private static func delaying(_ declaration: RecognizerDeclaration) -> RecognizerDeclaration {
    declaration.with { $0.delaysTouchesBegan = true }
  }

  private static func harmless(_ declaration: RecognizerDeclaration) -> RecognizerDeclaration {
    declaration.with { $0.cancelsTouchesInView = false }
  }

  private static let tap2 = RecognizerDeclaration.tap("tap2", taps: 2)

  static let scenarios = [
    DeliveryScenario(
      name:
        "DLY-1, DLY-3, DLY-4 recognition cancels V's touch before the action, and the move that led to it and "
        + "those after it are not told",
      .pan(), script: "A↓200,200@0 A→205,200@8 A→210,200@16 A→220,200@24 A↑@40",
      told: [
        "V:began{A}@0", "V:moved{A}@8", "V:cancelled{A}@16", "pan:began@16", "pan:changed@24", "pan:ended@40",
      ]),
    DeliveryScenario(
      name: "DLY-2 only touches that the recognizer tracks are cancelled: others go on",
      .pan(), isOnV: true, script: "A↓200,200 B↓600,500@0 A→215,200@16 B→610,500@20 A↑ B↑@40",
      told: [
        "V:began{A}@0", "root:began{B}@0", "V:cancelled{A}@16", "pan:began@16", "root:moved{B}@20",
        "pan:ended@40", "root:ended{B}@40",
      ]),
    DeliveryScenario(
      name: "DLY-5 without cancels_touches_in_view V hears everything",
      harmless(.tap()), script: "A↓200,200@0 A↑@80",
      told: ["V:began{A}@0", "tap:ended@80", "V:ended{A}@80"]),
    DeliveryScenario(
      name: "DLY-6 a recognizer that fails cancels nothing",
      .tap(), script: "A↓200,200@0 A→246,200@40 A→250,200@50 A↑@80",
      told: [
        "V:began{A}@0", "tap:failed@40", "V:moved{A}@40", "V:moved{A}@50", "V:ended{A}@80",
      ]),
    DeliveryScenario(
      name: "DLY-7 without delays_touches_began began and moved are told at once",
      .longPress(), script: "A↓200,200@0 A→205,200@8 A↑@80",
      told: ["V:began{A}@0", "V:moved{A}@8", "lp:failed@80", "V:ended{A}@80"]),
    DeliveryScenario(
      name: "DLY-8 with it they are held, and where it is recognized V hears nothing at all",
      delaying(.tap()), script: "A↓200,200@0 A→205,200@20 A↑@80", told: ["tap:ended@80"]),
    DeliveryScenario(
      name: "DLY-9 on failure began comes with its own stamp, then one moved",
      delaying(.tap()), script: "A↓200,200@0 A→230,200@20 A→246,200@40",
      told: ["tap:failed@40", "V:began{A:0}@40", "V:moved{A}@40"]),
    DeliveryScenario(
      name: "DLY-11, DLY-12 with delays_touches_ended the lift is held until it fails, and keeps its stamp",
      tap2, script: "A↓200,200@0 A↑@80 ⏲1000",
      told: ["V:began{A}@0", "tap2:failed@430", "V:ended{A:80}@430"]),
    DeliveryScenario(
      name:
        "DLY-13 on recognition the lift that was held becomes cancelled, a line a sequence, the older first",
      tap2, script: "A↓200,200@0 A↑@80 B↓200,200@200 B↑@280",
      told: [
        "V:began{A}@0", "V:began{B}@200", "V:cancelled{A}@280", "V:cancelled{B}@280", "tap2:ended@280",
      ]),
    DeliveryScenario(
      name: "DLY-14 without delays_touches_ended only the unfinished touch is cancelled",
      tap2.with { $0.delaysTouchesEnded = false }, script: "A↓200,200@0 A↑@80 B↓200,200@200 B↑@280",
      told: [
        "V:began{A}@0", "V:ended{A}@80", "V:began{B}@200", "V:cancelled{B}@280", "tap2:ended@280",
      ]),
    DeliveryScenario(
      name: "DLY-15 the hold ends when the last of those that hold has failed",
      delaying(.swipe()), delaying(.tap()), script: "A↓200,200@0 ⏲900 A↑@1000",
      told: ["swipe:failed@500", "tap:failed@750", "V:began{A:0}@750", "V:ended{A}@1000"]),
    DeliveryScenario(
      name: "DLY-15 recognition by any of them drops the touch",
      delaying(.swipe()), delaying(harmless(.tap())), script: "A↓200,200@0 A↑@80",
      told: ["swipe:failed@80", "tap:ended@80"]),
    DeliveryScenario(
      name: "DLY-16 only touches that the recognizer tracks are held",
      delaying(.tap()), isOnV: true, script: "A↓200,200@0 B↓600,500@10 A↑@80",
      told: ["root:began{B}@10", "tap:ended@80"]),
    DeliveryScenario(
      name: "DLY-17 one that waits for another holds as if it were possible",
      delaying(.pan(requires: ["tap"])), .tap(), script: "A↓200,200@0 A→220,200@20 A→225,200@40 A↑@60",
      told: ["pan:failed@60", "tap:ended@60"]),
    DeliveryScenario(
      name: "DLY-18 a touch that is cancelled while its landing is held was never there for V",
      delaying(.tap()), script: "A↓200,200@0 A✕@40 ⏲1000", told: ["tap:failed@40"]),
    DeliveryScenario(
      name: "DLY-18 cancelled is never held",
      tap2, script: "A↓200,200@0 A✕@40 ⏲1000",
      told: ["V:began{A}@0", "tap2:failed@40", "V:cancelled{A}@40"]),
    DeliveryScenario(
      name: "DLY-19 a touch that was not held keeps its place before one that was",
      delaying(.tap()), isOnV: true, script: "A↓200,200@0 B↓600,500@10 A→246,200@40",
      told: ["root:began{B}@10", "tap:failed@40", "V:began{A:0}@40", "V:moved{A}@40"]),
    DeliveryScenario(
      name: "DLY-19 touches that were held are told in the order in which they landed",
      delaying(.tap(touches: 2)), script: "A↓200,200@0 B↓300,200@10 A→246,200@40",
      told: ["tap:failed@40", "V:began{A:0,B:10}@40", "V:moved{A}@40"]),
    DeliveryScenario(
      name: "DLY-20 touch_delay holds a landing for 150 ms",
      .make(TouchDelayRecognizer.self), .pan(), script: "A↓200,200@0 ⏲200 A↑@300",
      told: ["touch_delay:failed@150", "V:began{A:0}@150", "pan:failed@300", "V:ended{A}@300"]),
    DeliveryScenario(
      name: "DLY-20 a pan that begins meanwhile leaves V without a word",
      .make(TouchDelayRecognizer.self), .pan(), script: "A↓200,200@0 A→215,200@60 A↑@80",
      told: ["touch_delay:failed@60", "pan:began@60", "pan:ended@80"]),
    DeliveryScenario(
      name: "DLY-21 of a quick press began and ended come together, at the lift",
      .make(TouchDelayRecognizer.self), script: "A↓200,200@0 A↑@80",
      told: ["touch_delay:failed@80", "V:began{A:0}@80", "V:ended{A}@80"]),
    DeliveryScenario(
      name: "DLY-22 a continuous recognizer that is possible and waits for nobody holds no lift",
      .pan(), script: "B↓300,200@0 A↓200,200@10 A↑@80",
      told: ["V:began{A}@0", "V:began{B}@10", "V:ended{B}@80"]),
    DeliveryScenario(
      name: "DLY-23 a finger that joins an active gesture is not told to V",
      .pan(), script: "A↓200,200@0 A→215,200@16 B↓300,200@20 B→310,200@30 A↑ B↑@40",
      told: [
        "V:began{A}@0", "V:cancelled{A}@16", "pan:began@16", "pan:changed@20", "pan:changed@30",
        "pan:ended@40",
      ]),
    DeliveryScenario(
      name: "DLY-24 recognition by one that holds drops what is held though it does not cancel",
      delaying(harmless(.pan())), script: "A↓200,200@0 A→215,200@16 A→220,200@24 A↑@40",
      told: ["pan:began@16", "pan:changed@24", "pan:ended@40"]),
    DeliveryScenario(
      name: "MULTI-4 a passive recognizer neither takes nor holds anything",
      .tap("tap2", taps: 2, passive: true).with { $0.delaysTouchesBegan = true },
      script: "A↓200,200@0 A↑@80 B↓200,200@200 B↑@280",
      told: [
        "V:began{A}@0", "V:ended{A}@80", "V:began{B}@200", "tap2:ended@280", "V:ended{B}@280",
      ]),
  ]

  @Test("between V and its touches", arguments: scenarios)
  func scenario(_ scenario: DeliveryScenario) throws {
    try scenario.check()
  }

  @Test("DLY-9 the one moved has the present place, and the place before is where it landed")
  func replayedPlaces() throws {
    let rig = try GestureRig([Self.delaying(.tap())], regions: GestureRig.treeWithV)
    rig.play("A↓200,200@0 A→230,200@20 A→246,200@40")
    #expect(rig.touches[0].touches[0].location.isNear(200, 200))
    #expect(rig.touches[1].touches[0].location.isNear(246, 200))
    #expect(rig.touches[1].touches[0].previousLocation.isNear(200, 200))
  }

  @Test("DLY-10 its samples are those that were held")
  func replayedSamples() throws {
    var settings = TouchSettings()
    settings.detail = .coalesced
    let rig = try GestureRig([Self.delaying(.tap())], regions: GestureRig.treeWithV, settings: settings)
    rig.play("A↓200,200@0 A→230,200@20 A→246,200@40")
    let places = rig.touches[1].coalesced(of: 1)?.map(\.location.x)
    #expect(places?.map { $0.rounded() } == [230, 246])
  }

  @Test("DLY-18 when the system takes all touches a lift that is held becomes cancelled")
  func heldLiftAtLoss() throws {
    let rig = try GestureRig([Self.tap2], regions: GestureRig.treeWithV)
    rig.play("A↓200,200@0 A↑@80")
    rig.play([.frame(TouchFrame(time: .milliseconds(100), cause: .deviceRemoved, changes: []))])
    #expect(rig.timeline == ["tap2:failed@100", "V:cancelled{A}@100"])
    #expect(rig.nextDeadline == nil)
  }

  @Test("CUS-12 one that holds touches for 2 s and has not failed is told of, once a touch")
  func watchdog() throws {
    let forgetful = RecognizerDeclaration.make(ForgetfulRecognizer.self).with { $0.delaysTouchesBegan = true }
    let rig = try GestureRig([forgetful], catalog: [ForgetfulRecognizer.self])
    rig.play("A↓200,200@0 ⏲1999")
    #expect(rig.buffer.events.isEmpty)
    rig.play("⏲9000")
    let transitions = rig.buffer.events.compactMap { event in
      if case .transition(let transition) = event { transition } else { nil }
    }
    #expect(transitions.map(\.time) == [.milliseconds(2000)])
    #expect(transitions.map(\.reason.word.description) == ["holdsTouches"])
    #expect(
      rig.timeline(of: "A↑@9100") == [
        "forgetful:failed@9100", "root:began{A:0}@9100", "root:ended{A}@9100",
      ])
  }

  @Test("lifts that are held are bounded, and every touch comes to its end")
  func bounded() throws {
    let greedy = RecognizerDeclaration.make(GreedyRecognizer.self)
    let rig = try GestureRig([greedy], catalog: [GreedyRecognizer.self])
    var told: [String] = []
    for number in 0..<200 {
      told += rig.timeline(of: "A↓200,200@\(number * 10) A↑@\(number * 10 + 5)")
    }
    #expect(told.count { $0.contains(":began{") } == 200)
    #expect(rig.touches.allSatisfy { $0.touches.count == 1 })
    rig.play("⏲60000")
    let late = rig.touches.reduce(0) { $0 + $1.touches.count }
    #expect(late == 128)
    #expect(told.count { $0.contains(":ended{") } == 200 - late)
  }
}

/// A discrete recognizer that waits for a minute, whatever fingers do, and so holds every lift.
private struct GreedyRecognizer: Recognizer {
  static let kind = GestureKind("greedy")
  static let isDiscrete = true
  static let options: [OptionDescription] = []
  static let fields: [GestureField] = []

  private(set) var deadline: Instant?

  init(_ options: OptionTable, numberOfTouches: Int) {}

  func values(at time: Instant) -> GestureValues { GestureValues() }

  mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch input {
    case .touches(let time):
      if deadline == nil { deadline = time + .milliseconds(60_000) }
      return .none
    case .deadline:
      return .fail(Reason("lifted"))
    }
  }

  mutating func reset() {
    deadline = nil
  }
}
