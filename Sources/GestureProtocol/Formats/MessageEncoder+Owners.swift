import EventFamilies
import GestureCore

/// Lines for the owner of a recognizer alone: questions, and touches for its own recognizers. These lines are outside
/// of `seq`.
extension MessageEncoder {
  /// The device number of press gestures, which are on no touchscreen.
  static let presses = 0

  /// A question to an owner (DMN-10).
  ///
  /// - Parameter namesOther: whether the owner may know the name of the other recognizer, or of any recognizer in a
  ///   question to a region.
  public func write(
    _ question: QuestionEvent, of buffer: borrowing EventBuffer, device: Int, in form: LineForm,
    namesOther: Bool = true, to line: inout LineWriter
  ) {
    line.removeAll()
    line.append(#"{"type":"ask","question":"#)
    line.append(integer: question.question)
    if case .shouldBeginIn = question.matter, !namesOther {
      line.append(text.time)
      line.append(secondsOf: question.time.microseconds)
      line.append(text.deviceNumber)
      line.append(integer: device)
    } else {
      begin(question.recognizer, at: question.time, device: device, to: &line)
    }
    line.append(#","kind":""#)
    line.append(escaping: kind(of: question.recognizer))
    line.append(#"","what":""#)
    line.append(question.matter.word)
    line.append("\"")
    switch question.matter {
    case .shouldReceiveEvent: break
    case .shouldReceive(let position):
      guard position >= 0, position < buffer.recordCount else { break }
      if device == Self.presses {
        guard let press = PressSurface.type(at: buffer.records[position].preciseLocation) else { break }
        line.append(#","press":""#)
        line.append(press.word)
        line.append("\"")
        break
      }
      line.append(#","touch":"#)
      let region = buffer.records[position].region
      let all = TouchesEvent(
        receiver: region, phase: .began, sequence: question.sequence, time: question.time,
        records: position..<position + 1)
      write(touchesOf: all, of: buffer, device: device, in: form, to: &line)
    case .shouldBegin(let proposal) where device == Self.presses:
      write(ReplyField("presses", .integer(proposal.numberOfTouches)), isFirst: false, to: &line)
    case .shouldBegin(let proposal): append(proposal, device: device, in: form, to: &line)
    case .shouldBeginIn(let region, let proposal):
      append(proposal, device: device, in: form, to: &line)
      line.append(devices[place(of: device)].askedRegion(region))
    case .simultaneous(let other), .requireFailure(let other), .beRequiredToFail(let other):
      if device != Self.presses {
        append(#","region":""#, gestures.region(of: question.recognizer), to: &line)
      }
      if namesOther { append(#","other":""#, nameOf: other, to: &line) }
      append(#","other_kind":""#, kind(of: other), to: &line)
      guard device != Self.presses else { break }
      let region = gestures.region(of: other)
      if namesOther { append(#","other_region":""#, region, to: &line) }
      let kinds = devices[place(of: device)].regionKinds
      append(#","other_region_kind":""#, kinds[region] ?? RegionKind.view.rawValue, to: &line)
    }
    line.endObject()
  }

  /// The touches of a recognizer that runs in a client (CUS-1).
  public func write(
    _ offer: OfferEvent, of buffer: borrowing EventBuffer, device: Int, in form: LineForm,
    to line: inout LineWriter
  ) {
    line.removeAll()
    line.append(#"{"type":"offer","event":"#)
    line.append(integer: offer.event)
    begin(offer.recognizer, at: offer.time, device: device, to: &line)
    line.append(#","touches":["#)
    let all = TouchesEvent(
      receiver: offer.region, phase: .moved, sequence: offer.sequence, time: offer.time,
      records: offer.records)
    write(touchesOf: all, of: buffer, device: device, in: form, to: &line)
    line.append("]")
    line.endObject()
  }

  /// A recognizer that runs in a client is reset (CUS-4).
  public func write(_ reset: ResetEvent, device: Int, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"reset""#)
    line.append(text.deviceNumber)
    line.append(integer: device)
    append(#","recognizer":""#, nameOf: reset.recognizer, to: &line)
    line.endObject()
  }

  /// An owner has not answered in time (DMN-10).
  public func write(_ expiry: ExpiryEvent, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"timeout","question":"#)
    line.append(integer: expiry.question)
    line.append(expiry.value ? #","value":true"# : #","value":false"#)
    line.endObject()
  }

  /// A recognizer has held touches back for long without failing; a notice to its owner (CUS-12).
  public func write(holding transition: TransitionEvent, device: Int, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"timeout""#)
    begin(transition.recognizer, at: transition.time, device: device, to: &line)
    line.append(#","what":"holds_touches""#)
    line.endObject()
  }

  private func begin(_ recognizer: Int, at time: Instant, device: Int, to line: inout LineWriter) {
    line.append(text.time)
    line.append(secondsOf: time.microseconds)
    line.append(text.deviceNumber)
    line.append(integer: device)
    append(#","recognizer":""#, nameOf: recognizer, to: &line)
  }

  private func append(_ key: String, _ word: String, to line: inout LineWriter) {
    line.append(key)
    line.append(escaping: word)
    line.append("\"")
  }

  private func append(_ key: String, nameOf recognizer: Int, to line: inout LineWriter) {
    line.append(key)
    line.append(name(of: recognizer))
    line.append("\"")
  }
}

extension QuestionEvent.Matter {
  /// The word on the wire.
  fileprivate var word: String {
    switch self {
    case .shouldReceiveEvent: "should_receive_event"
    case .shouldReceive: "should_receive"
    case .shouldBegin, .shouldBeginIn: "should_begin"
    case .simultaneous: "simultaneous"
    case .requireFailure: "require_failure"
    case .beRequiredToFail: "be_required_to_fail"
    }
  }
}
