import GestureTestSupport
import Testing

@testable import GestureCore

/// Attempts that begin with their last finger must be like attempts that begin with their first, for everything that
/// a client reads. The numbers of lines show the rest: they count the changes of state that have no reader.
@Suite("Gathering fingers")
struct GatheringTests {
  static let seeds: [UInt64] = Array(0..<40)

  /// A screen whose recognizers mostly only report, and its events.
  private struct Screen: ~Copyable {
    var pipeline: TouchscreenPipeline
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()
    /// The number of the last line.
    var latest = 0

    init(_ declarations: [RecognizerDeclaration], _ regions: RegionTree, isRead: Bool) throws {
      pipeline = TouchscreenPipeline(
        maximumTouches: 10, regions: regions, recognizers: try RecognizerSet(declarations))
      buffer.listsTransitions = isRead
    }

    /// Takes a step.
    ///
    /// - Returns: its lines with their numbers, without changes of state.
    mutating func take(_ step: TouchScript.Step) -> [String] {
      buffer.removeAll()
      pipeline.play(step, identifiers: &identifiers, into: &buffer)
      return lines()
    }

    /// Changes the recognizers between two events.
    ///
    /// - Returns: the lines of the change, as `take` does.
    mutating func change(_ body: (inout RecognizerSet) -> Void) -> [String] {
      buffer.removeAll()
      var set = pipeline.arena.tables.set
      body(&set)
      pipeline.update(recognizers: set, at: pipeline.now, identifiers: &identifiers, into: &buffer)
      return lines()
    }

    private mutating func lines() -> [String] {
      var lines: [String] = []
      for position in 0..<buffer.count {
        latest += buffer.places[position].untold + 1
        let event = buffer.event(at: position)
        if case .transition = event { continue }
        lines.append("\(latest) \(event)")
      }
      latest += buffer.untoldAtEnd
      return lines + ["\(latest)"]
    }
  }

