import GestureCore

/// All fingers on the glass, however they got there, within a moment. Discrete.
///
/// ```
///   two fingers  ▁▁██████████
///                ▁▁▁▁▁███████
///                  │  └ ended: both are down
///                  └ fails here, landing_window_ms later, if they are not
/// ```
///
/// It fails when the window closes or a finger lifts before all are down.
struct TouchDownRecognizer: Recognizer {
  static let kind = GestureKind("touch_down")
  static let summary = "All fingers land within a moment."
  static let isDiscrete = true
  static let options = [
    OptionDescription(
      "landing_window_ms", .number(unit: .milliseconds, range: 1...5000, default: 150), source: "TCD-1",
      "How long after the first finger the last one may land.")
  ]
  static let fields = [GestureField("spread", .span, "How long after the first finger the last one landed.")]

  private enum State {
    case waiting
    case landing(since: Instant)
    case complete(spread: TimeSpan)
  }

  private let numberOfTouches: Int
  private let window: TimeSpan
  private var state = State.waiting

  init(_ options: OptionTable, numberOfTouches: Int) {
    self.numberOfTouches = numberOfTouches
    window = options.span("landing_window_ms")
  }

  var deadline: Instant? {
    switch state {
    case .landing(let since): since + window
    case .waiting, .complete: nil
    }
  }

  func values(at time: Instant) -> GestureValues {
    switch state {
    case .complete(let spread): GestureValues(.span(spread))
    case .waiting, .landing: GestureValues(.span(.zero))
    }
  }

  mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch (state, input) {
    case (.landing, .deadline):
      state = .waiting
      return .fail(Reason("lastFingerTooLate"))
    case (.waiting, .touches(let time)):
      return land(touches, since: time, now: time)
    case (.landing(let since), .touches(let time)):
      return land(touches, since: since, now: time)
    case (.complete, _), (.waiting, .deadline):
      return .none
    }
  }

  mutating func reset() {
    state = .waiting
  }

  private mutating func land(
    _ touches: borrowing TrackedTouches, since: Instant, now: Instant
  ) -> Decision {
    for position in 0..<touches.count where !touches[position].isDown {
      return .fail(
        Reason("tooFewTouches", .init(Double(touches.count), .below, Double(numberOfTouches), .touches)))
    }
    guard touches.count >= numberOfTouches else {
      state = .landing(since: since)
      return .none
    }
    state = .complete(spread: now - since)
    return .recognize(Reason("allLanded"))
  }
}
