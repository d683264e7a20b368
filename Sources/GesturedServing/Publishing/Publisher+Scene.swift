import GestureCore
import GestureProtocol
import GesturedBase

/// Lines about changes of the scene and about the private mode.
extension Publisher {
  /// Publishes that a region came, went or changed.
  package func publish(_ message: RegionMessage, on stage: Stage) {
    let seq = stage.nextSeq()
    let scope = stage.scope
    connections.tellEach(of: stage) { subscriber in
      let client = subscriber.subscription.client
      guard subscriber.subscription.fits(message, in: scope) else { return nil }
      let form = stage.lines.form(subscriber.forms.usual)
      let tellsClient = scope.isInspected(message.owner, form.inspection)
      return stage.lines.bytes { encoder, line in
        encoder.write(
          message, seq: seq.number(for: subscriber), for: client, tellsClient: tellsClient, in: form,
          to: &line)
      }
    }
  }

  /// Publishes that a recognizer came, went or changed, to the subscribers that may know it.
  ///
  /// - Parameter number: one of the recognizer's numbers in the set.
  package func publish(_ message: RecognizerMessage, number: Int, on stage: Stage) {
    let seq = stage.nextSeq()
    let scope = stage.scope
    connections.tellEach(of: stage) { subscriber in
      let client = subscriber.subscription.client
      guard subscriber.subscription.fits(message, number: number, in: scope) else { return nil }
      let tellsClient = scope.isInspected(message.owner, subscriber.subscription.inspection)
      return stage.lines.bytes { encoder, line in
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
    for stage in stages {
      tell(InhibitMessage(time: time, hasBegun: true), on: stage)
      stage.markListenersStale(ofTouches: false, turn)
      stage.suppressedCount = 0
      stage.privateNumbers.begin(after: stage.identifiers)
    }
    connections.isPrivate = true
  }

  /// Ends private mode.
  ///
  /// - Parameter time: the time on the events' clock.
  package func endPrivateMode(at time: Instant) {
    idle.resume(at: time)
    connections.isPrivate = false
    for stage in stages {
      stage.markListenersStale(ofTouches: false, turn)
      // Touches that are down stay hidden, since their landings were.
      for index in connections.places.indices {
        connections.member(at: index, of: stage)?.latestTouch = stage.identifiers.latestTouch
      }
      tell(InhibitMessage(time: time, hasBegun: false, suppressed: stage.suppressedCount), on: stage)
    }
  }

  /// Publishes that a touchscreen's filter began, paused or ended.
  package func publish(_ message: FilteringMessage) {
    for stage in stages {
      let seq = stage.nextSeq()
      connections.tellEach(of: stage) { subscriber in
        guard subscriber.subscription.fits(.filtering, on: message.device) else { return nil }
        return stage.lines.bytes { encoder, line in
          encoder.write(message, seq: seq.number(for: subscriber), to: &line)
        }
      }
    }
  }

  private func tell(_ message: InhibitMessage, on stage: Stage) {
    let seq = stage.nextSeq()
    connections.tellEach(of: stage) { subscriber in
      guard subscriber.subscription.fits(inhibitAs: message.hasBegun ? .began : .ended) else { return nil }
      return stage.lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
  }
}
