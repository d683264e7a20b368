import GestureCore
import GestureProtocol
import GesturedBase

/// Lines about changes of the scene and about the private mode.
extension Publisher {
  /// Publishes that a region came, went or changed.
  package func publish(_ message: RegionMessage) {
    let seq = nextSeq()
    let scope = channel.scope
    connections.tellEach(of: audience) { subscriber in
      let client = subscriber.subscription.client
      guard subscriber.subscription.fits(message, in: scope) else { return nil }
      let form = channel.lines.form(subscriber.form)
      let tellsClient = scope.isInspected(message.owner, form.inspection)
      return channel.lines.bytes { encoder, line in
        encoder.write(
          message, seq: seq.number(for: subscriber), for: client, tellsClient: tellsClient, in: form,
          to: &line)
      }
    }
  }

  /// Publishes that a recognizer came, went or changed, to the subscribers that may know it.
  ///
  /// - Parameter number: one of the recognizer's numbers in the set.
  package func publish(_ message: RecognizerMessage, number: Int) {
    let seq = nextSeq()
    let scope = channel.scope
    connections.tellEach(of: audience) { subscriber in
      let client = subscriber.subscription.client
      guard subscriber.subscription.fits(message, number: number, in: scope) else { return nil }
      let tellsClient = scope.isInspected(message.owner, subscriber.subscription.inspection)
      return channel.lines.bytes { encoder, line in
        encoder.write(
          message, seq: seq.number(for: subscriber), for: client, tellsClient: tellsClient, to: &line)
      }
    }
  }

  /// Begins private mode: lines of single fingers and places stay private. Gestures under way were cancelled before,
  /// and subscribers received that.
  ///
  /// - Parameter time: the stamp of the cancellations.
  package func beginPrivateMode(at time: Instant) {
    idle.suspend()
    forEachAudience {
      tell(InhibitMessage(time: time, hasBegun: true))
      channel.noteListeners(ofTouches: false, turn)
      channel.suppressedCount = 0
      channel.privateNumbers.begin(after: channel.identifiers)
    }
    connections.isPrivate = true
  }

  /// Ends private mode.
  ///
  /// - Parameter time: the time on the events' clock.
  package func endPrivateMode(at time: Instant) {
    idle.resume(at: time)
    connections.isPrivate = false
    forEachAudience {
      channel.noteListeners(ofTouches: false, turn)
      // Touches that are down stay hidden, since their landings were.
      for index in connections.places.indices {
        connections.member(at: index, of: audience)?.latestTouch = channel.identifiers.latestTouch
      }
      let suppressed = channel.suppressedCount
      tell(InhibitMessage(time: time, hasBegun: false, suppressed: suppressed))
    }
  }

  /// Publishes that a touchscreen's filter began, paused or ended.
  package func publish(_ message: FilteringMessage) {
    forEachAudience {
      let seq = nextSeq()
      connections.tellEach(of: audience) { subscriber in
        guard subscriber.subscription.fits(.filtering, on: message.device) else { return nil }
        return channel.lines.bytes { encoder, line in
          encoder.write(message, seq: seq.number(for: subscriber), to: &line)
        }
      }
    }
  }

  private func tell(_ message: InhibitMessage) {
    let seq = nextSeq()
    connections.tellEach(of: audience) { subscriber in
      guard subscriber.subscription.fits(inhibitAs: message.hasBegun ? .began : .ended) else { return nil }
      return channel.lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
  }
}
