import GestureCore

/// An event for the owner of a recognizer as a line: `spiral:offer#1{A:began}@0`, `spiral:reset@80`, `tap:ask#1
/// should_begin@80`, `tap:expired#1 true@85`.
enum ClientObservation {
  /// The line of an event; nil for an event that no owner receives.
  static func line(of event: Event, _ buffer: borrowing EventBuffer, _ recognizers: RecognizerSet) -> String?
  {
    func name(_ number: Int) -> String { recognizers.instances[number].name }
    switch event {
    case .offered(let offer):
      let touches = buffer.records[offer.records].map { "\(letter($0.id)):\($0.phase)" }
      return
        "\(name(offer.recognizer)):offer#\(offer.event){\(touches.joined(separator: ","))}@\(text(offer.time))"
    case .reset(let reset):
      return "\(name(reset.recognizer)):reset@\(text(reset.time))"
    case .asked(let question):
      let matter: String
      switch question.matter {
      case .shouldReceiveEvent: matter = "should_receive_event"
      case .shouldReceive(let record): matter = "should_receive \(letter(buffer.records[record].id))"
      case .shouldBegin, .shouldBeginIn: matter = "should_begin"
      case .simultaneous(let other): matter = "simultaneous \(name(other))"
      case .requireFailure(let other): matter = "require_failure \(name(other))"
      case .beRequiredToFail(let other): matter = "be_required_to_fail \(name(other))"
      }
      return "\(name(question.recognizer)):ask#\(question.question) \(matter)@\(text(question.time))"
    case .expired(let expiry):
      return "\(name(expiry.recognizer)):expired#\(expiry.question) \(expiry.value)@\(text(expiry.time))"
    case .gesture, .transition, .touches, .settled, .responder, .deferred:
      return nil
    }
  }

  private static func letter(_ touch: UInt64) -> Character {
    Character(UnicodeScalar(UInt8(64 + min(touch, 26))))
  }

  private static func text(_ time: Instant) -> String {
    let milliseconds = Double(time.microseconds) / 1000
    return milliseconds.rounded() == milliseconds ? String(Int(milliseconds)) : String(milliseconds)
  }
}
