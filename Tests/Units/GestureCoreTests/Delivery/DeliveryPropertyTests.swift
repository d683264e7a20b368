import GestureCore
import GestureTestSupport
import Testing

/// Rules of delivery that hold for any fingers and any recognizers.
@Suite("Delivery properties")
struct DeliveryPropertyTests {
  static let seeds: [UInt64] = Array(100..<120)

  private func rig(_ generator: inout SeededGenerator, detail: TouchDetail? = nil) throws -> GestureRig {
    func flag() -> Bool { Bool.random(using: &generator) }
    var tree = RegionTree(screen: GestureRig.screen)
    for number in 1...6 {
      let parent = Int.random(in: 0..<number, using: &generator)
      tree.add(
        "r\(number)", to: parent == 0 ? "root" : "r\(parent)",
        frame: Rect(
          Point(.random(in: 0...20, using: &generator), .random(in: 0...20, using: &generator)),
          Size(.random(in: 40...140, using: &generator), .random(in: 30...80, using: &generator)))
      ) {
        $0.isMultiple = flag()
        $0.isExclusive = Int.random(in: 0..<4, using: &generator) == 0
        $0.handling = Region.TouchHandling.allCases.randomElement(using: &generator) ?? .handles
      }
    }
    let kinds: [RecognizerDeclaration] = [
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2), .pan(), .longPress(), .pinch(),
      .swipe("swipe", ["left", "right"], simultaneous: ["pan"]), .make(TouchDelayRecognizer.self),
      .tap("two", touches: 2),
    ]
    let declarations = kinds.map { declaration in
      declaration.with {
        $0.cancelsTouchesInView = flag()
        $0.delaysTouchesBegan = flag()
        $0.delaysTouchesEnded = flag()
      }
    }
    var settings = TouchSettings()
    settings.detail = TouchDetail(rawValue: UInt8.random(in: 0...7, using: &generator))
    if flag(), detail == nil { settings.deliveryInterval = .milliseconds(16) }
    if let detail { settings.detail = detail }
    return try GestureRig(
      declarations, regions: tree,
      on: kinds.map { _ in "r\(Int.random(in: 1...6, using: &generator))" }, settings: settings)
  }

  @Test(
    "DLV-15, TCH-5 moves alone are told as they are beside samples, which take the longer way",
    arguments: seeds)
  func movesAlone(_ seed: UInt64) throws {
    let told = try [TouchDetail(), .coalesced].map { detail in
      var generator = SeededGenerator(seed: seed)
      let rig = try rig(&generator, detail: detail)
      var story = RandomStory(seed: seed)
      rig.play(story.next(1500) + story.ending())
      return rig.touches.map { event in
        let touches = event.touches.map { touch in
          var touch = touch
          touch.coalesced = 0..<0
          touch.coalescedLost = 0
          return touch
        }
        return "\(event.region) \(event.phase) \(event.time) \(event.sequence) \(event.isObserved) \(touches)"
      }
    }
    #expect(told[0] == told[1] && told[0].count > 100)
  }

  @Test(
    "TCH-10 for each receiver and touch: began, moved any number of times, one ended or cancelled, then nothing",
    arguments: seeds)
  func words(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let rig = try rig(&generator)
    var story = RandomStory(seed: seed)
    rig.play(story.next(1500) + story.ending())
    var phases: [String: TouchPhase] = [:]
    for event in rig.touches {
      for touch in event.touches {
        let key = "\(event.region) \(touch.id)"
        switch (phases[key], event.phase) {
        case (nil, .began), (.began, .moved), (.moved, .moved), (.began, .ended), (.moved, .ended),
          (.began, .cancelled), (.moved, .cancelled):
          phases[key] = event.phase
        case let (old, new):
          Issue.record("\(key) goes from \(String(describing: old)) to \(new)")
        }
      }
    }
    let open = phases.values.count { $0 != .ended && $0 != .cancelled }
    #expect(open == 0, "each held touch is told or dropped in the end")
    #expect(rig.nextDeadline == nil)
  }

  @Test(
    "EVT-14 events come in the order of their stamps, and no touch is told with a stamp after its event's",
    arguments: seeds)
  func stamps(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let rig = try rig(&generator)
    var story = RandomStory(seed: seed)
    rig.play(story.next(1500) + story.ending())
    #expect(rig.touches.map(\.time) == rig.touches.map(\.time).sorted())
    var own: [String: Instant] = [:]
    for event in rig.touches {
      for touch in event.touches {
        #expect(Double(touch.time.microseconds) / 1000 <= event.time)
        let key = "\(event.region) \(touch.id)"
        if let before = own[key] { #expect(before <= touch.time) }
        own[key] = touch.time
      }
    }
  }

  @Test("equal input gives equal lines, wherever it is split", arguments: seeds)
  func splits(_ seed: UInt64) throws {
    var story = RandomStory(seed: seed)
    let steps = story.next(600) + story.ending()
    var generator = SeededGenerator(seed: seed)
    let whole = try rig(&generator)
    whole.play(steps)
    generator = SeededGenerator(seed: seed)
    let split = try rig(&generator)
    var timeline: [String] = []
    for step in steps {
      split.play([step])
      timeline += split.timeline
    }
    #expect(timeline == whole.timeline)
  }
}
