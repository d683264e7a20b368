import GestureTestSupport
import Testing

@testable import GestureCore

/// Frames with moves alone take a shorter way through the arena and through delivery. Both ways must have the same result.
@Suite("Events of moves alone")
struct QuietEventTests {
  static let seeds: [UInt64] = Array(100..<160)

  /// A screen and its events.
  private struct Screen: ~Copyable {
    var pipeline: TouchscreenPipeline
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()

    init(_ random: RandomRecognizers) throws {
      pipeline = TouchscreenPipeline(
        maximumTouches: 10, regions: random.regions, recognizers: try RecognizerSet(random.declarations))
    }

    /// Takes a step and returns its events.
    mutating func take(_ step: TouchScript.Step) -> [String] {
      buffer.removeAll()
      pipeline.play(step, identifiers: &identifiers, into: &buffer)
      return buffer.events.map { "\($0)" }
    }
  }

  /// The number of a step's lines, with those that have no reader.
  private func lineCount(_ buffer: EventBuffer) -> Int {
    let untold = (0..<buffer.count).reduce(0) { $0 + buffer.places[$1].untold }
    return buffer.count + untold + buffer.untoldAtEnd
  }

  @Test("FSM-17 what comes of moves does not depend on the way that the event takes", arguments: seeds)
  func ways(_ seed: UInt64) throws {
    let random = RandomRecognizers(seed: seed)
    var short = try Screen(random)
    var long = try Screen(random)
    // With recognizers in clients no event takes the short way.
    long.pipeline.arena.customs.assumeAny()
    var story = RandomStory(seed: seed)
    var quietCount = 0
    for (number, step) in (story.next(400) + story.ending()).enumerated() {
      let isSame = short.take(step) == long.take(step)
      #expect(isSame, "step \(number)")
      #expect(short.pipeline.nextDeadline == long.pipeline.nextDeadline, "step \(number)")
      if short.pipeline.arena.isQuiet { quietCount += 1 }
      #expect(!long.pipeline.arena.isQuiet)
    }
    #expect(quietCount > 20)
  }

  @Test("lines have the same numbers whether anybody reads of touches or not", arguments: seeds)
  func numbers(_ seed: UInt64) throws {
    let random = RandomRecognizers(seed: seed)
    let read = try GestureRig(random.declarations, regions: random.regions)
    let unread = try GestureRig(random.declarations, regions: random.regions)
    unread.interrupt { pipeline, _, _ in pipeline.setAudience(nil, isRead: false) }
    var story = RandomStory(seed: seed)
    for (number, step) in (story.next(400) + story.ending()).enumerated() {
      read.play([step])
      unread.play([step])
      #expect(lineCount(unread.buffer) == lineCount(read.buffer), "step \(number)")
    }
  }

  @Test("PRE-1 predictions go by the pace of the frames, whether anybody read those before or not")
  func pace() throws {
    var settings = TouchSettings()
    settings.detail = [.predicted]
    let read = try GestureRig([], settings: settings)
    let unread = try GestureRig([], settings: settings)
    unread.interrupt { pipeline, _, _ in pipeline.setAudience(nil, isRead: false) }
    let story =
      "A↓10,10@0 A→11,10@8 A→12,10@16 A→13,10@24 A→14,10@32 A→15,10@40 A→16,10@48 A↑@56 A↓10,10@300 A→11,10@308"
    for rig in [read, unread] { rig.play(story) }
    #expect(
      unread.pipeline.delivery.regions.sampleInterval.median
        == read.pipeline.delivery.regions.sampleInterval.median)
  }
}
