import GestureCore
import GestureProtocol
import GesturedConfiguration

/// `inhibit` and `release`: the private mode, for as long as somebody types what is nobody's business.
extension CommandRunner {
  func inhibit(from client: ClientIdentity, now: Instant) throws(RequestError) -> [ReplyField] {
    try require(.inhibit, for: client)
    guard lease.take(by: client.number) else { return [] }
    // QUE-6: what is under way ends before, so that no gesture goes on without its lines.
    forEachAudience {
      cancelAllTouches(now: now)
      keepTapsSecret(now: now)
    }
    publisher.desk.suspend(publisher, now: now)
    publisher.beginPrivateMode(at: input.stamp(at: now), now: now)
    return []
  }

  func release(from client: ClientIdentity, now: Instant) -> [ReplyField] {
    let isHolder = lease.holders.contains(client.number)
    if lease.release(by: client.number) { endLease(now: now) }
    return isHolder ? [] : [ReplyField("held", .flag(false))]
  }

  /// Nobody holds it any more. Touches that are down landed meanwhile, and are nobody's business either.
  func endLease(now: Instant) {
    forEachAudience {
      cancelAllTouches(now: now)
      keepTapsSecret(now: now)
    }
    publisher.desk.resume(publisher, now: now)
    publisher.endPrivateMode(at: input.stamp(at: now), now: now)
  }

  /// Has no tap make a region first responder while somebody holds the lease: whether `focus` can be done, then and
  /// later, would tell of it.
  func keepTapsSecret(now: Instant) {
    forEachTouchscreen(at: now) { touchscreen, _ in
      touchscreen.pipeline.tapsMakeFirstResponders = !lease.isHeld
    }
  }

  /// Takes away what is down on every touchscreen.
  private func cancelAllTouches(now: Instant) {
    forEachTouchscreen(at: now) { touchscreen, time in
      touchscreen.change(at: time, publisher, now: now) { pipeline, time, identifiers, buffer in
        pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
      }
    }
  }
}

extension InhibitCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, journal: inout Journal,
    now: Instant
  ) throws(RequestError) -> [ReplyField]? {
    try runner.inhibit(from: client, now: now)
  }
}

extension ReleaseCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, journal: inout Journal,
    now: Instant
  ) throws(RequestError) -> [ReplyField]? {
    runner.release(from: client, now: now)
  }
}
