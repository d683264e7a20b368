import GestureCore

/// Rules that hold for a touchscreen's events whatever its fingers do. A broken rule stops the program.
struct EventInvariants {
  private struct Gesture {
    var recognizer: Int
    var state: GestureState
  }

  /// A touch as one region receives it.
  private struct ToldTouch: Hashable {
    var receiver: Int
    var id: UInt64
  }

  /// The present recognizers.
  var recognizers: RecognizerSet
  private var gestures: [UInt64: Gesture] = [:]
  private var gestureOfRecognizer: [Int: UInt64] = [:]
  private var touches: [ToldTouch: TouchPhase] = [:]
  private var settled: UInt64 = 0
  private var latestQuestion: UInt64 = 0
  private var latestOffer: UInt64 = 0
  private var latest = Instant(microseconds: .min)

  /// Rules for events of these recognizers.
  init(of recognizers: RecognizerSet) {
    self.recognizers = recognizers
  }

  /// Checks the events of one call.
  mutating func check(_ buffer: borrowing EventBuffer) {
    for event in buffer.events {
      switch event {
      case .gesture(let gesture): check(gesture)
      case .transition(let transition): check(transition)
      case .touches(let event): check(event, buffer.records)
      case .responder(let event): check(event.time)
      case .deferred(let event): check(event.time)
      case .settled(let event): check(event)
      case .offered(let event): check(event, buffer.records)
      case .reset(let event): check(event.time)
      case .asked(let event):
        check(event.time)
        precondition(event.question > latestQuestion, "a question has the number of another")
        latestQuestion = event.question
      case .expired(let event):
        check(event.time)
        precondition(event.question <= latestQuestion, "a question expired that was never asked")
      }
    }
  }

  /// Checks that nothing is left once all fingers are up and all deadlines have passed (TCH-10, FSM-1).
  func checkEnd(nextDeadline: Instant?) {
    precondition(nextDeadline == nil, "a deadline is left")
    precondition(gestures.isEmpty, "gestures are left without an end")
    precondition(touches.isEmpty, "touches are left without an end")
  }

  /// RSP-6, RSP-13: the key window is a window of the tree, and a first responder lies in its window.
  func check(_ responders: FirstResponders, in tree: RegionTree) {
    precondition(tree.windows.contains(responders.keyWindow), "the key window is none")
    for window in tree.regions.indices {
      guard let region = responders.firstResponder(of: window) else { continue }
      precondition(
        !tree.regions[region].isRemoved && tree.regions[region].window == window,
        "the first responder of \(window) is elsewhere")
    }
  }

  /// FSM-1. A recognizer that runs in a client decides itself whether it is discrete.
  private func allows(_ recognizer: Int, _ from: GestureState, _ to: GestureState) -> Bool {
    let type = recognizers.instances[recognizer].type
    if type.kind == CustomRecognizer.kind, from.allows(to, discrete: true) { return true }
    return from.allows(to, discrete: type.isDiscrete)
  }

  /// CUS-1, CUS-4: each offer has a number of its own, and touches.
  private mutating func check(_ event: OfferEvent, _ records: [TouchRecord]) {
    check(event.time)
    precondition(event.event > latestOffer, "an offer has the number of another")
    latestOffer = event.event
    precondition(!event.records.isEmpty, "an offer without a touch")
    precondition(
      records.indices.contains(event.records.upperBound - 1), "an offer of touches that are not there")
  }

  /// FSM-1, FSM-4: a discrete gesture only ends; a continuous one begins, may change, and ends or is cancelled.
  private mutating func check(_ event: GestureEvent) {
    check(event.time)
    precondition(recognizers.instances.indices.contains(event.recognizer), "an unknown recognizer acts")
    let old = gestures[event.gestureID]
    precondition(old.map { $0.recognizer == event.recognizer } ?? true, "two recognizers share a gesture")
    let from = old?.state ?? .possible
    precondition(allows(event.recognizer, from, event.state), "\(from) to \(event.state)")
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
    // A transition from possible to possible means that the recognizer waits.
    guard event.from != event.to else { return }
    precondition(allows(event.recognizer, event.from, event.to), "\(event.from) to \(event.to)")
  }

  /// TCH-10: a region receives each of its touches as began, any number of moved, and one ended or cancelled.
  private mutating func check(_ event: TouchesEvent, _ records: [TouchRecord]) {
    check(event.time)
    for position in event.records {
      let id = records[position].id
      let touch = ToldTouch(receiver: event.receiver, id: id)
      let old = touches[touch]
      precondition(records[position].time <= event.time, "touch \(id) is reported before it happens")
      switch event.phase {
      case .began: precondition(old == nil, "touch \(id) began twice")
      case .moved, .ended, .cancelled:
        precondition(old != nil, "touch \(id) is \(event.phase) before it began")
      case .stationary: preconditionFailure("an unchanged touch must not be delivered")
      }
      touches[touch] = event.phase == .ended || event.phase == .cancelled ? nil : event.phase
    }
  }

  /// A sequence settles once, when nothing is under way any more.
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
