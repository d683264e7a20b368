import GestureCore
import GestureProtocol

/// Lines about touchscreens that no contact touches.
extension Publisher {
  /// Updates the contacts of a touchscreen that count, and sends the lines about idle clients that follow.
  ///
  /// - Parameters:
  ///   - count: how many are down.
  ///   - hasLanding: whether one has landed since the last call.
  ///   - hasWoken: whether one that has landed has woken the screen.
  package func reportContacts(
    _ count: Int, on device: Int, hasLanding: Bool, hasWoken: Bool, at time: Instant
  ) {
    idle.update(count, on: device, hasLanding: hasLanding, hasWoken: hasWoken, at: time) { client, message in
      tell(client, message)
    }
    turn.owe(.deadlines)
  }

  /// Sends clients the spans without contacts that are over at a time.
  package func advanceIdle(to time: Instant) {
    idle.advance(to: time) { client, message in tell(client, message) }
  }

  /// Sets the spans without contacts after which a client receives a line.
  ///
  /// - Parameter hearsSingles: whether single contacts count.
  package func setIdle(_ spans: [TimeSpan], of client: Int, hearsSingles: Bool, at time: Instant) {
    idle.set(spans, of: client, hearsSingles: hearsSingles, at: time)
    turn.owe(.deadlines)
  }

  /// Sends a client the line that no contact has been down for some time, or that one has landed.
  private func tell(_ client: Int, _ message: IdleMessage) {
    show(message)
    tell(client) { encoder, line in encoder.write(message, to: &line) }
  }
}
