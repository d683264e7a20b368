import GestureCore

/// What holds of the events of a touchscreen whatever its fingers do. It stops the program where it does not.
struct EventInvariants {
  private struct Gesture {
    var recognizer: Int
    var state: GestureState
  }

  /// A touch as one region is told of it.
  private struct ToldTouch: Hashable {
    var receiver: Int
    var id: UInt64
  }

  /// The recognizers as they are now.
  var recognizers: RecognizerSet
  private var gestures: [UInt64: Gesture] = [:]
  private var gestureOfRecognizer: [Int: UInt64] = [:]
  private var touches: [ToldTouch: TouchPhase] = [:]
  private var settled: UInt64 = 0
  private var latest = Instant(microseconds: .min)

  /// The invariants of events that speak of these recognizers.
  init(of recognizers: RecognizerSet) {
    self.recognizers = recognizers
  }

  /// Holds the events of one call to them.
  mutating func check(_ buffer: borrowing EventBuffer) {
    for event in buffer.events {
      switch event {
      case .gesture(let gesture): check(gesture)
      case .transition(let transition): check(transition)
      case .touches(let event): check(event, buffer.records)
      case .settled(let event): check(event)
      }
    }
  }

  /// All fingers are up and all deadlines have passed: nothing is left (TCH-10, FSM-1).
  func checkEnd(nextDeadline: Instant?) {
    precondition(nextDeadline == nil, "a deadline is left")
    precondition(gestures.isEmpty, "gestures are left without an end")
    precondition(touches.isEmpty, "touches are left without an end")
  }

  /// FSM-1, FSM-4: a discrete gesture is one ended; a continuous one is began, changed*, ended or cancelled.
  private mutating func check(_ event: GestureEvent) {
    check(event.time)
    precondition(recognizers.instances.indices.contains(event.recognizer), "an unknown recognizer acts")
    let isDiscrete = recognizers.instances[event.recognizer].type.isDiscrete
    let old = gestures[event.gestureID]
    precondition(old.map { $0.recognizer == event.recognizer } ?? true, "two recognizers share a gesture")
    let from = old?.state ?? .possible
    precondition(from.allows(event.state, discrete: isDiscrete), "\(from) to \(event.state)")
    precondition((1...10).contains(event.numberOfTouches), "\(event.numberOfTouches) touches")
    if event.state.isTerminal {
      gestures[event.gestureID] = nil
      gestureOfRecognizer[event.recognizer] = nil
    } else {
      let other = gestureOfRecognizer.updateValue(event.gestureID, forKey: event.recognizer)
      precondition(other == nil || other == event.gestureID, "a recognizer has two gestures at once")
      gestures[event.gestureID] = Gesture(recognizer: event.recognizer, state: event.state)
    }
  }

  private mutating func check(_ event: TransitionEvent) {
    check(event.time)
    precondition(event.reason.word != "illegalTransition", "a recognizer asked for what it may not")
    precondition(event.reason.word != "deadlineNotMoved", "a recognizer did not move its deadline")
    if let measure = event.reason.measure {
      precondition(
        !measure.value.isNaN && !measure.limit.isNaN, "\(event.reason.word) measures what is no number")
    }
    // Possible to possible says that it waits.
    guard event.from != event.to else { return }
    let isDiscrete = recognizers.instances[event.recognizer].type.isDiscrete
    precondition(event.from.allows(event.to, discrete: isDiscrete), "\(event.from) to \(event.to)")
  }

  /// TCH-10: for each region that is told of it began, moved*, and one ended or cancelled.
  private mutating func check(_ event: TouchesEvent, _ records: [TouchRecord]) {
    check(event.time)
    for position in event.records {
      let id = records[position].id
      let touch = ToldTouch(receiver: event.receiver, id: id)
      let old = touches[touch]
      precondition(records[position].time <= event.time, "touch \(id) is told of before it happens")
      switch event.phase {
      case .began: precondition(old == nil, "touch \(id) began twice")
      case .moved, .ended, .cancelled:
        precondition(old != nil, "touch \(id) is \(event.phase) before it began")
      case .stationary: preconditionFailure("nobody is told of what did not change")
      }
      touches[touch] = event.phase == .ended || event.phase == .cancelled ? nil : event.phase
    }
  }

  /// A story is settled once, when nothing is under way any more.
  private mutating func check(_ event: SettledEvent) {
    check(event.time)
    precondition(event.firstSequence > settled && event.sequence >= event.firstSequence, "settled twice")
    precondition(gestures.isEmpty, "settled while a gesture is under way")
    settled = event.sequence
  }

  /// EVT-14, TIM-5: time does not run backwards.
  private mutating func check(_ time: Instant) {
    precondition(time >= latest, "time runs backwards")
    latest = time
  }
}