  /// Recognizers of all kinds that gather, for one to five fingers, with random options.
  private func recognizers(_ generator: inout SeededGenerator, in regions: RegionTree)
    -> [RecognizerDeclaration]
  {
    (0..<Int.random(in: 4...16, using: &generator)).map { number in
      let name = "g\(number)"
      let touches = Int.random(in: 1...5, using: &generator)
      var declaration: RecognizerDeclaration =
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .tap(name, taps: Int.random(in: 1...3, using: &generator), touches: touches)
        case 1: .longPress(name, minimumPress: 100, touches: touches)
        case 2: .longPress(name, minimumPress: 100, touches: touches, taps: 1)
        case 3: .pan(name, minimum: touches, maximum: Bool.random(using: &generator) ? touches : 10)
        case 4: .swipe(name, ["left", "right", "up", "down"], touches: touches)
        case 5: .pinch(name)
        case 6: .rotation(name)
        default: .make(TransformRecognizer.self, name, touches: [touches])
        }
      declaration.isPassive = Double.random(in: 0..<1, using: &generator) < 0.8
      if Double.random(in: 0..<1, using: &generator) < 0.3 {
        declaration.properties.region = regions.regions.randomElement(using: &generator)?.name
      }
      return declaration
    }
  }

  @Test("FSM-8 lines and their numbers do not depend on when attempts begin", arguments: seeds)
  func fingers(_ seed: UInt64) throws {
    try compare(seed, GatheringStory(seed: seed))
  }

  @Test("TAP-9 ARB-28 the same holds where fingers and pens touch by turns", arguments: seeds)
  func pens(_ seed: UInt64) throws {
    try compare(seed &+ 2000, GatheringStory(seed: seed &+ 2000, penShare: 0.6))
  }

  @Test("the same holds while readers and recognizers come and go", arguments: seeds)
  func changes(_ seed: UInt64) throws {
    try compare(seed &+ 1000, GatheringStory(seed: seed &+ 1000)) { early, late, generator in
      if Int.random(in: 0..<20, using: &generator) == 0 {
        late.buffer.removeAll()
        late.buffer.listsTransitions.toggle()
      }
      guard Int.random(in: 0..<20, using: &generator) == 0 else { return }
      let chosen = Int.random(in: 0..<early.pipeline.arena.tables.set.instances.count, using: &generator)
      let levels: [RecognizerHearing] = [.unheard, .observed, .asked]
      let hearing = levels.randomElement(using: &generator) ?? .asked
      let isEnabled = Bool.random(using: &generator)
      func edit(_ set: inout RecognizerSet) {
        if hearing == .asked {
          set.setEnabled(chosen, isEnabled)
        } else {
          set.setHearing(chosen, hearing)
        }
      }
      #expect(late.change(edit) == early.change(edit))
    }
  }

  /// Plays a story to a screen whose changes of state are read and to one where they are not, and expects the same lines
  /// and deadlines at each step.
  ///
  /// - Parameter change: called before each step; nil where nothing else happens, and then attempts must begin late.
  private func compare(
    _ seed: UInt64, _ story: GatheringStory,
    change: ((inout Screen, inout Screen, inout SeededGenerator) -> Void)? = nil
  ) throws {
    var (generator, story) = (SeededGenerator(seed: seed), story)
    let regions = RandomRecognizers(seed: seed).regions
    let declarations = recognizers(&generator, in: regions)
    var early = try Screen(declarations, regions, isRead: true)
    var late = try Screen(declarations, regions, isRead: false)
    var lateCount = 0
    for gesture in 0..<25 {
      for (number, step) in story.gesture().enumerated() {
        change?(&early, &late, &generator)
        let (expected, found) = (early.take(step), late.take(step))
        #expect(found == expected, "gesture \(gesture), step \(number)")
        #expect(
          late.pipeline.nextDeadline == early.pipeline.nextDeadline, "gesture \(gesture), step \(number)")
        guard found == expected else { return }
        if late.pipeline.arena.roster.engaged.count < early.pipeline.arena.roster.engaged.count {
          lateCount += 1
        }
      }
    }
    let mayGather = declarations.contains {
      $0.isPassive && $0.properties.region == nil && ($0.numbersOfTouches.min() ?? 1) > 1
    }
    #expect(lateCount > 0 || !mayGather || change != nil)
  }

  @Test("fingers that land together begin attempts for their number alone, whatever fingers lift first")
  func together() throws {
    let declarations = (1...3).flatMap { touches -> [RecognizerDeclaration] in
      [
        .pan("pan\(touches)", minimum: touches, maximum: touches, passive: true),
        .tap("tap\(touches)", touches: touches, passive: true),
      ]
    }
    let regions = RegionTree(screen: GestureRig.screen)
    var early = try Screen(declarations, regions, isRead: true)
    var late = try Screen(declarations, regions, isRead: false)
    func frame(_ ms: Int64, _ kind: ContactChange.Kind, _ slots: ClosedRange<Int>, at x: Double)
      -> TouchScript.Step
    {
      let changes = slots.map {
        ContactChange(slot: $0, kind: kind, position: Point(x + Double($0) * 20, 50))
      }
      return .frame(TouchFrame(time: Instant(microseconds: ms * 1000), changes: changes))
    }
    #expect(late.take(frame(1000, .began, 0...2, at: 20)) == early.take(frame(1000, .began, 0...2, at: 20)))
    #expect(late.pipeline.arena.roster.engaged.count == 2)
    #expect(early.pipeline.arena.roster.engaged.count == 6)
    // Two fingers stay. They can pan, as they could where the attempts had begun.
    var gestures: [String] = []
    for step in [
      frame(1050, .ended, 2...2, at: 20), frame(1060, .moved, 0...1, at: 30),
      frame(1070, .moved, 0...1, at: 50),
      frame(1080, .ended, 0...1, at: 50),
    ] {
      let lines = early.take(step)
      #expect(late.take(step) == lines)
      gestures += lines.filter { $0.contains("gesture") }
    }
    #expect(gestures.count == 3, "a pan begins, goes on and ends")
  }

  @Test("ARB-28 a tap that a pen began takes no finger, and knows none once it is over")
  func penThenFingers() throws {
    let declarations: [RecognizerDeclaration] = [
      .tap("double", taps: 2, passive: true), .tap("two", touches: 2, passive: true),
    ]
    let regions = RegionTree(screen: GestureRig.screen)
    var early = try Screen(declarations, regions, isRead: true)
    var late = try Screen(declarations, regions, isRead: false)
    func frame(_ ms: Int64, _ slot: Int, _ kind: ContactChange.Kind, isPen: Bool = false) -> TouchScript.Step
    {
      var change = ContactChange(slot: slot, kind: kind, position: Point(50 + Double(slot) * 20, 50))
      if isPen { change.attributes.type = .pencil }
      return .frame(TouchFrame(time: Instant(microseconds: ms * 1000), changes: [change]))
    }
    let story = [
      frame(1000, 0, .began, isPen: true), frame(1050, 0, .ended, isPen: true), frame(1300, 1, .began),
      frame(1510, 2, .began), frame(1560, 2, .ended), frame(1660, 2, .began), frame(1710, 2, .ended),
    ]
    for (number, step) in story.enumerated() {
      #expect(late.take(step) == early.take(step), "step \(number)")
    }
  }
}
