import GestureTestSupport
import Testing

@testable import GestureCore

/// Rules that hold for every stage and for all stages together, for any fingers.
@Suite("Filter chain") struct FilterChainTests {
  /// A random choice of stages with random numbers.
  private func settings(_ random: inout SeededGenerator) -> FilterSettings {
    var settings = FilterSettings()
    func chance() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
    if chance() { settings.leftEdge = 20 }
    if chance() { settings.bottomEdge = 90 }
    if chance() { settings.palmRadius = 10 }
    if chance() { settings.skippedSamples = Int.random(in: 1...10, using: &random) }
    if chance() { settings.smoothingCutoff = Double.random(in: 0.1...100, using: &random) }
    if chance() { settings.minimumMovement = Double.random(in: 0.1...20, using: &random) }
    if chance() {
      settings.zones = [
        ExclusionZone(
          name: "zone", x: .share(0.2), y: .millimetres(10), width: .millimetres(40), height: .share(0.5))
      ]
    }
    return settings
  }

  private func debounce(_ milliseconds: Double) -> TouchSettings {
    var table = OptionTable(defaultsOf: TouchSettings.options)
    table.set("debounce_ms", to: .number(milliseconds))
    return TouchSettings(table)
  }

  @Test("without a setting there is no chain, and each setting makes one")
  func nothingToDo() {
    func hasChain(_ change: (inout FilterSettings) -> Void, touch: TouchSettings = TouchSettings()) -> Bool {
      var settings = FilterSettings()
      change(&settings)
      return FilterChain(settings, touch: touch, screen: Size(160, 100), maximumTouches: 10) != nil
    }
    #expect(!hasChain { _ in })
    #expect(hasChain({ _ in }, touch: debounce(50)))
    #expect(hasChain { $0.topEdge = 1 })
    #expect(hasChain { $0.palmRadius = 1 })
    #expect(hasChain { $0.skippedSamples = 1 })
    #expect(hasChain { $0.smoothingCutoff = 1 })
    #expect(hasChain { $0.minimumMovement = 1 })
    #expect(
      hasChain {
        $0.zones = [
          ExclusionZone(name: "zone", x: .share(0), y: .share(0), width: .share(0), height: .share(0))
        ]
      })
  }

  @Test("TCH-10 a finger whose lift is held back is not down any more")
  func heldLift() throws {
    let rig = try GestureRig([.tap()], settings: debounce(80))
    rig.play("A↓100,100@10")
    #expect(rig.hasTouches)
    rig.play("A↑@80")
    #expect(!rig.hasTouches)
    #expect(rig.nextDeadline == .milliseconds(160))
    rig.play("⏲160")
    #expect(!rig.hasTouches)
  }

  @Test(
    "TCH-10 with any filters each contact that begins ends once, time never runs back, and nothing is left over",
    arguments: Array<UInt64>(0..<40))
  func lives(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let settings = settings(&random)
    let touch = debounce(Bool.random(using: &random) ? 50 : 0)
    guard var chain = FilterChain(settings, touch: touch, screen: Size(160, 100), maximumTouches: 10) else {
      return
    }
    var isDown = Array(repeating: false, count: 10)
    var last = Instant(microseconds: 0)
    func check() {
      for position in 0..<chain.output.count {
        let frame = chain.output[position]
        #expect(frame.time >= last)
        last = frame.time
        #expect(Set(frame.changes.map(\.slot)).count == frame.changes.count)
        for change in frame.changes {
          #expect(isDown[change.slot] == (change.kind != .began))
          isDown[change.slot] = change.kind == .began || change.kind == .moved
        }
      }
    }
    func fire(before time: Instant) {
      while let deadline = chain.nextDeadline, deadline < time {
        chain.release(by: deadline)
        // Frames that waited for a lift keep their own times.
        #expect(chain.output.count == 0 || chain.output[chain.output.count - 1].time <= deadline)
        check()
        #expect(chain.nextDeadline.map { $0 > deadline } ?? true)
      }
    }
    var story = RandomStory(seed: seed)
    for step in story.next(2000) + story.ending() {
      switch step {
      case .frame(var frame):
        for index in frame.changes.indices {
          frame.changes[index].attributes.majorRadius = Double.random(in: 0...11, using: &random)
        }
        fire(before: frame.time)
        chain.filter(frame)
        if chain.output.count > 0 { #expect(chain.output[chain.output.count - 1].time <= frame.time) }
        check()
      case .advance(let time): fire(before: time)
      case .hover: break
      }
    }
    #expect(!isDown.contains(true))
    #expect(chain.withheldContacts == 0 && chain.nextDeadline == nil)
  }

  @Test("the storage of frames is made once", arguments: Array<UInt64>(0..<5))
  func storage(seed: UInt64) throws {
    var settings = FilterSettings()
    settings.skippedSamples = 2
    settings.smoothingCutoff = 1
    settings.minimumMovement = 0.1
    settings.leftEdge = 5
    guard var chain = FilterChain(settings, touch: debounce(50), screen: Size(160, 100), maximumTouches: 10)
    else {
      Issue.record("the settings ask for stages")
      return
    }
    var story = RandomStory(seed: seed)
    var capacities = Set<Int>()
    for step in story.next(2000) {
      guard case .frame(let frame) = step else { continue }
      chain.filter(frame)
      for position in 0..<chain.output.count { capacities.insert(chain.output[position].changes.capacity) }
    }
    #expect(capacities.count == 1)
  }
}
