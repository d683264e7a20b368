import GestureCore
import GestureTestSupport
import Testing

/// Rules that hold for any fingers.
@Suite("Properties")
struct PropertyTests {
  /// Sets of recognizers that conflict in many ways.
  static let sets: [[RecognizerDeclaration]] = [
    [
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2, requires: ["tap3"]), .tap("tap3", taps: 3),
      .longPress(taps: 1), .pan(requires: ["swipe"]), .swipe("swipe", ["left", "right", "up", "down"]),
    ],
    [
      .pan("pan1", maximum: 1), .pan("pan2", minimum: 2, simultaneous: ["lp"]), .longPress(minimumPress: 50),
      .tap(touches: 2, simultaneous: ["*"]), .swipe("swipe2", ["up", "right"], touches: 2),
    ],
    [
      .make(TapRecognizer.self, touches: [1, 2, 3, 4, 5], passive: true),
      .make(LongPressRecognizer.self, touches: [1, 2, 3, 4, 5], passive: true),
      .make(PanRecognizer.self, touches: Array(1...10), passive: true),
      .make(SwipeRecognizer.self, touches: [1, 2, 3, 4, 5], passive: true),
    ],
    [
      .make(
        EdgePanRecognizer.self, touches: [1],
        ["edges": .words(["left", "top", "bottom_right"]), "system": .flag(true)]),
      .make(PressAndDragRecognizer.self, touches: [1, 2], ["minimum_press_ms": .number(30)]),
      .make(
        TipTapRecognizer.self, touches: [1, 2], simultaneous: ["*"], ["allowable_movement_mm": .number(50)]),
      .make(CheckMarkRecognizer.self), .make(HoldAndTwistRecognizer.self, touches: [3, 4]),
      .make(TransformRecognizer.self, requires: ["hold_and_twist"]), .pinch(),
      .rotation(simultaneous: ["pinch"]),
    ],
  ]

  static let seeds: [UInt64] = Array(0..<20)

  @Test("TCH-10 began is followed by exactly one ended or cancelled, and nothing after it", arguments: seeds)
  func touchLives(_ seed: UInt64) throws {
    let rig = try GestureRig([])
    var story = RandomStory(seed: seed)
    var phases: [UInt64: TouchPhase] = [:]
    rig.play(story.next(1000) + story.ending())
    for event in rig.touches {
      for touch in event.touches {
        switch (phases[touch.id], event.phase) {
        case (nil, .began), (.began, .moved), (.moved, .moved), (.began, .ended), (.moved, .ended),
          (.began, .cancelled), (.moved, .cancelled):
          phases[touch.id] = event.phase
        case let (old, new):
          Issue.record("touch \(touch.id) goes from \(String(describing: old)) to \(new)")
        }
      }
    }
    let unfinished = phases.values.count { $0 != .ended && $0 != .cancelled }
    #expect(unfinished == 0)
    #expect(phases.count > 100)
  }

  @Test(
    "FSM-1, FSM-4 each gesture is ended, or began changed* and one ended or cancelled; then nothing is pending",
    arguments: seeds)
  func gestureLives(_ seed: UInt64) throws {
    for set in Self.sets {
      let rig = try GestureRig(set)
      var story = RandomStory(seed: seed)
      rig.play(story.next(1000) + story.ending())
      var states: [UInt64: GestureState] = [:]
      for action in rig.actions {
        let old = states[action.gestureID] ?? .possible
        let instance = try #require(rig.recognizers.instances.first { $0.name == action.recognizer })
        let discrete = instance.type.isDiscrete
        #expect(old.allows(action.state, discrete: discrete), "\(action) after \(old)")
        states[action.gestureID] = action.state
      }
      let unfinished = states.values.count { !$0.isTerminal }
      #expect(unfinished == 0)
      let illegal = rig.seen.count { $0.reason == "illegalTransition" || $0.reason == "deadlineNotMoved" }
      #expect(illegal == 0)
      #expect(rig.nextDeadline == nil)
      #expect(states.count > 10)
    }
  }

  @Test("EVT-14 time never decreases from event to event", arguments: seeds)
  func timeRises(_ seed: UInt64) throws {
    let rig = try GestureRig(Self.sets[0])
    var story = RandomStory(seed: seed)
    rig.play(story.next(1000) + story.ending())
    let times = rig.seen.map(\.time)
    #expect(times == times.sorted())
  }

  @Test("equal input gives equal output, wherever it is split", arguments: seeds)
  func splits(_ seed: UInt64) throws {
    for set in Self.sets {
      var story = RandomStory(seed: seed)
      let steps = story.next(400) + story.ending()
      let whole = try GestureRig(set)
      whole.play(steps)
      let split = try GestureRig(set)
      var seen: [String] = []
      for step in steps {
        split.play([step])
        seen += split.seen.map(\.description)
      }
      #expect(seen == whole.seen.map(\.description))
    }
  }
}
