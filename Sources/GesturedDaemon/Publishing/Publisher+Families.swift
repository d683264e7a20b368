import EventFamilies
import GestureCore
import GestureProtocol

/// What no finger did, on its way out.
extension Publisher {
  /// Who is told of something that climbs a responder chain.
  func receivers(of type: LineType, along path: ResponderPath?) -> FamilyReceivers {
    broadcaster?.receivers(of: type, along: path) ?? FamilyReceivers()
  }

  /// Tells those who were chosen, and whoever sees everything.
  func publish(_ message: FamilyMessage, to receivers: FamilyReceivers, now: Instant) {
    var message = message
    message.receiver = receivers.region?.name
    publish(message, now: now) { subscriber in
      let client = Int(subscriber.number)
      return receivers.clients.contains(client) || receivers.observers.contains(client)
    }
  }

  /// Tells everybody who wants to know where sound goes (AUD-21).
  func publish(_ change: RouteChange, now: Instant) {
    publish(.route(change), now: now) { $0.subscription.observes(.route) }
  }

  private func publish(
    _ message: FamilyMessage, now: Instant, where isWanted: (Subscriber) -> Bool
  ) {
    forEachAudience {
      let seq = nextSeq()
      broadcaster?.tellEach(now: now) { subscriber in
        guard isWanted(subscriber) else { return nil }
        var told = message
        // A tap makes a region first responder: its name would say where (H6).
        if subscriber.hidesPlaces { told.receiver = nil }
        return lines.bytes { encoder, line in
          encoder.write(told, seq: seq.number(for: subscriber), to: &line)
        }
      }
      show(message, seq: seq.all)
    }
  }

  /// Tells of what a recognizer has made of presses.
  func publish(pressGesture gesture: GestureEvent, of device: String, now: Instant) {
    let owner = desk.recognizers?.instances[gesture.recognizer].owner
    forEachAudience {
      let seq = nextSeq()
      broadcaster?.tellEach(now: now) { subscriber in
        guard subscriber.subscription.fits(pressGesture: gesture) else { return nil }
        return lines.bytes { encoder, line in
          encoder.write(
            pressGesture: gesture, of: device, seq: seq.number(for: subscriber),
            isOwners: owner == Int(subscriber.number), to: &line)
        }
      }
      show(pressGesture: gesture, of: device, seq: seq.all)
    }
  }

  /// Sends a sample to one client (MOT-18).
  func tell(_ client: Int, _ reading: MotionReading, now: Instant) {
    let line = lines.bytes { encoder, line in encoder.write(reading, to: &line) }
    broadcaster?.tell(client, line, now: now)
  }
}
