import GestureTestSupport
import Testing

@testable import GestureCore

/// A copy of a pipeline, as an audience with a scene of its own gets one.
@Suite("Copies of a pipeline")
struct PipelineCopyTests {
  static let seeds: [UInt64] = Array(200..<216)

  /// A pipeline with all parts: filters, the map of a touchpad, and an app.
  private func pipeline(_ random: RandomRecognizers, seed: UInt64) throws -> TouchscreenPipeline {
    var filters = FilterSettings()
    var table = OptionTable(defaultsOf: TouchSettings.options)
    if seed.isMultiple(of: 2) {
      filters.leftEdge = 2
      filters.skippedSamples = 1
      filters.smoothingCutoff = 1
      filters.minimumMovement = 0.1
      table.set("debounce_ms", to: .number(50))
    }
    return TouchscreenPipeline(
      maximumTouches: 10, regions: random.regions, settings: TouchSettings(table), filters: filters,
      recognizers: try RecognizerSet(random.declarations),
      mapRegion: seed.isMultiple(of: 4) ? random.regions.regions.last?.name : nil, app: AppSettings())
  }

  @Test("a copy goes on as its original does, whatever is under way", arguments: seeds)
  func continues(_ seed: UInt64) throws {
    let random = RandomRecognizers(seed: seed)
    var original = Side(try pipeline(random, seed: seed))
    var story = RandomStory(seed: seed)
    for _ in 0..<8 {
      for step in story.next(40) { _ = original.take(step) }
      var copy = Side(TouchscreenPipeline(copying: original.pipeline))
      copy.identifiers = original.identifiers
      var silent = Side(TouchscreenPipeline(copying: original.pipeline))
      silent.identifiers = original.identifiers
      silent.pipeline.followApp()
      #expect(copy.state == original.state && silent.state == original.state)
      for (number, step) in (story.next(20) + story.ending()).enumerated() {
        let expected = original.take(step)
        #expect(copy.take(step) == expected, "step \(number)")
        #expect(copy.news == original.news, "step \(number)")
        #expect(silent.take(step) == expected, "step \(number)")
        #expect(silent.news == [], "step \(number)")
        #expect(copy.state == original.state && silent.state == original.state, "step \(number)")
        // Two readers state one rule: the mutating one is for each frame.
        #expect(original.pipeline.earliestDeadline() == original.pipeline.nextDeadline, "step \(number)")
      }
    }
  }
}

/// A pipeline with its surroundings.
private struct Side: ~Copyable {
  var pipeline: TouchscreenPipeline
  var identifiers = IdentifierSource()
  private var buffer = EventBuffer()

  init(_ pipeline: consuming TouchscreenPipeline) {
    self.pipeline = pipeline
  }

  /// The news of the last step for the app.
  var news: [String] { buffer.app.map { "\($0)" } }

  /// The pipeline's next deadline, touches and counts.
  var state: [String] {
    [
      "\(String(describing: pipeline.nextDeadline))", "\(pipeline.hasTouches)", "\(pipeline.hasAppTouches)",
      "\(pipeline.contactCount)", "\(pipeline.latestLanding)", "\(pipeline.isQuiet)", "\(pipeline.now)",
    ]
  }

  /// Takes a step and returns its events.
  mutating func take(_ step: TouchScript.Step) -> [String] {
    buffer.removeAll()
    pipeline.play(step, identifiers: &identifiers, into: &buffer)
    return buffer.events.map { "\($0)" }
  }
}
