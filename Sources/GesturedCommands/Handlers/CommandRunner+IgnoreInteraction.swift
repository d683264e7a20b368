import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import GesturedServing

/// `ignore_interaction`: ignores landings. With the right, it concerns all regions; without it, only those of the
/// client (DLV-11 to DLV-14, MULTI-13).
extension CommandRunner {
  func ignoreInteraction(
    _ change: InteractionChange, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField] {
    let everywhere = rights.mayDo(.ignoreInteraction, client.credentials)
    switch change {
    case .begin: ignored.begin(by: client.number, everywhere: everywhere)
    case .end, .wake:
      // The touch that wakes the screen is swallowed, whatever client owns its region. A wake therefore needs the
      // right.
      if change == .wake { try require(.ignoreInteraction, for: client, path: "wake") }
      if !ignored.end(by: client.number) {
        // DLV-13: this is not an error, so that a client need not count.
        turn.warning(
          .subscriber, TouchscreenWarning.ignoredTooOften.with(client.number))
      } else if change == .wake {
        input.forEachTouchscreen(at: turn.now) { touchscreen, time in touchscreen.recordWake(at: time) }
      }
    }
    adoptIgnored()
    return [ReplyField("scope", .text(everywhere ? "all" : "own"))]
  }

  /// Ends the ignoring that departed clients had begun.
  func stopIgnoring(for clients: Set<Int>) {
    let before = ignored
    for client in clients { ignored.forget(client) }
    if ignored != before { adoptIgnored() }
  }

  /// Gives all pipelines the clients whose landings are ignored.
  private func adoptIgnored() {
    for stage in publisher.stages { adoptIgnored(on: stage) }
  }

  /// Gives the pipelines of a stage the clients whose landings are ignored.
  func adoptIgnored(on stage: Stage) {
    // In private mode, a client's own regions ignore nothing: a missing gesture would say that a finger is in them (X8).
    let ignored = lease.isHeld ? ignored.everywhere : ignored
    forEachTouchscreen(on: stage) { touchscreen, own, time in
      guard own.pipeline.ignored != ignored else { return }
      touchscreen.change(on: stage, at: time, publisher) { pipeline, time, identifiers, buffer in
        pipeline.setIgnored(ignored, at: time, identifiers: &identifiers, into: &buffer)
      }
    }
  }
}

extension IgnoreInteractionCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.ignoreInteraction(change, from: client)
  }
}
