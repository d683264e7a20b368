import GestureCore
import GestureProtocol
import GesturedConfiguration

/// `inhibit` and `release`: the private mode, for as long as somebody types what is nobody's business.
extension CommandRunner {
  func inhibit(from client: ClientIdentity, _ turn: Turn) throws(RequestError) -> [ReplyField] {
    try require(.inhibit, for: client)
    guard lease.take(by: client.number) else { return [] }
    // QUE-6: what is under way ends before, so that no gesture goes on without its lines.
    forEachAudience {
      cancelAllTouches(turn)
      keepTapsSecret(turn)
      takeOverIgnored(turn)
    }
    input.dropFamilies(publisher, turn)
    publisher.desk.suspend()
    publisher.beginPrivateMode(at: input.stamp(at: turn.now), turn)
    return []
  }

  func release(from client: ClientIdentity, _ turn: Turn) -> [ReplyField] {
    let isHolder = lease.holders.contains(client.number)
    if lease.release(by: client.number) { endLease(turn) }
    return isHolder ? [] : [ReplyField("held", .flag(false))]
  }

  /// Nobody holds it any more. Touches that are down landed meanwhile, and are nobody's business either.
  func endLease(_ turn: Turn) {
    forEachAudience {
      cancelAllTouches(turn)
      keepTapsSecret(turn)
      takeOverIgnored(turn)
    }
    input.dropFamilies(publisher, turn)
    publisher.desk.resume()
    publisher.endPrivateMode(at: input.stamp(at: turn.now), turn)
  }

  /// Has no tap make a region first responder while somebody holds the lease: whether `focus` can be done, then and
  /// later, would tell of it.
  func keepTapsSecret(_ turn: Turn) {
    forEachTouchscreen(at: turn.now) { touchscreen, _ in
      touchscreen.pipeline.tapsMakeFirstResponders = !lease.isHeld
    }
  }

  /// Takes away what is down on every touchscreen.
  private func cancelAllTouches(_ turn: Turn) {
    forEachTouchscreen(at: turn.now) { touchscreen, time in
      touchscreen.change(at: time, publisher, turn) { pipeline, time, identifiers, buffer in
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
