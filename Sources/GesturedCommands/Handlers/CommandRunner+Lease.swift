import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration

/// `inhibit` and `release`: the private mode, for example while a person types a password.
extension CommandRunner {
  func inhibit(from client: ClientIdentity, _ turn: Turn) throws(RequestError) -> [ReplyField] {
    try require(.inhibit, for: client)
    guard lease.take(by: client.number) else { return [] }
    // QUE-6: gestures under way end first, so that no gesture goes on without its lines.
    forEachAudience {
      cancelAllTouches(turn)
      keepTapsSecret(turn)
      takeOverIgnored(turn)
    }
    input.dropFamilies(publisher)
    publisher.desk.suspend()
    publisher.beginPrivateMode(at: input.stamp(at: turn.now))
    return []
  }

  func release(from client: ClientIdentity, _ turn: Turn) -> [ReplyField] {
    let isHolder = lease.holders.contains(client.number)
    if lease.release(by: client.number) { endLease(turn) }
    return isHolder ? [] : [ReplyField("held", .flag(false))]
  }

  /// Ends the private mode. The touches that are down landed in it and stay private: they are canceled.
  func endLease(_ turn: Turn) {
    forEachAudience {
      cancelAllTouches(turn)
      keepTapsSecret(turn)
      takeOverIgnored(turn)
    }
    input.dropFamilies(publisher)
    publisher.desk.resume()
    publisher.endPrivateMode(at: input.stamp(at: turn.now))
  }

  /// Keeps taps from making regions first responders while a client holds the lease. Otherwise the success of `focus`
  /// would reveal taps, both then and later. Regions are not asked about gestures either: the wait would reveal where
  /// the gesture is.
  func keepTapsSecret(_ turn: Turn) {
    forEachTouchscreen(at: turn.now) { touchscreen, _ in
      touchscreen.pipeline.tapsMakeFirstResponders = !lease.isHeld
      touchscreen.pipeline.asksRegions = !lease.isHeld
    }
  }

  /// Cancels the touches on every touchscreen.
  private func cancelAllTouches(_ turn: Turn) {
    forEachTouchscreen(at: turn.now) { touchscreen, time in
      touchscreen.change(at: time, publisher) { pipeline, time, identifiers, buffer in
        pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
      }
    }
  }
}

extension InhibitCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, _ turn: Turn
  ) throws(RequestError) -> [ReplyField]? {
    try runner.inhibit(from: client, turn)
  }
}

extension ReleaseCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, _ turn: Turn
  ) throws(RequestError) -> [ReplyField]? {
    runner.release(from: client, turn)
  }
}
