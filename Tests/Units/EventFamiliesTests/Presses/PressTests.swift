import EventFamilies
import GestureCore
import Testing

@Suite("Presses")
struct PressTests {
  private func declaration(
    _ name: String, _ kind: GestureKind, types: [PressType], _ values: [String: OptionValue] = [:]
  ) -> RecognizerDeclaration {
    let type = RecognizerCatalog.types.first { $0.kind == kind }
    var options = OptionTable(defaultsOf: type?.options ?? [])
    for (key, value) in values { options.set(key, to: value) }
    var declaration = RecognizerDeclaration(name: name, kind: kind, numbersOfTouches: [1], options: options)
    declaration.properties.allowedPressTypes = types.map(\.rawValue)
    return declaration
  }

  /// Plays keys into a surface with recognizers: `tap:ended@80`. The owner gives one answer to every question.
  private func play(
    _ declarations: [RecognizerDeclaration], _ keys: [(UInt16, Int32, Int64)], until end: Int64 = 3000,
    answering answer: GestureAnswer = .yes
  ) throws -> [String] {
    var surface = PressSurface(recognizers: try RecognizerSet(declarations))
    var tracker = PressTracker()
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()
    for (code, value, time) in keys {
      guard let press = tracker.track(key: code, value: value, at: .milliseconds(time)) else { continue }
      let first = buffer.events.count
      surface.update(press, identifiers: &identifiers, into: &buffer)
      for case .asked(let question) in buffer.events[first...] {
        let isOpen = surface.answer(question.question, with: answer, from: RegionTree.configuration)
        #expect(isOpen)
      }
    }
    surface.advance(to: .milliseconds(end), identifiers: &identifiers, into: &buffer)
    return buffer.events.compactMap { event in
      guard case .gesture(let gesture) = event else { return nil }
      return
        "\(declarations[gesture.recognizer].name):\(gesture.state)@\(gesture.time.microseconds / 1000)"
    }
  }

  private func press(_ tracker: inout PressTracker, _ code: UInt16, _ value: Int32, _ time: Int64) -> Press? {
    tracker.track(key: code, value: value, at: .milliseconds(time))
  }

  private func cancel(_ tracker: inout PressTracker, _ time: Int64) -> Press? {
    tracker.cancelOne(at: .milliseconds(time))
  }

  @Test("PRS-1, PRS-4 a key down is began with force 1, up is ended with force 0")
  func phases() throws {
    var tracker = PressTracker()
    let began = try #require(press(&tracker, 28, 1, 10))
    #expect(began.type == .select && began.phase == .began && began.force == 1)
    let ended = try #require(press(&tracker, 28, 0, 90))
    #expect(ended.id == began.id && ended.phase == .ended && ended.force == 0)
    #expect(tracker.presses.isEmpty)
  }

  @Test(
    "PRS-2 the keys of a remote and UIKit's numbers",
    arguments: [
      (103, 0), (108, 1), (105, 2), (106, 3), (353, 4), (352, 4), (28, 4), (139, 5), (158, 5), (164, 6),
      (104, 30),
      (109, 31),
    ] as [(UInt16, Int)])
  func map(code: UInt16, type: Int) {
    #expect(PressType.keys[code]?.rawValue == type)
    #expect(PressType.keys.count == 12)
  }

  @Test("PRS-3 a key that is held says nothing more")
  func held() {
    var tracker = PressTracker()
    _ = tracker.track(key: 28, value: 1, at: .milliseconds(0))
    for time in 1...5 {
      #expect(tracker.track(key: 28, value: 2, at: .milliseconds(Int64(time * 100))) == nil)
    }
    #expect(tracker.presses.map(\.phase) == [.began])
  }

  @Test("PRS-5 a tap takes presses of the types that it allows, and no others")
  func tap() throws {
    let tap = declaration("tap", GestureKind("tap"), types: [.select])
    #expect(try play([tap], [(28, 1, 0), (28, 0, 80)]) == ["tap:ended@80"])
    #expect(try play([tap], [(103, 1, 0), (103, 0, 80)]) == [])
  }

