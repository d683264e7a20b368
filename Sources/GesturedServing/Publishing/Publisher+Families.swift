import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase

/// Lines of events that no contact caused.
extension Publisher {
  /// Sends an event to its receivers and to the observers of its type.
  func publish(_ message: FamilyMessage, to receivers: FamilyReceivers) {
    var message = message
    message.receiver = receivers.responder?.name.text
    publish(message) { subscriber in
      let client = Int(subscriber.number)
      return (receivers.clients.contains(client) || receivers.observers.contains(client))
        && subscriber.subscription.fits(message.state, of: message.type)
    }
  }

  /// Sends a change of the audio route to its observers (AUD-21).
  func publish(_ change: RouteChange) {
    publish(.route(change)) { $0.subscription.observes(.route) }
  }

  private func publish(_ message: FamilyMessage, where isWanted: (Subscriber) -> Bool) {
    publish(showing: message) { isWanted($0) ? message : nil }
  }

  /// Sends each client its own form of an event. All audiences count one line, whatever their clients receive (H8).
  ///
  /// - Parameter message: the form that a dump shows.
  func publish(showing message: FamilyMessage, _ form: (Subscriber) -> FamilyMessage?) {
    forEachAudience {
      let seq = nextSeq()
      connections.tellEach(of: audience) { subscriber in
        guard var told = form(subscriber) else { return nil }
        // A tap makes a region first responder, so the region's name would reveal where (H6).
        if subscriber.hidesPlaces { told.receiver = nil }
        return channel.lines.bytes { encoder, line in
          encoder.write(told, seq: seq.number(for: subscriber), to: &line)
        }
      }
      show(message, seq: seq.all)
    }
  }

  /// Publishes a gesture that a recognizer has made of presses.
  ///
  /// - Parameter owner: the client that has declared the recognizer; nil for the configuration.
  func publish(pressGesture gesture: GestureEvent, ownedBy owner: Int?, of device: String) {
    forEachAudience {
      let seq = nextSeq()
      connections.tellEach(of: audience) { subscriber in
        guard subscriber.subscription.fits(pressGesture: gesture) else { return nil }
        return channel.lines.bytes { encoder, line in
          encoder.write(
            pressGesture: gesture, of: device, seq: seq.number(for: subscriber),
            isOwners: owner == Int(subscriber.number), to: &line)
        }
      }
      show(pressGesture: gesture, of: device, seq: seq.all)
    }
  }

  /// Sends a sample to one client (MOT-18).
  func tell(_ client: Int, _ reading: MotionReading) {
    tell(client) { encoder, line in encoder.write(reading, to: &line) }
  }

  /// Sends a recognizer's owner an event of presses that no other client receives.
  func tellOwner(_ event: Event, of buffer: borrowing EventBuffer, device: Int) {
    channel.tellOwner(event, of: buffer, device: device, connections)
  }
}
