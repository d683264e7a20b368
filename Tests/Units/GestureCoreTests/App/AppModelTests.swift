import GestureCore
import GestureTestSupport
import Testing

/// Every order of what two fingers may do, with one recognizer of each behavior, in each mode.
@Suite("App model")
struct AppModelTests {
  /// The number of steps before all fingers lift.
  private static let depth = 6
  /// The time between steps, in ms: a pause is longer than each hold.
  private static let pace: Int64 = 25
  private static let pause: Int64 = 700

  static let recognizers: [[RecognizerDeclaration]] = [
    [.tap()], [.tap("tap2", taps: 2)], [.tap("two", touches: 2)], [.longPress()], [.pan()],
    [.pan("pan2", minimum: 2, maximum: 2)], [.swipe(touches: 2)], [.pinch()],
    [RecognizerDeclaration.pan().delaying], [RecognizerDeclaration.tap("tap2", taps: 2).harmless],
    [.make(TouchDelayRecognizer.self, "delay")], [.tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2)],
  ]

  /// A path through the model: the pipeline after some steps, and what the app has received.
  private struct Path {
    var core: PipelineValue
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()
    var time: Int64 = 0
    var places: [Point?] = [nil, nil]
    /// The last phase of each touch.
    var phases: [UInt64: AppNote.Phase] = [:]
    var landings = 0
    var mistake: String?

    mutating func play(_ changes: [ContactChange]) {
      let frame = TouchFrame(time: .milliseconds(time), changes: changes)
      buffer.removeAll()
      core.pipeline.receive(frame, identifiers: &identifiers, into: &buffer)
      note()
    }

    mutating func wait(_ span: Int64) {
      time += span
      buffer.removeAll()
      core.pipeline.advance(to: .milliseconds(time - 1), identifiers: &identifiers, into: &buffer)
      note()
    }

    private mutating func note() {
      for note in buffer.app {
        let isAllowed =
          switch (phases[note.touch], note.phase) {
          case (nil, .held), (nil, .began), (nil, .dropped), (.held, .began), (.held, .dropped): true
          case (.began, .moved), (.moved, .moved): true
          case (.began, .ended), (.moved, .ended), (.began, .cancelled), (.moved, .cancelled): true
          case (.began, .lifted), (.moved, .lifted): true
          default: false
          }
        if !isAllowed { mistake = "\(String(describing: phases[note.touch])) to \(note.phase)" }
        phases[note.touch] = note.phase
      }
    }
  }

  private func change(_ slot: Int, _ kind: ContactChange.Kind, _ place: Point) -> ContactChange {
    ContactChange(slot: slot, kind: kind, position: place)
  }

  /// Follows each next step of a path, and counts the ends of all paths.
  private func follow(_ path: Path, _ depth: Int, _ story: String, _ mode: AppSettings.Mode) -> Int {
    guard depth > 0 else { return end(path, story, mode) }
    var count = 0
    for slot in 0..<2 {
      if let place = path.places[slot] {
        for (move, far) in [("~", 0.3), ("→", 8.0)] {
          var next = path
          next.wait(Self.pace)
          next.places[slot] = Point(place.x + far, place.y)
          next.play([change(slot, .moved, Point(place.x + far, place.y))])
          count += follow(next, depth - 1, story + "\(slot)\(move) ", mode)
        }
        var next = path
        next.wait(Self.pace)
        next.places[slot] = nil
        next.play([change(slot, .ended, place)])
        count += follow(next, depth - 1, story + "\(slot)↑ ", mode)
      } else {
        var next = path
        next.wait(Self.pace)
        let place = Point(slot == 0 ? 40 : 70, 50)
        next.places[slot] = place
        next.landings += 1
        next.play([change(slot, .began, place)])
        count += follow(next, depth - 1, story + "\(slot)↓ ", mode)
      }
    }
    if path.landings > 0 {
      var next = path
      next.wait(Self.pause)
      count += follow(next, depth - 1, story + "⏲ ", mode)
    }
    return count
  }

  /// Lifts all fingers and lets all time pass: each touch has one end by then.
  private func end(_ path: Path, _ story: String, _ mode: AppSettings.Mode) -> Int {
    var path = path
    path.wait(Self.pace)
    let lifts = path.places.indices.compactMap { slot in path.places[slot].map { change(slot, .ended, $0) } }
    if !lifts.isEmpty { path.play(lifts) }
    path.wait(10_000)
    #expect(path.mistake == nil, "\(mode) \(story)")
    #expect(path.phases.count == path.landings, "\(mode) \(story)")
    let isOver = path.phases.values.allSatisfy { phase in
      switch phase {
      case .ended, .dropped: true
      case .cancelled: mode == .cancel
      case .lifted: mode == .lift
      case .held, .began, .moved: false
      }
    }
    #expect(isOver, "\(mode) \(story) \(path.phases)")
    #expect(path.core.pipeline.nextDeadline == nil, "\(mode) \(story)")
    return 1
  }

  @Test(
    "TCH-10 in every order of two fingers' steps, each touch reaches the app with one end, or not at all",
    arguments: recognizers.indices)
  func everyOrder(_ number: Int) throws {
    for mode in AppSettings.Mode.allCases {
      var settings = AppSettings()
      settings.mode = mode
      let start = Path(
        core: PipelineValue(
          TouchscreenPipeline(
            maximumTouches: 2, regions: RegionTree(screen: GestureRig.screen),
            recognizers: try RecognizerSet(Self.recognizers[number]), app: settings)))
      #expect(follow(start, Self.depth, "", mode) > 1000)
    }
  }
}