  @Test("PRS-5 a double tap, and a single tap that waits for it, as on glass")
  func doubleTap() throws {
    let double = declaration("double", GestureKind("tap"), types: [.select, .menu], ["taps": .integer(2)])
    var tap = declaration("tap", GestureKind("tap"), types: [.select, .menu])
    tap.requireToFail = ["double"]
    #expect(
      try play([double, tap], [(28, 1, 0), (28, 0, 80), (353, 1, 200), (353, 0, 280)]) == ["double:ended@280"]
    )
    #expect(try play([double, tap], [(28, 1, 0), (28, 0, 80)]) == ["tap:ended@430"])
  }

  @Test("PRS-6 a long press on a press type needs its duration only")
  func longPress() throws {
    let long = declaration("lp", GestureKind("long_press"), types: [.playPause])
    #expect(try play([long], [(164, 1, 0), (164, 0, 900)]) == ["lp:began@500", "lp:ended@900"])
    #expect(try play([long], [(164, 1, 0), (164, 0, 400)]) == [])
  }

  @Test("PRS-7 what is taken away is cancelled, recognizers too")
  func cancelled() throws {
    var tracker = PressTracker()
    var surface = PressSurface(
      recognizers: try RecognizerSet([declaration("lp", GestureKind("long_press"), types: [.select])]))
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()
    let began = try #require(press(&tracker, 28, 1, 0))
    surface.update(began, identifiers: &identifiers, into: &buffer)
    surface.advance(to: .milliseconds(600), identifiers: &identifiers, into: &buffer)
    let cancelled = try #require(cancel(&tracker, 700))
    #expect(cancelled.phase == .cancelled && cancelled.force == 0)
    surface.update(cancelled, identifiers: &identifiers, into: &buffer)
    let states = buffer.events.compactMap { event -> GestureState? in
      if case .gesture(let gesture) = event { gesture.state } else { nil }
    }
    #expect(states == [.began, .cancelled])
    #expect(cancel(&tracker, 700) == nil)
  }

  @Test("PRS-9 two keys are two presses")
  func two() {
    var tracker = PressTracker()
    _ = tracker.track(key: 103, value: 1, at: .milliseconds(0))
    _ = tracker.track(key: 28, value: 1, at: .milliseconds(20))
    #expect(tracker.presses.map(\.type) == [.upArrow, .select])
  }

  @Test("PRS-10 a recognizer that is refused a press does not get it")
  func refused() throws {
    var tap = declaration("tap", GestureKind("tap"), types: [.select])
    tap.asks = .shouldReceive
    #expect(try play([tap], [(28, 1, 0), (28, 0, 80)], answering: .no) == [])
    #expect(try play([tap], [(28, 1, 0), (28, 0, 80)], answering: .yes) == ["tap:ended@80"])
  }

  @Test("PRS-10 how long the answer may take is as it is configured for touches")
  func patience() throws {
    var settings = TouchSettings()
    settings.askTimeout = .milliseconds(300)
    var tap = declaration("tap", GestureKind("tap"), types: [.select])
    tap.asks = .shouldReceive
    let set = try RecognizerSet([tap])
    for (settings, expected) in [(TouchSettings(), 5), (settings, 300)] as [(TouchSettings, Int64)] {
      var surface = PressSurface(recognizers: set, settings: settings)
      var identifiers = IdentifierSource()
      var buffer = EventBuffer()
      var tracker = PressTracker()
      let began = tracker.track(key: 28, value: 1, at: .milliseconds(0))
      let press = try #require(began)
      surface.update(press, identifiers: &identifiers, into: &buffer)
      #expect(surface.nextDeadline == .milliseconds(expected))
    }
  }

  @Test("A recognizer on presses takes no touches, and one on touches no presses")
  func apart() throws {
    let set = try RecognizerSet([declaration("tap", GestureKind("tap"), types: [.select])])
    #expect(set.hasPresses)
    var pipeline = TouchscreenPipeline(
      maximumTouches: 2, regions: RegionTree(screen: Size(100, 100)), recognizers: set)
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()
    for (kind, time) in [(ContactChange.Kind.began, 0), (.ended, 80)] as [(ContactChange.Kind, Int64)] {
      pipeline.receive(
        TouchFrame(
          time: .milliseconds(time), changes: [ContactChange(slot: 0, kind: kind, position: Point(50, 50))]),
        identifiers: &identifiers, into: &buffer)
    }
    let gestures = buffer.events.filter { if case .gesture = $0 { true } else { false } }
    #expect(gestures.isEmpty)
    var onTouches = declaration("tap", GestureKind("tap"), types: [])
    onTouches.properties.allowedPressTypes = nil
    #expect(try play([onTouches], [(28, 1, 0), (28, 0, 80)]) == [])
  }

  @Test("A device that claims more keys down than a remote has is not believed")
  func tooMany() {
    var tracker = PressTracker()
    for code in PressType.keys.keys { _ = tracker.track(key: code, value: 1, at: .milliseconds(0)) }
    #expect(tracker.presses.count == PressTracker.maximumPresses)
  }
}
