import GestureTestSupport
import Testing

@testable import GestureCore

/// The app receives a frame before the recognizers decide, where none of them can take or hold a touch.
@Suite("Delivery ahead of recognizers")
struct DeliveryAheadTests {
  private static let passive: [RecognizerDeclaration] = [
    .tap(), .tap("tap2", taps: 2), .longPress(), .pan(), .pinch(), .swipe(touches: 2),
  ].map(reporting)

  /// A recognizer that only reports.
  private static func reporting(_ declaration: RecognizerDeclaration) -> RecognizerDeclaration {
    var declaration = declaration
    declaration.isPassive = true
    return declaration
  }

  private func pipeline(
    _ recognizers: [RecognizerDeclaration], filters: FilterSettings = FilterSettings(),
    _ change: (inout RecognizerSet) -> Void = { _ in }
  ) throws -> TouchscreenPipeline {
    var set = try RecognizerSet(recognizers)
    change(&set)
    return TouchscreenPipeline(
      maximumTouches: 10, regions: .f0, filters: filters, recognizers: set, app: AppSettings())
  }

  private static func frame(_ kind: ContactChange.Kind, at milliseconds: Int64) -> TouchFrame {
    TouchFrame(
      time: .milliseconds(milliseconds),
      changes: [ContactChange(slot: 0, kind: kind, position: Point(50, 50))])
  }

  @Test("landing, move and lift are ready for the app before recognizers decide, and once")
  func ahead() throws {
    var pipeline = try pipeline(Self.passive)
    var (identifiers, buffer) = (IdentifierSource(), EventBuffer())
    let phases: [(ContactChange.Kind, AppNote.Phase)] = [
      (.began, .began), (.moved, .moved), (.ended, .ended),
    ]
    for (step, (kind, phase)) in phases.enumerated() {
      buffer.removeAll()
      let frame = Self.frame(kind, at: Int64(step) * 10)
      let begun = pipeline.begin(frame, identifiers: &identifiers, into: &buffer)
      let isAhead = begun.hasAllAppNotes
      #expect(isAhead)
      #expect(buffer.app.map(\.phase) == [phase])
      #expect(buffer.count == 0)
      pipeline.decide(frame, begun, identifiers: &identifiers, into: &buffer)
      #expect(buffer.app.map(\.phase) == [phase])
    }
    #expect(buffer.events.contains { if case .gesture = $0 { true } else { false } })
    let hasTouches = pipeline.hasAppTouches
    #expect(!hasTouches)
  }

  @Test("FLT-57 where one recognizer can hold a touch, the app waits for the decision")
  func behind() throws {
    var pipeline = try pipeline(Self.passive + [.pan("exclusive")])
    var (identifiers, buffer) = (IdentifierSource(), EventBuffer())
    let frame = Self.frame(.began, at: 0)
    let begun = pipeline.begin(frame, identifiers: &identifiers, into: &buffer)
    let isAhead = begun.hasAllAppNotes
    #expect(!isAhead && buffer.app == [])
    pipeline.decide(frame, begun, identifiers: &identifiers, into: &buffer)
    #expect(buffer.app.map(\.phase) == [.held])
  }

  @Test(
    "FLT-35 a recognizer that nobody hears does not keep the app waiting, and one that is heard again does")
  func heard() throws {
    var pipeline = try pipeline([.pan()]) { $0.setHearing(0, .unheard) }
    var (identifiers, buffer) = (IdentifierSource(), EventBuffer())
    let landing = Self.frame(.began, at: 0)
    let unheard = pipeline.begin(landing, identifiers: &identifiers, into: &buffer)
    let isUnheardAhead = unheard.hasAllAppNotes
    #expect(isUnheardAhead)
    pipeline.decide(landing, unheard, identifiers: &identifiers, into: &buffer)
    pipeline.update(
      recognizers: try RecognizerSet([.pan()]), at: .milliseconds(10), identifiers: &identifiers,
      into: &buffer)
    let heard = pipeline.begin(Self.frame(.ended, at: 20), identifiers: &identifiers, into: &buffer)
    let isHeardAhead = heard.hasAllAppNotes
    #expect(!isHeardAhead)
  }

  @Test("FLT-43 frames that filters change are processed whole")
  func filtered() throws {
    var filters = FilterSettings()
    filters.minimumMovement = 0.3
    var pipeline = try pipeline(Self.passive, filters: filters)
    var (identifiers, buffer) = (IdentifierSource(), EventBuffer())
    let begun = pipeline.begin(Self.frame(.began, at: 0), identifiers: &identifiers, into: &buffer)
    let isAhead = begun.hasAllAppNotes
    #expect(!isAhead && buffer.app == [])
  }

