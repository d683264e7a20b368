import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase

/// Lines of events that no contact caused.
extension Publisher {
  /// Sends an event to its receivers and to the observers of its type.
  func publish(_ message: FamilyMessage, to receivers: FamilyReceivers) {
    publish(showing: message, to: receivers) { _ in message }
  }

  /// Sends each client its own form of an event: a line for each responder that takes it, which names that responder.
  /// Observers get every line, and clients outside of the chain get the first one without a responder.
  ///
  /// - Parameter message: the form that a dump shows.
  func publish(
    showing message: FamilyMessage, to receivers: FamilyReceivers, _ form: (Int) -> FamilyMessage?
  ) {
    for index in 0..<max(1, receivers.takers.count) {
      let taker = receivers.takers.indices.contains(index) ? receivers.takers[index] : nil
      var shown = message
      shown.receiver = taker?.responder.name.text
      publish(showing: shown) { subscriber in
        let client = subscriber.number
        let isOther = index == 0 && receivers.others.contains(client)
        let isReached = taker?.clients.contains(client) ?? false || receivers.observers.contains(client)
        guard isReached || isOther, var told = form(client),
          subscriber.subscription.fits(
            told.state, of: told.type, at: taker?.responder.name.region, in: subscriber.hears.scope)
        else { return nil }
        told.receiver = isReached ? shown.receiver : nil
        return told
      }
    }
  }

  /// Sends a change of the audio route to its observers (AUD-21).
  func publish(_ change: RouteChange) {
    let message = FamilyMessage.route(change)
    publish(showing: message) { $0.subscription.observes(.route) ? message : nil }
  }

  /// Sends each client its own form of an event. All stages count one line, whatever their clients receive (H8).
  ///
  /// - Parameter message: the form that a dump shows.
  func publish(showing message: FamilyMessage, _ form: (Subscriber) -> FamilyMessage?) {
    for stage in stages {
      let seq = stage.nextSeq()
      connections.tellEach(of: stage) { subscriber in
        guard var told = form(subscriber) else { return nil }
        // A tap makes a region first responder, so the region's name would reveal where (H6).
        if subscriber.hidesPlaces { told.receiver = nil }
        return stage.lines.bytes { encoder, line in
          encoder.write(told, seq: seq.number(for: subscriber), to: &line)
        }
      }
    }
    show(message)
  }

  /// Publishes a gesture that a recognizer has made of presses.
  ///
  /// - Parameter owner: the client that has declared the recognizer; nil for the configuration.
  func publish(pressGesture gesture: GestureEvent, ownedBy owner: Int?, of device: String) {
    for stage in stages {
      let seq = stage.nextSeq()
      connections.tellEach(of: stage) { subscriber in
        guard subscriber.subscription.fits(pressGesture: gesture) else { return nil }
        return stage.lines.bytes { encoder, line in
          encoder.write(
            pressGesture: gesture, of: device, seq: seq.number(for: subscriber),
            isOwners: owner == subscriber.number, to: &line)
        }
      }
    }
    show(pressGesture: gesture, of: device)
  }

  /// Sends a sample to one client (MOT-18).
  func tell(_ client: Int, _ reading: MotionReading) {
    tell(client) { encoder, line in encoder.write(reading, to: &line) }
  }

  /// Sends a recognizer's owner an event of presses that no other client receives.
  func tellOwner(_ event: Event, of buffer: borrowing EventBuffer, device: Int) {
    everyone.tellOwner(event, of: buffer, device: device, connections)
  }
}
