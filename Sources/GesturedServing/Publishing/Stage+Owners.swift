import GestureCore
import GestureProtocol
import GesturedBase

/// Lines that only a recognizer's owner receives, regardless of its subscription: questions, offers, resets and
/// timeouts (DMN-10, CUS-1 to CUS-4, CUS-12).
extension Stage {
  /// Sends a recognizer's owner an event that no other client receives.
  func tellOwner(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, _ connections: Connections
  ) {
    guard let recognizer = event.ownedRecognizer, scope.recognizers.indices.contains(recognizer) else {
      return
    }
    let region = event.askedRegion
    let owner = region.map { scope.owner(of: $0, on: device) } ?? scope.recognizers[recognizer].owner
    guard owner != RegionTree.configuration, let index = connections.place(of: owner),
      let subscriber = connections.places[index].subscriber, subscriber.declaresOn === self,
      // A question about a recognizer in a region would reveal where a finger is (H6).
      !subscriber.hidesPlaces || subscriber.hears === self && region == nil,
      !isKept(event, on: device, from: subscriber, recognizer, connections),
      let event = subscriber.number(event)
    else { return }
    let form = connections.form(for: subscriber)
    let other = event.otherRecognizer
    let namesOther = other.map { scope.isVisible($0, to: owner, .none) } ?? true
    lines.withOwn(event, of: buffer, device: device, in: form, namesOther: namesOther) { line, count in
      subscriber.send(line, count: count, as: .event, now: connections.turn.now)
    }
    connections.list(index, subscriber)
    if case .expired = event { subscriber.told.timeoutCount += 1 }
    if case .transition = event {
      connections.add(LongHolder(client: owner, recognizer: recognizer))
    }
  }

  /// Whether an event is kept from its recognizer's owner.
  ///
  /// While a client holds the lease, single fingers and the places of contacts stay private. A socket without places
  /// reveals no touch either.
  private func isKept(
    _ event: Event, on device: Int, from subscriber: Subscriber, _ recognizer: Int, _ connections: Connections
  ) -> Bool {
    switch event {
    case .offered: return connections.isPrivate
    case .asked(let question):
      switch question.matter {
      case .shouldBegin: return isHidden(recognizer, from: subscriber, connections)
      case .simultaneous(let other):
        return isHidden(recognizer, from: subscriber, connections)
          || isHidden(other, from: subscriber, connections)
      case .shouldBeginIn: return connections.isPrivate || isHidden(recognizer, from: subscriber, connections)
      // A press has no place.
      case .shouldReceive where device == FamilyDesk.presses:
        return isHidden(nil, from: subscriber, connections)
      case .shouldReceive: return subscriber.hidesPlaces || isHidden(nil, from: subscriber, connections)
      // A two-finger recognizer is asked this when the first finger lands.
      case .shouldReceiveEvent, .requireFailure, .beRequiredToFail:
        return isHidden(nil, from: subscriber, connections)
      }
    // These come with each landing or lift, so they would reveal when a finger taps.
    case .reset, .transition: return isHidden(nil, from: subscriber, connections)
    // An expiry belongs to a question. A client that was not asked has no number for the question.
    case .expired: return false
    case .gesture, .touches, .responder, .deferred, .settled: return false
    }
  }
}

extension Subscriber {
  /// The same event with this client's own number for its question or offer; nil for the expiry of a question that the
  /// client was not asked.
  fileprivate func number(_ event: Event) -> Event? {
    switch event {
    case .asked(var question):
      question.question = told.questions.tell(question.question)
      return .asked(question)
    case .offered(var offer):
      offer.event = told.offers.tell(offer.event)
      return .offered(offer)
    case .expired(var expiry):
      guard let number = told.questions.told(expiry.question) else { return nil }
      expiry.question = number
      return .expired(expiry)
    case .gesture, .touches, .responder, .deferred, .settled, .reset, .transition: return event
    }
  }
}

extension Event {
  /// The recognizer whose owner alone receives this event; nil for events of other subscribers.
  fileprivate var ownedRecognizer: Int? {
    switch self {
    case .offered(let offer): offer.recognizer
    case .reset(let reset): reset.recognizer
    case .asked(let question): question.recognizer
    case .expired(let expiry): expiry.recognizer
    // A transition from possible to possible: the recognizer waits, or holds touches.
    case .transition(let transition):
      transition.from == transition.to && transition.reason.word == "holdsTouches"
        ? transition.recognizer : nil
    case .gesture, .touches, .responder, .deferred, .settled: nil
    }
  }

  /// The other recognizer that a question is about; nil where the question names only one.
  fileprivate var otherRecognizer: Int? {
    guard case .asked(let question) = self else { return nil }
    switch question.matter {
    case .simultaneous(let other), .requireFailure(let other), .beRequiredToFail(let other): return other
    case .shouldBeginIn: return question.recognizer
    case .shouldReceiveEvent, .shouldReceive, .shouldBegin: return nil
    }
  }

  /// The region whose owner is asked instead of the recognizer's; nil for other events.
  fileprivate var askedRegion: Int? {
    switch self {
    case .asked(let question):
      if case .shouldBeginIn(let region, _) = question.matter { region } else { nil }
    case .expired(let expiry): expiry.region
    case .gesture, .touches, .responder, .deferred, .settled, .offered, .reset, .transition: nil
    }
  }
}

/// A client's recognizer that has held touches back for long without failing (CUS-12).
package struct LongHolder: Hashable {
  /// The client's number.
  package let client: Int
  /// The recognizer's number.
  package let recognizer: Int
}
