import EventFamilies
import GestureCore
import GestureProtocol

/// What no finger did, on its way out.
extension Publisher {
  /// Who is told of something that climbs a responder chain.
  func receivers(of type: LineTypes, along path: ResponderPath?) -> FamilyReceivers {
    broadcaster?.receivers(of: type, along: path) ?? FamilyReceivers()
  }

  /// Tells those who were chosen, and whoever sees everything.
  func publish(_ message: FamilyMessage, to receivers: FamilyReceivers, now: Instant) {
    let seq = nextSeq()
    var message = message
    message.receiver = receivers.region?.name
    let line = lines.bytes { encoder, line in encoder.write(message, seq: seq, to: &line) }
    let watching = receivers.observers.filter { !receivers.clients.contains($0) }
    broadcaster?.tell(line, to: receivers.clients + watching, now: now)
    show(message, seq: seq)
  }

  /// Tells everybody who wants lines of that type (AUD-21).
  func publishToAll(_ message: FamilyMessage, now: Instant) {
    let seq = nextSeq()
    let type: LineTypes = message.family == .route ? .route : .motion
    let line = lines.bytes { encoder, line in encoder.write(message, seq: seq, to: &line) }
    broadcaster?.tell(line, now: now) { $0.observes(type) }
    show(message, seq: seq)
  }

  /// Tells of what a recognizer has made of presses.
  func publish(pressGesture gesture: GestureEvent, of device: String, now: Instant) {
    let seq = nextSeq()
    let line = lines.bytes { encoder, line in
      encoder.write(pressGesture: gesture, of: device, seq: seq, to: &line)
    }
    broadcaster?.tell(line, now: now) { $0.fits(pressGesture: gesture) }
    show(pressGesture: gesture, of: device, seq: seq)
  }

  /// Sends a sample to one client (MOT-18).
  func tell(_ client: Int, _ reading: MotionReading, now: Instant) {
    let line = lines.bytes { encoder, line in encoder.write(reading, to: &line) }
    broadcaster?.tell(client, line, now: now)
  }
}