  /// A note for the app, without the fields that only explain it.
  private struct Received: Equatable {
    var phase: AppNote.Phase
    var touch: UInt64
    var slot: Int
    var place: Point
    var (time, happened): (Instant, Instant)
    var isDown: Bool

    init(_ note: AppNote) {
      (phase, touch, slot, place) = (note.phase, note.touch, note.slot, note.location)
      (time, happened, isDown) = (note.time, note.happened, note.isDown)
    }
  }

  /// Recognizers that only report, and three that compete and are heard at times.
  private static func mixed(_ more: RecognizerDeclaration...) -> [RecognizerDeclaration] {
    passive + [.pan("own"), .tap("own twice", taps: 2), .longPress("own hold")] + more
  }

  /// A screen with places outside all regions, and a region that keeps its touches from the app.
  private static var regions: RegionTree {
    var regions = RegionTree.f1
    regions.change("B") { $0.shieldsApp = true }
    return regions
  }

  /// A pipeline with its surroundings.
  private struct Side: ~Copyable {
    var pipeline: TouchscreenPipeline
    var set: RecognizerSet
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()
    /// How many frames went to the app before the recognizers decided.
    var aheadCount = 0

    init(_ declarations: [RecognizerDeclaration], _ mode: AppSettings.Mode) throws {
      set = try RecognizerSet(declarations)
      var settings = AppSettings()
      settings.mode = mode
      pipeline = TouchscreenPipeline(
        maximumTouches: 10, regions: DeliveryAheadTests.regions, recognizers: set, app: settings)
    }

    mutating func hear(_ level: RecognizerHearing, by number: Int, at time: Instant) {
      set.setHearing(number, level)
      pipeline.update(recognizers: set, at: time, identifiers: &identifiers, into: &buffer)
    }

    mutating func play(_ step: TouchScript.Step) {
      guard case .frame(let frame) = step else {
        pipeline.play(step, identifiers: &identifiers, into: &buffer)
        return
      }
      let begun = pipeline.begin(frame, identifiers: &identifiers, into: &buffer)
      let count = buffer.app.count
      let isAhead = begun.hasAllAppNotes
      pipeline.decide(frame, begun, identifiers: &identifiers, into: &buffer)
      guard isAhead else { return }
      aheadCount += 1
      #expect(buffer.app.count == count, "a note came after the app had all")
    }

    var received: [Received] { buffer.app.map(Received.init) }
    var events: [String] { buffer.events.map { "\($0)" } }
  }

  @Test(
    "the app receives the same, and dumps show it at the same place, whether ahead of recognizers or behind them",
    arguments: UInt64(0)..<48)
  func same(_ seed: UInt64) throws {
    let mode = AppSettings.Mode.allCases[Int(seed) % AppSettings.Mode.allCases.count]
    var ahead = try Side(Self.mixed(), mode)
    // Fingers are never offered to this one, so it only keeps the app waiting.
    var behind = try Side(
      Self.mixed(RecognizerDeclaration.tap("pen").with { $0.allowedTouchTypes = [.pencil] }), mode)
    var (story, generator) = (RandomStory(seed: seed), SeededGenerator(seed: seed))
    for number in Self.passive.count..<Self.mixed().count {
      ahead.hear(.unheard, by: number, at: .milliseconds(0))
      behind.hear(.unheard, by: number, at: .milliseconds(0))
    }
    for (step, event) in (story.next(600) + story.ending()).enumerated() {
      ahead.buffer.removeAll()
      behind.buffer.removeAll()
      if Int.random(in: 0..<12, using: &generator) == 0 {
        let number = Int.random(in: Self.passive.count..<Self.mixed().count, using: &generator)
        let level: RecognizerHearing = Int.random(in: 0..<4, using: &generator) == 0 ? .asked : .unheard
        let time = ahead.pipeline.now
        ahead.hear(level, by: number, at: time)
        behind.hear(level, by: number, at: time)
      }
      ahead.play(event)
      behind.play(event)
      #expect(ahead.received == behind.received, "step \(step)")
      #expect(ahead.buffer.app.map(\.position) == behind.buffer.app.map(\.position), "step \(step)")
      #expect(ahead.events == behind.events, "step \(step)")
      let isQuiet = (ahead.pipeline.isQuiet, behind.pipeline.isQuiet)
      #expect(isQuiet.0 == isQuiet.1, "step \(step)")
    }
    let counts = (ahead.aheadCount, behind.aheadCount)
    #expect(counts.0 > 10 && counts.1 == 0)
  }
}
